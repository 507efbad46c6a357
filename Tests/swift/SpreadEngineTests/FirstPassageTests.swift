import KeyedRandom
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Without a cap the model is first-passage percolation with geometric waiting times.
@Suite struct FirstPassageTests {
  private func scenario(
    _ neighborhood: SpreadRule.Neighborhood, _ grid: Grid, p: Double
  ) -> Scenario {
    Scenario(
      grid: grid,
      rule: SpreadRule(
        neighborhood: neighborhood, pool: .all, draw: .capped, update: .synchronous),
      infectionFactor: 8, infectionProbability: p,
      introductions: [Introduction(step: 0, place: .people([0]))], maxSteps: 100_000)
  }

  @Test("shortest paths over the coins' waiting times give every person's step")
  func byPaths() {
    for neighborhood in SpreadRule.Neighborhood.allCases {
      for p in [0.05, 0.4, 0.8] {
        let grid = Grid(people: 93, columns: 11, boundary: .bounded)
        let engine = Simulator(scenario(neighborhood, grid, p: p))
        for replicate in 0..<10 {
          let key = RunKey(seed: 9, point: nil, replicate: replicate)
          let expected = FirstPassage.steps(
            grid, neighborhood, from: [0], wait: FirstPassage.keyedWait(key, p: p))
          #expect(engine.run(key, recordMap: true).infectionSteps == expected)
        }
      }
    }
  }

  @Test(
    "contact clocks have the law of first-passage percolation", .deep, arguments: [0.005, 0.3])
  func clocks(p: Double) {
    let grid = Grid(people: 16, columns: 4, boundary: .bounded)
    var scenario = scenario(.moore, grid, p: p)
    scenario.rule.draw = .each
    let engine = Simulator(scenario)
    var stream = RandomStream(key: 77)
    var simulated: [Int: Int] = [:]
    var oracle: [Int: Int] = [:]
    for number in 0..<40_000 {
      let key = RunKey(seed: 10, point: nil, replicate: number)
      simulated[engine.run(key, recordMap: false).steps, default: 0] += 1
      let steps = FirstPassage.steps(grid, .moore, from: [0]) { _, _ in
        var wait = 1
        while stream.unit() >= p { wait += 1 }
        return wait
      }
      oracle[Int(steps.max() ?? 0), default: 0] += 1
    }
    #expect(ChiSquare.pValue(simulated, oracle) > 1e-6)
  }

  /// What is counted of a run: the step of the last person (the far corner), of the last
  /// infected, and the number infected after some steps.
  private func statistics(_ steps: [Int32], after: Int) -> [Int] {
    [
      Int(steps.last ?? 0), Int(steps.max() ?? 0),
      steps.count { $0 >= 0 && $0 <= Int32(after) },
    ]
  }

  @Test(
    "runs have the law of shortest paths over independent geometric edge lengths", .deep,
    arguments: SpreadRule.Neighborhood.allCases, [(36, 6, 0.4), (57, 8, 0.7), (12, 12, 0.2)])
  func byIndependentPaths(
    neighborhood: SpreadRule.Neighborhood, size: (people: Int, columns: Int, p: Double)
  ) {
    let grid = Grid(people: size.people, columns: size.columns, boundary: .bounded)
    let engine = Simulator(scenario(neighborhood, grid, p: size.p))
    var stream = RandomStream(key: 78)
    var simulated = [[Int: Int]](repeating: [:], count: 3)
    var oracle = simulated
    for number in 0..<100_000 {
      let key = RunKey(seed: 12, point: nil, replicate: number)
      let run = statistics(engine.run(key, recordMap: true).infectionSteps ?? [], after: 4)
      let paths = FirstPassage.steps(grid, neighborhood, from: [0]) { _, _ in
        var wait = 1
        while stream.unit() >= size.p { wait += 1 }
        return wait
      }
      for (place, value) in run.enumerated() { simulated[place][value, default: 0] += 1 }
      for (place, value) in statistics(paths, after: 4).enumerated() {
        oracle[place][value, default: 0] += 1
      }
    }
    for (runs, paths) in zip(simulated, oracle) {
      #expect(ChiSquare.pValue(runs, paths) > 1e-6 / 18)
    }
  }
}
