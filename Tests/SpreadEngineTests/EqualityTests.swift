import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// Exact equalities between rules (docs/model.md, "Equalities"). Keyed draws make most of them
/// hold run by run, not only in law.
@Suite struct EqualityTests {
  private func scenario(
    _ neighborhood: SpreadRule.Neighborhood, _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw,
    _ update: SpreadRule.Update, k: Int, p: Double, start: [Int] = [17]
  ) -> Scenario {
    Scenario(
      grid: Grid(people: 68, columns: 9, boundary: .bounded),
      rule: SpreadRule(neighborhood: neighborhood, pool: pool, draw: draw, update: update),
      infectionFactor: k, infectionProbability: p,
      introductions: [Introduction(step: 0, place: .people(start))], maxSteps: 200)
  }

  private func maps(_ scenario: Scenario, runs: Int = 30) -> [[Int32]] {
    let engine = Simulator(scenario)
    let maps = (0..<runs).map {
      engine.run(RunKey(seed: 3, point: nil, replicate: $0), recordMap: true)
        .infectionSteps ?? []
    }
    // Maps that say nothing would all be equal.
    #expect(maps.allSatisfy { $0.count == scenario.grid.people })
    #expect(maps.count { $0.contains { $0 > 0 } } > runs / 2)
    return maps
  }

  @Test("without a cap, exact, capped and scan, both pools and both updates are one")
  func withoutCap() {
    for (neighborhood, k) in [(SpreadRule.Neighborhood.moore, 8), (.vonNeumann, 4)] {
      for p in [0.1, 0.4, 1] {
        let expected = maps(scenario(neighborhood, .healthy, .exact, .synchronous, k: k, p: p))
        for draw in [SpreadRule.Draw.exact, .capped, .scan] {
          for pool in SpreadRule.Pool.allCases {
            for update in SpreadRule.Update.allCases {
              #expect(maps(scenario(neighborhood, pool, draw, update, k: k, p: p)) == expected)
            }
          }
        }
      }
    }
  }

  @Test("with pool all, both updates are one, for every draw", arguments: [0.01, 0.3, 1])
  func poolAll(p: Double) {
    for draw in SpreadRule.Draw.allCases {
      for neighborhood in SpreadRule.Neighborhood.allCases {
        #expect(
          maps(scenario(neighborhood, .all, draw, .synchronous, k: 2, p: p))
            == maps(scenario(neighborhood, .all, draw, .sequential, k: 2, p: p)))
      }
    }
  }

  @Test("with p = 1, capped is exact", arguments: 1...7)
  func certain(k: Int) {
    for update in SpreadRule.Update.allCases {
      #expect(
        maps(scenario(.moore, .healthy, .capped, update, k: k, p: 1))
          == maps(scenario(.moore, .healthy, .exact, update, k: k, p: 1)))
    }
  }

  @Test("with k = 1, at_least_one is exact")
  func oneContact() {
    #expect(
      maps(scenario(.moore, .healthy, .atLeastOne, .synchronous, k: 1, p: 0.4))
        == maps(scenario(.moore, .healthy, .exact, .synchronous, k: 1, p: 0.4)))
  }

  @Test("with k = 1, uniform has the law of exact with half the probability")
  func half() {
    func counts(_ draw: SpreadRule.Draw, p: Double, seed: UInt64) -> [Int: Int] {
      var scenario = scenario(.moore, .healthy, draw, .synchronous, k: 1, p: p)
      scenario.maxSteps = 8
      let engine = Simulator(scenario)
      return (0..<20_000).reduce(into: [:]) { counts, number in
        let key = RunKey(seed: seed, point: nil, replicate: number)
        counts[Int(engine.run(key, recordMap: false).curve.last ?? 0), default: 0] += 1
      }
    }
    let p = ChiSquare.pValue(
      counts(.uniform, p: 0.8, seed: 1), counts(.exact, p: 0.4, seed: 2))
    #expect(p > 1e-6)
  }

  @Test("without a cap, a higher p or one more source never delays anybody")
  func monotone() {
    func check(_ slow: [[Int32]], _ fast: [[Int32]]) {
      for (slowRun, fastRun) in zip(slow, fast) {
        for (late, early) in zip(slowRun, fastRun) where late >= 0 {
          #expect(early >= 0 && early <= late)
        }
      }
    }
    for update in SpreadRule.Update.allCases {
      let runs = [0.15, 0.2, 0.5, 0.55, 0.9].map {
        maps(scenario(.moore, .healthy, .exact, update, k: 8, p: $0))
      }
      for (slow, fast) in zip(runs, runs.dropFirst()) { check(slow, fast) }
      let more = scenario(.moore, .healthy, .exact, update, k: 8, p: 0.2, start: [17, 60])
      check(runs[1], maps(more))
    }
  }

  /// Mean steps to all on 2 x 3 people (moore, healthy, k = 1, p = 1/2) from the corners NW, SE
  /// and NE, enumerated exactly.
  static let corners: [(SpreadRule.Draw, SpreadRule.Update, [Double])] = [
    (.exact, .synchronous, [6.03596, 6.03596, 6.03596]),
    (.exact, .sequential, [5.67873, 5.77700, 5.74322]),
    (.scan, .synchronous, [4.27458, 4.14445, 4.01172]),
    (.scan, .sequential, [3.99976, 4.01315, 3.85920]),
  ]

  @Test("the corner of the start matters exactly where visiting or scanning has an order")
  func cornerOfStart() {
    let runs = 40_000
    for (draw, update, expected) in Self.corners {
      for (start, mean) in zip([0, 5, 2], expected) {
        let engine = Simulator(
          Scenario(
            grid: Grid(people: 6, columns: 3, boundary: .bounded),
            rule: SpreadRule(
              neighborhood: .moore, pool: .healthy, draw: draw, update: update),
            infectionFactor: 1, infectionProbability: 0.5,
            introductions: [Introduction(step: 0, place: .people([start]))]))
        var sum = 0.0
        var squares = 0.0
        for number in 0..<runs {
          let key = RunKey(seed: 11, point: UInt64(start), replicate: number)
          let steps = Double(engine.run(key, recordMap: false).steps)
          sum += steps
          squares += steps * steps
        }
        let found = sum / Double(runs)
        let error = ((squares / Double(runs) - found * found) / Double(runs)).squareRoot()
        // The spreads between corners are at least 0.1, some 9 standard errors.
        #expect(abs(found - mean) < 5 * error, "\(draw) \(update) from \(start)")
      }
    }
  }
}
