internal import SpreadModel

/// D: scenarios without chance.
extension [Truth] {
  static var deterministic: [Truth] {
    let definition = "the rule's definition"
    return [
      balls(
        "D1", "without a cap, p = 1, from the middle of 21 x 21: balls of the grid's metric",
        uncapped { Scenario($0, $1, $2, $3, p: 1, people: 441, columns: 21) }),
      balls(
        "D2", "without a cap, p = 1, from a corner and from the middle of an edge of 12 x 9: balls",
        [0, 4].flatMap { start in
          uncapped { Scenario($0, $1, $2, $3, p: 1, people: 108, columns: 9, start: [start]) }
        }),
      balls(
        "D3",
        "without a cap, p = 1, on tori of 9 x 6 and 8 x 11 from person 0: balls across the edges",
        [(54, 6), (88, 11)].flatMap { (people, columns) in
          uncapped {
            Scenario(
              $0, $1, $2, $3, p: 1, people: people, columns: columns, boundary: .torus,
              start: [0])
          }
          // A torus of hexagons has an even number of rows.
        }.filter { $0.rule.neighborhood != .hexagonal || $0.grid.rows.isMultiple(of: 2) }),
      balls(
        "D4",
        "without a cap, p = 1, with partial last rows: balls in 1...60 people, 1...8 columns, every start",
        SpreadRule.Neighborhood.allCases.flatMap { neighborhood in
          (1...60).flatMap { people in
            (1...8).flatMap { columns in
              (0..<people).map {
                Scenario(neighborhood, p: 1, people: people, columns: columns, start: [$0])
              }
            }
          }
        }),
      Truth(
        "D5", "healthy, exact, sequential, k = 1, p = 1, 5 x 5 moore: 1, 2, 4 infected",
        source: definition,
        arms: [
          Scenario(.moore, .healthy, .exact, .sequential, k: 1, p: 1, people: 25, columns: 5)
        ], runs: 10_000, claim: .always
      ) { _, result in [result.curve.prefix(3) == [1, 2, 4] ? 1 : 0] },
      Truth(
        "D6",
        "healthy, p = 1, 3 x 3 von Neumann from a corner, exact k = 1 or at_least_one "
          + "k = 3: all infected at step 4", source: "enumerated",
        arms: [
          Scenario(.vonNeumann, k: 1, p: 1, people: 9, columns: 3, start: [0]),
          Scenario(
            .vonNeumann, .healthy, .atLeastOne, k: 3, p: 1, people: 9, columns: 3, start: [0]),
        ], runs: 10_000, claim: .always
      ) { _, result in [result.stopReason == .allInfected && result.steps == 4 ? 1 : 0] },
      Truth(
        "D7",
        "all, scan, k = 1, p = 1, 9 x 9 moore: the first neighbor takes every contact; "
          + "5 people north-west are infected, and the run never ends by itself",
        source: definition,
        arms: [
          Scenario(.moore, .all, .scan, k: 1, p: 1, people: 81, columns: 9, maxSteps: 200)
        ], runs: 10, claim: .always, needsMap: true
      ) { _, result in
        let infected = (result.infectionSteps ?? []).enumerated().filter { $0.element >= 0 }
        let isRight = infected.map(\.offset) == [0, 1, 10, 20, 30, 40]
        return [isRight && result.stopReason == .maxSteps ? 1 : 0]
      },
      Truth(
        "D8", "7 x 7 moore, p = 0 or k = 0: nobody is ever infected", source: definition,
        arms: SpreadRule.Draw.allCases.flatMap { draw in
          // One draw has no k.
          [(k: 3, p: 0.0), (k: 0, p: 1)].filter { draw != .each || $0.p == 0 }.map {
            Scenario(.moore, .healthy, draw, k: $0.k, p: $0.p, people: 49, columns: 7)
          }
        }, runs: 10, claim: .always
      ) { _, result in [result.curve.allSatisfy { $0 == 1 } && result.steps < 2_000 ? 1 : 0] },
    ]
  }

  /// Every rule that is one without a cap.
  static func uncapped(
    _ scenario: (
      SpreadRule.Neighborhood, SpreadRule.Pool, SpreadRule.Draw, SpreadRule.Update
    ) -> Scenario
  ) -> [Scenario] {
    SpreadRule.Neighborhood.allCases.flatMap { neighborhood in
      SpreadRule.Pool.allCases.flatMap { pool in
        [SpreadRule.Draw.exact, .capped, .each, .scan].flatMap { draw in
          SpreadRule.Update.allCases.map { scenario(neighborhood, pool, draw, $0) }
        }
      }
    }
  }

  private static func balls(_ id: String, _ words: String, _ arms: [Scenario]) -> Truth {
    Truth(
      id, words, source: "graph distance", arms: arms, runs: 3, claim: .always, needsMap: true
    ) { arm, result in
      let steps = result.infectionSteps ?? []
      let isBall = steps.indices.allSatisfy { Int(steps[$0]) == arm.distance(to: $0) }
      return [isBall && steps.count == arm.grid.people ? 1 : 0]
    }
  }
}
