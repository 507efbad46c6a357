internal import SpreadModel

/// L4 to L12: exact distributions of whole runs. The values are recomputed by enumeration in
/// Tests/swift/TruthsTests/EnumeratedTests.swift.
extension [Truth] {
  /// L4, L5: nine people in a row, from its west end unless said otherwise.
  static var rows: [Truth] {
    let p = 0.5
    func row(
      _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw, _ k: Int, _ p: Double, from start: Int = 0
    ) -> Scenario {
      Scenario(.moore, pool, draw, k: k, p: p, people: 9, columns: 9, start: [start])
    }
    func truth(
      _ id: String, _ arm: Scenario, first: Double, then: Double, _ kind: String = ""
    ) -> Truth {
      Truth(
        "\(id).\(arm.rule.draw.rawValue)_k\(arm.infectionFactor)\(kind)",
        source: "sum of geometric waits", arm, runs: 20_000, .stepsToAll,
        .means([1 / first + 7 / then]))
    }
    // From the end there is one candidate, from all others two, one of them healthy.
    return [
      truth("L4", row(.healthy, .exact, 2, p), first: p, then: p),
      truth("L4", row(.healthy, .atLeastOne, 2, p), first: p, then: p),
      truth("L4", row(.healthy, .uniform, 1, p), first: p / 2, then: p / 2),
      truth("L4", row(.healthy, .capped, 1, p), first: p, then: p),
      truth("L4", row(.healthy, .scan, 1, p), first: p, then: p),
      truth("L5", row(.all, .exact, 1, 1), first: 1, then: 1.0 / 2, "_certain"),
      truth("L5", row(.all, .exact, 1, p), first: p, then: p / 2),
      truth("L5", row(.all, .exact, 2, p), first: p, then: p),
      truth("L5", row(.all, .atLeastOne, 2, p), first: p, then: 3 * p / 4),
      truth("L5", row(.all, .uniform, 1, p), first: p / 2, then: p / 4),
      truth("L5", row(.all, .uniform, 2, p), first: p / 2, then: p / 2),
      truth("L5", row(.all, .capped, 1, p), first: p, then: p - p * p / 2),
      truth("L5", row(.all, .scan, 1, p), first: p, then: p * (1 - p)),
      truth("L5", row(.all, .scan, 1, p, from: 8), first: p, then: p, "_westward"),
    ]
  }

  /// Scenarios whose mean number of steps to all is known exactly.
  static var enumerated: [(id: String, arm: Scenario, mean: Double)] {
    func k4(
      _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw, _ update: SpreadRule.Update, _ k: Int,
      _ p: Double
    ) -> Scenario { Scenario(.moore, pool, draw, update, k: k, p: p, people: 4, columns: 2) }
    func k9(_ pool: SpreadRule.Pool, _ k: Int, _ p: Double) -> Scenario {
      Scenario(.moore, pool, k: k, p: p, people: 9, columns: 3, boundary: .torus)
    }
    func square(
      _ neighborhood: SpreadRule.Neighborhood, _ pool: SpreadRule.Pool, _ draw: SpreadRule.Draw,
      _ k: Int, _ p: Double, from start: Int, _ update: SpreadRule.Update = .synchronous
    ) -> Scenario {
      Scenario(
        neighborhood, pool, draw, update, k: k, p: p, people: 9, columns: 3, start: [start])
    }
    func partial(
      _ neighborhood: SpreadRule.Neighborhood, _ people: Int, _ columns: Int, from start: Int
    ) -> Scenario {
      Scenario(neighborhood, k: 8, p: 0.5, people: people, columns: columns, start: [start])
    }
    return [
      ("L6.push", k4(.all, .exact, .synchronous, 1, 1), 485.0 / 152),
      ("L6.exact", k4(.healthy, .exact, .synchronous, 1, 1), 5.0 / 2),
      ("L6.sequential", k4(.healthy, .exact, .sequential, 1, 1), 2),
      ("L6.uncapped", k4(.healthy, .exact, .synchronous, 3, 0.5), 16.0 / 7),
      ("L6.push_k2", k4(.all, .exact, .synchronous, 2, 1), 53.0 / 26),
      ("L6.at_least_one", k4(.healthy, .atLeastOne, .synchronous, 3, 1), 41.0 / 24),
      ("L6.uniform", k4(.healthy, .uniform, .synchronous, 3, 1), 53.0 / 24),
      ("L6.capped", k4(.healthy, .capped, .synchronous, 1, 0.5), 316.0 / 105),
      ("L6.scan", k4(.healthy, .scan, .synchronous, 1, 0.5), 64.0 / 21),
      ("L6.scan_sequential", k4(.healthy, .scan, .sequential, 1, 0.5), 304.0 / 105),
      ("L6.exact_half", k4(.healthy, .exact, .synchronous, 1, 0.5), 30.0 / 7),
      ("L7.push", k9(.all, 1, 1), 5.731734651664),
      ("L7.exact", k9(.healthy, 1, 1), 359_984_249.0 / 87_091_200),
      ("L7.half", k9(.all, 8, 0.5), 2.194880796756),
      ("L7.quarter", k9(.all, 8, 0.25), 3.465226766021),
      ("L7.push_k2", k9(.all, 2, 1), 3.425337539338),
      ("L8.exact", square(.moore, .healthy, .exact, 1, 1, from: 4), 9_329_897.0 / 2_177_280),
      (
        "L8.sequential", square(.moore, .healthy, .exact, 1, 1, from: 4, .sequential),
        323_147.0 / 80_640
      ),
      ("L8.push", square(.moore, .all, .exact, 1, 1, from: 4), 7.063751010675),
      ("L8.at_least_one", square(.moore, .healthy, .atLeastOne, 3, 1, from: 4), 3.051180704165),
      ("L8.uncapped", square(.moore, .healthy, .exact, 8, 0.5, from: 4), 2.667906679565),
      ("L9.exact", square(.moore, .healthy, .exact, 1, 1, from: 0), 19_042_343.0 / 4_354_560),
      ("L9.sequential", square(.moore, .healthy, .exact, 1, 1, from: 0, .sequential), 4),
      ("L9.push", square(.moore, .all, .exact, 1, 1, from: 0), 7.317496119966),
      ("L9.at_least_one", square(.moore, .healthy, .atLeastOne, 3, 1, from: 0), 3.165261266166),
      ("L9.uncapped", square(.moore, .healthy, .exact, 8, 0.5, from: 0), 3.665361510576),
      ("L10.center", square(.vonNeumann, .healthy, .exact, 4, 0.5, from: 4), 4.146764791778),
      ("L10.corner", square(.vonNeumann, .healthy, .exact, 4, 0.5, from: 0), 5.828030535667),
      ("L10.push", square(.vonNeumann, .all, .exact, 1, 1, from: 4), 6.831496313985),
      ("L11.5_columns", partial(.moore, 13, 5, from: 0), 5.354319499917),
      ("L11.4_columns", partial(.moore, 10, 4, from: 0), 4.327065606240),
      ("L11.von_neumann", partial(.vonNeumann, 10, 4, from: 0), 6.515505412120),
      ("L11.from_the_end", partial(.vonNeumann, 11, 4, from: 10), 6.153126726178),
    ]
  }

  static var smallGrids: [Truth] {
    let means = enumerated.map { item in
      Truth(
        item.id, source: "Markov chain, enumerated", item.arm, runs: 20_000, .stepsToAll,
        .means([item.mean], tolerance: 5e-13))
    }
    func twoSteps(
      _ name: String, _ neighborhood: SpreadRule.Neighborhood, _ pool: SpreadRule.Pool,
      _ distribution: [Double]
    ) -> Truth {
      Truth(
        "L12.\(name)", source: "enumerated",
        Scenario(neighborhood, pool, k: 1, p: 1, people: 25, columns: 5, maxSteps: 2),
        runs: 20_000, .curves(steps: [2]), .distribution(distribution))
    }
    return means + [
      twoSteps("healthy", .moore, .healthy, [0, 0, 0, 3.0 / 49, 46.0 / 49]),
      twoSteps("all", .moore, .all, [0, 0, 1.0 / 64, 17.0 / 64, 23.0 / 32]),
      twoSteps("von_neumann_all", .vonNeumann, .all, [0, 0, 1.0 / 16, 3.0 / 8, 9.0 / 16]),
      twoSteps("von_neumann_healthy", .vonNeumann, .healthy, [0, 0, 0, 0, 1]),
    ]
  }
}
