import KeyedRandom
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The equalities between rules (docs/validation.md, "Equalities"), over configurations at random: sizes, partial rows,
/// tori, k, p, introductions at several steps, early stops.
@Suite struct RandomEqualityTests {
  private static let configurations = TestDepth.choose(quick: 300, deep: 10_000)

  /// Configuration `number`, with one of all combinations of rule and boundary.
  private func scenario(_ number: Int) -> Scenario {
    let item = RandomScenarios.combinations[number % RandomScenarios.combinations.count]
    return RandomScenarios.scenario(50_000 + number, item.rule, item.boundary)
  }

  private func results(_ scenario: Scenario) -> [RunResult] {
    let engine = Simulator(scenario)
    return (0..<4).map {
      let result = engine.run(RunKey(seed: 5, point: nil, replicate: $0), recordMap: true)
      #expect(result.infectionSteps?.count == scenario.grid.people)
      return result
    }
  }

  private func degree(_ scenario: Scenario) -> Int {
    scenario.rule.neighborhood.directions.count
  }

  @Test("without a cap, exact, capped and scan, both pools and both updates are one")
  func withoutCap() {
    for number in 0..<Self.configurations {
      var scenario = scenario(number)
      scenario.infectionFactor = max(scenario.infectionFactor, degree(scenario))
      scenario.rule.draw = .exact
      let expected = results(scenario)
      for draw in [SpreadRule.Draw.exact, .capped, .scan] {
        for pool in SpreadRule.Pool.allCases {
          for update in SpreadRule.Update.allCases {
            scenario.rule.draw = draw
            scenario.rule.pool = pool
            scenario.rule.update = update
            let found = results(scenario)
            guard expectSame(found, expected, "configuration \(number): \(scenario)") else {
              return
            }
          }
        }
      }
    }
  }

  @Test("pool all: both updates are one; p = 1: capped is exact; k = 1: at_least_one is exact")
  func identities() {
    for number in 0..<Self.configurations {
      let scenario = scenario(number)
      func check(_ change: (inout Scenario) -> Void, _ other: (inout Scenario) -> Void) {
        var first = scenario
        change(&first)
        var second = first
        other(&second)
        expectSame(results(first), results(second), "configuration \(number): \(first)")
      }
      check(
        { $0.rule.pool = .all },
        { $0.rule.update = $0.rule.update == .sequential ? .synchronous : .sequential })
      check(
        {
          $0.infectionProbability = 1
          $0.rule.draw = .capped
        }, { $0.rule.draw = .exact })
      check(
        {
          $0.infectionFactor = 1
          $0.rule.draw = .atLeastOne
        }, { $0.rule.draw = .exact })
    }
  }

  @Test("without a cap, a higher p or one more source never delays anybody")
  func monotone() {
    for number in 0..<Self.configurations {
      var slow = scenario(number)
      slow.infectionFactor = 8
      slow.rule.draw = number.isMultiple(of: 2) ? .exact : .each
      slow.stopShare = 1
      // People drawn at random are drawn among the healthy, so others would be drawn.
      slow.introductions = [Introduction(step: 0, place: .center)]
      var likely = slow
      likely.infectionProbability = min(1, slow.infectionProbability * 1.3)
      var more = slow
      more.introductions.append(
        Introduction(step: 2, place: .people([number % slow.grid.people])))
      for fast in [likely, more] {
        for (slowRun, fastRun) in zip(results(slow), results(fast)) {
          for (late, early) in zip(slowRun.infectionSteps ?? [], fastRun.infectionSteps ?? [])
          where late >= 0 {
            #expect(early >= 0 && early <= late, "configuration \(number): \(slow)")
          }
        }
      }
    }
  }

  /// Steps to all of many runs, counted.
  private func times(_ scenario: Scenario, seed: UInt64, runs: Int) -> [Int: Int] {
    let engine = Simulator(scenario)
    return (0..<runs).reduce(into: [:]) { counts, replicate in
      let key = RunKey(seed: seed, point: nil, replicate: replicate)
      counts[engine.run(key, recordMap: false).steps, default: 0] += 1
    }
  }

  /// P-value of the law being one from the first person and from another.
  private func agreement(
    _ scenario: Scenario, from other: Int, seed: UInt64, runs: Int
  ) -> Double {
    func start(_ person: Int) -> Scenario {
      var scenario = scenario
      scenario.introductions = [Introduction(step: 0, place: .people([person]))]
      return scenario
    }
    return ChiSquare.pValue(
      times(start(0), seed: seed, runs: runs), times(start(other), seed: seed + 1, runs: runs))
  }

  @Test("opposite corners have one law where neither visiting nor trying has an order", .deep)
  func symmetric() {
    var stream = RandomStream(key: 71)
    let configurations = 400
    for number in 0..<configurations {
      let (rows, columns) = (2 + Int(stream.below(4)), 2 + Int(stream.below(4)))
      let draws = [SpreadRule.Draw.exact, .atLeastOne, .uniform, .capped]
      let scenario = Scenario(
        grid: Grid(people: rows * columns, columns: columns, boundary: .bounded),
        rule: SpreadRule(
          neighborhood: number % 2 == 0 ? .moore : .vonNeumann,
          pool: number % 3 == 0 ? .all : .healthy, draw: draws[number % 4],
          update: .synchronous),
        infectionFactor: 1 + Int(stream.below(3)),
        infectionProbability: 0.3 + 0.1 * Double(stream.below(8)))
      let p = agreement(
        scenario, from: rows * columns - 1, seed: UInt64(2 * number), runs: 4_000)
      #expect(p > 1e-6 / Double(configurations), "\(scenario)")
    }
  }

  @Test(
    "and they do not where sources are visited or neighbors tried in reading order", .deep,
    arguments: [
      (SpreadRule.Draw.exact, SpreadRule.Update.sequential, 5), (.scan, .synchronous, 2),
      (.scan, .sequential, 2),
    ])
  func asymmetric(draw: SpreadRule.Draw, update: SpreadRule.Update, other: Int) {
    // Truth E5 has the exact means of these 2 x 3 people: they differ by 0.1 and more.
    let scenario = Scenario(
      grid: Grid(people: 6, columns: 3, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: draw, update: update),
      infectionFactor: 1, infectionProbability: 0.5)
    #expect(agreement(scenario, from: other, seed: 900, runs: 100_000) < 1e-6)
  }
}
