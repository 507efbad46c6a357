internal import SpreadModel

/// E: rules that are one, and rules that are not.
extension [Truth] {
  static var equalities: [Truth] {
    func arm(
      _ neighborhood: SpreadRule.Neighborhood, _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw,
      _ update: SpreadRule.Update, k: Int? = nil, p: Double
    ) -> Scenario {
      Scenario(neighborhood, pool, draw, update, k: k, p: p, people: 68, columns: 9, start: [17])
    }
    func same(_ id: String, _ words: String, _ arms: [Scenario]) -> Truth {
      Truth(
        id, "68 people in 9 columns from person 17, \(words)",
        source: "the rules' definitions, common random numbers", arms: arms, runs: 50,
        claim: .sameInEveryRun, needsMap: true
      ) { _, result in (result.infectionSteps ?? []).map(Double.init) }
    }
    let withoutCap = SpreadRule.Neighborhood.allCases.map { neighborhood in
      same(
        "E1.\(neighborhood.rawValue)",
        "\(neighborhood.rawValue) without a cap, p = 0.4: exact, capped, each and scan, both pools, both updates",
        Self.uncapped { arm($0, $1, $2, $3, p: 0.4) }.filter {
          $0.rule.neighborhood == neighborhood
        })
    }
    let poolAll = SpreadRule.Draw.allCases.map { draw in
      same(
        "E2.\(draw.rawValue)", "moore, all, \(draw.rawValue), k = 2, p = 0.3: both updates",
        SpreadRule.Update.allCases.map { arm(.moore, .all, draw, $0, k: 2, p: 0.3) })
    }
    let certain = (1...7).map { (k: Int) in
      same(
        "E3.k\(k)", "moore, healthy, synchronous, p = 1, k = \(k): capped and exact",
        [SpreadRule.Draw.capped, .exact].map {
          arm(.moore, .healthy, $0, .synchronous, k: k, p: 1)
        })
    }
    let single = same(
      "E4", "moore, healthy, synchronous, k = 1, p = 0.4: at_least_one and exact",
      [SpreadRule.Draw.atLeastOne, .exact].map {
        arm(.moore, .healthy, $0, .synchronous, k: 1, p: 0.4)
      })
    return withoutCap + poolAll + certain + [single] + corners
  }

  /// Steps to all on 2 x 3 people from the corners NW, SE and NE: equal where nothing has an
  /// order, different where visiting or scanning has one.
  private static var corners: [Truth] {
    let expected: [(SpreadRule.Draw, SpreadRule.Update, [Double])] = [
      (.exact, .synchronous, [6.03596, 6.03596, 6.03596]),
      (.exact, .sequential, [5.67873, 5.77700, 5.74322]),
      (.scan, .synchronous, [4.27458, 4.14445, 4.01172]),
      (.scan, .sequential, [3.99976, 4.01315, 3.85920]),
    ]
    return expected.flatMap { (draw, update, means) in
      zip([("nw", 0), ("se", 5), ("ne", 2)], means).map { (corner, mean) in
        Truth(
          "E5.\(draw.rawValue)_\(update.rawValue)_\(corner.0)",
          "2 x 3 moore, healthy, \(draw.rawValue), \(update.rawValue), k = 1, p = 1/2 from the "
            + "\(corner.0) corner: steps to all",
          source: "enumerated",
          arms: [
            Scenario(
              .moore, .healthy, draw, update, k: 1, p: 0.5, people: 6, columns: 3,
              start: [corner.1])
          ], runs: 40_000, claim: .means([mean], rounding: 5e-6), observe: Truth.stepsToAll)
      }
    }
  }
}
