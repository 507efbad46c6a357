internal import SpreadModel

/// P5, P8: speed and growth of what starts at one person.
extension [Truth] {
  static var growth: [Truth] {
    [
      anisotropy("P5.von_neumann", .vonNeumann, expected: 1.079, "faster along the axes"),
      anisotropy("P5.moore", .moore, expected: 0.872, "faster along the diagonals"),
      Truth(
        "P8", tier: .full,
        source: "2 in the limit (shape theorem); 2.06 to 2.08 here by an independent program",
        Scenario(.vonNeumann, p: 0.3, people: 301 * 301, columns: 301, maxSteps: 200), runs: 400,
        .curves(steps: [100, 200]), .function(.exponent(over: 2), 2.07, tolerance: 0.05)),
    ]
  }

  /// Speed along the axes over that along the diagonals, by the steps in which people at two distances are
  /// infected.
  private static func anisotropy(
    _ id: String, _ neighborhood: SpreadRule.Neighborhood, expected: Double, _ words: String
  ) -> Truth {
    let side = 241
    let arm = Scenario(neighborhood, p: 0.5, people: side * side, columns: side, maxSteps: 400)
    func group(_ directions: [(Int, Int)], _ distance: Int) -> Observation.Group {
      .init(directions.map { arm.grid.center + distance * ($0.0 * side + $0.1) })
    }
    let axes = [(0, 1), (1, 0), (0, -1), (-1, 0)]
    let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
    let lengths = (100.0 - 20) / ((70.0 - 14) * 2.0.squareRoot())
    return Truth(
      id, tier: .full,
      source: "an independent program (\(words)); sign: Alm & Deijfen 2015, arXiv:1412.5924", arm,
      runs: 400,
      .infectionSteps(
        [group(axes, 20), group(axes, 100), group(diagonals, 14), group(diagonals, 70)], .meanStep),
      .function(
        MeanFunction([0, 0, -lengths, lengths], over: [-1, 1, 0, 0]), expected, tolerance: 0.02))
  }
}
