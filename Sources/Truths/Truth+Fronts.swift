internal import SpreadModel

/// P4, P6: a front that starts as a full row and runs south.
extension [Truth] {
  static var fronts: [Truth] {
    let slow = [0.02, 0.01]
    // p times steps per row, extrapolated linearly to p = 0.
    let perRow = slow.map { $0 / 160 }
    let eden = Truth(
      "P4", tier: .deep,
      source:
        "an independent program, 0.404 to 0.408; the limit p = 0 is first-passage percolation with "
        + "exponential times (Alm & Deijfen 2015, arXiv:1412.5924)",
      slow.map { front(width: 400, depth: 221, p: $0, steps: 40_000) }, runs: 200,
      .infectionSteps(rows([40, 200], width: 400), .meanStep),
      .function(
        MeanFunction([perRow[0], -perRow[0], -2 * perRow[1], 2 * perRow[1]]), 0.404,
        tolerance: 0.01))
    let roughness = Truth(
      "P6", tier: .deep, source: "2/3, Kardar-Parisi-Zhang growth in one dimension",
      front(width: 512, depth: 257, p: 0.5, steps: 4_000), runs: 1_000,
      .infectionSteps(rows([64, 256], width: 512), .variance),
      .function(.exponent(over: 4), 2.0 / 3, tolerance: 0.1))
    return [eden, roughness]
  }

  private static func front(width: Int, depth: Int, p: Double, steps: Int) -> Scenario {
    Scenario(
      .vonNeumann, p: p, people: width * depth, columns: width, start: [Int](0..<width),
      maxSteps: steps)
  }

  private static func rows(_ rows: [Int], width: Int) -> [Observation.Group] {
    rows.map { .init([Int]($0 * width..<($0 + 1) * width)) }
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
        source: isZero ? "symmetry of the rule" : "neighbors are tried in reading order", arm,
        runs: 40_000, .drift, isZero ? .means([0, 0]) : .differs([0, 0]))
    }
  }
}
