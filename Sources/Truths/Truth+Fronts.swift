internal import SpreadModel

/// P4, P6: a front that starts as a full row and runs south.
extension [Truth] {
  static var fronts: [Truth] {
    let slow = [0.02, 0.01]
    let eden = Truth(
      "P4", tier: .deep,
      "221 x 400 von Neumann, uncapped, from a full row: p times steps per row between rows 40 and 200 "
        + "for p to 0, extrapolated from p = 0.02 and p = 0.01",
      source: "an independent program, 0.404 to 0.408; the limit is first-passage percolation with "
        + "exponential times (Alm & Deijfen 2015, arXiv:1412.5924)",
      arms: slow.map { front(width: 400, depth: 221, p: $0, steps: 40_000) }, runs: 200,
      claim: .estimate(expected: 0.404, tolerance: 0.01) { means in
        let scaled = zip(slow, means).map { $0 * ($1[1] - $1[0]) / 160 }
        return 2 * scaled[1] - scaled[0]
      }, needsMap: true
    ) { arm, result in [40, 200].map { arrivals(arm, result, row: $0).mean } }
    let roughness = Truth(
      "P6", tier: .deep,
      "257 x 512 von Neumann, uncapped, p = 1/2, from a full row: exponent of "
        + "the variance of arrival steps, rows 64 to 256",
      source: "2/3, Kardar-Parisi-Zhang growth in one dimension",
      arms: [front(width: 512, depth: 257, p: 0.5, steps: 4_000)], runs: 1_000,
      claim: .slope(2.0 / 3, tolerance: 0.1, over: 4), needsMap: true
    ) { arm, result in [64, 256].map { arrivals(arm, result, row: $0).variance } }
    return [eden, roughness]
  }

  private static func front(width: Int, depth: Int, p: Double, steps: Int) -> Scenario {
    Scenario(
      .vonNeumann, p: p, people: width * depth, columns: width, start: [Int](0..<width),
      maxSteps: steps)
  }

  private static func arrivals(
    _ arm: Scenario, _ result: RunResult, row: Int
  ) -> (mean: Double, variance: Double) {
    let columns = arm.grid.columns
    let steps = (result.infectionSteps ?? [])[row * columns..<(row + 1) * columns]
      .map { $0 < 0 ? Double.nan : Double($0) }
    let mean = steps.reduce(0, +) / Double(columns)
    let squares = steps.reduce(0) { $0 + ($1 - mean) * ($1 - mean) }
    return (mean, squares / Double(columns))
  }
}

/// H: whether the infected drift away from the start.
extension [Truth] {
  static var drift: [Truth] {
    SpreadRule.builtIn.map { item in
      // Only reading order prefers a direction.
      let isZero = item.rule.draw != .scan
      var arm = Scenario(k: 1, p: 0.5, people: 31 * 31, columns: 31)
      arm.rule = item.rule
      arm.stopShare = 0.25
      return Truth(
        "H.\(item.name)", tier: .deep,
        "31 x 31 from the middle, \(item.name), k = 1, p = 1/2: "
          + "drift of the infected at a quarter of the group",
        source: isZero ? "symmetry of the rule" : "neighbors are tried in reading order",
        arms: [arm], runs: 40_000, claim: .drift(isZero: isZero)
      ) { _, result in [result.shape?.driftX ?? .nan, result.shape?.driftY ?? .nan] }
    }
  }
}
