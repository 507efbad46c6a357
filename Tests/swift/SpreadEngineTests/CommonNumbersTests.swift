import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// What common random numbers save when two points are compared replicate by replicate.
@Suite(.slow) struct CommonNumbersTests {
  struct Pair: CustomTestStringConvertible, Sendable {
    let name: String
    /// Var(paired difference) / Var(independent difference) to stay below.
    let goal: Double
    let first: Scenario
    let second: Scenario
    var testDescription: String { name }
  }

  private static func scenario(
    _ draw: SpreadRule.Draw = .exact, k: Int = 3, p: Double = 0.5
  ) -> Scenario {
    Scenario(
      grid: Grid(people: 144, columns: 12, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: draw, update: .synchronous),
      infectionFactor: k, infectionProbability: p)
  }

  static let pairs = [
    Pair(name: "p 0.50 and 0.55", goal: 0.30, first: scenario(), second: scenario(p: 0.55)),
    Pair(name: "k 2 and 3", goal: 0.65, first: scenario(k: 2), second: scenario()),
    Pair(
      name: "exact and at_least_one", goal: 0.75, first: scenario(), second: scenario(.atLeastOne)),
    Pair(
      name: "k 2 and 3 at p = 1", goal: 0.80, first: scenario(k: 2, p: 1),
      second: scenario(p: 1)),
    Pair(
      name: "exact and at_least_one at p = 1", goal: 0.90, first: scenario(p: 1),
      second: scenario(.atLeastOne, p: 1)),
  ]

  @Test("differences of steps to all vary far less with common numbers", .deep, arguments: pairs)
  func ratio(pair: Pair) {
    #expect(Self.ratio(pair.first, pair.second, runs: 100_000) <= pair.goal)
  }

  /// Var(paired difference) / Var(independent difference) of a response.
  private static func ratio(
    _ first: Scenario, _ second: Scenario, runs: Int,
    _ response: (RunResult) -> Double = { Double($0.steps) }
  ) -> Double {
    let engines = [Simulator(first), Simulator(second)]
    func variance(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
    let steps = engines.map { engine in
      (0..<runs).map {
        response(engine.run(RunKey(seed: 12, point: nil, replicate: $0), recordMap: false))
      }
    }
    let paired = variance(zip(steps[0], steps[1]).map { $0 - $1 })
    return paired / (variance(steps[0]) + variance(steps[1]))
  }

  private func maps(_ scenario: Scenario, runs: Int) -> [[Int32]] {
    let engine = Simulator(scenario)
    return (0..<runs).map {
      engine.run(RunKey(seed: 12, point: nil, replicate: $0), recordMap: true).infectionSteps ?? []
    }
  }

  /// People (of all runs) who are infected later at a higher probability.
  private func delayed(_ low: Double, _ high: Double, _ draw: SpreadRule.Draw) -> Int {
    let scenarios = [low, high].map { p in
      Scenario(
        grid: Grid(people: 36, columns: 6, boundary: .bounded),
        rule: SpreadRule(
          neighborhood: .moore, pool: .healthy, draw: draw, update: .synchronous),
        infectionFactor: 8, infectionProbability: p,
        introductions: [Introduction(step: 0, place: .people([0]))], maxSteps: 100_000)
    }
    return zip(maps(scenarios[0], runs: 300), maps(scenarios[1], runs: 300)).reduce(0) {
      $0 + zip($1.0, $1.1).count { slow, fast in fast > slow }
    }
  }

  @Test(
    "a higher p never delays anybody, however small",
    arguments: [SpreadRule.Draw.exact, .each],
    [(0.001, 0.002), (0.009, 0.013), (0.0125, 0.0135), (0.014, 0.1)])
  func higherProbability(draw: SpreadRule.Draw, p: (low: Double, high: Double)) {
    #expect(delayed(p.low, p.high, draw) == 0)
  }

  @Test(
    "a policy that has not begun changes nothing, however small p is; nor do a few immune people much"
  )
  func policies() {
    var one = Self.scenario(k: 2, p: 0.01)
    one.maxSteps = 300
    var later = one
    later.interventions = [
      Intervention(when: .step(300), effects: [.infectionProbability: .multiply(0.5)])
    ]
    #expect(maps(one, runs: 50) == maps(later, runs: 50))
    var immune = one
    immune.immuneShare = 0.02
    #expect(Self.ratio(one, immune, runs: 500) { Double($0.curve.last ?? 0) } < 0.5)
  }
}
