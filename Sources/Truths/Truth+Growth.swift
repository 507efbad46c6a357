internal import SpreadModel

/// P5, P8: speed and growth of what starts at one person.
extension [Truth] {
  static var growth: [Truth] {
    [
      anisotropy("P5.von_neumann", .vonNeumann, expected: 1.079, "faster along the axes"),
      anisotropy("P5.moore", .moore, expected: 0.872, "faster along the diagonals"),
      Truth(
        "P8", tier: .full,
        "301 x 301 von Neumann from the middle, uncapped, p = 0.3: log-log "
          + "slope of the number infected, steps 100 to 200",
        source: "2 in the limit (shape theorem); 2.06 to 2.08 here by an independent program",
        arms: [
          Scenario(.vonNeumann, p: 0.3, people: 301 * 301, columns: 301, maxSteps: 200)
        ], runs: 400, claim: .slope(2.07, tolerance: 0.05, over: 2)
      ) { _, result in
        result.steps < 200 ? [.nan, .nan] : [Double(result.curve[100]), Double(result.curve[200])]
      },
    ]
  }

  private static func anisotropy(
    _ id: String, _ neighborhood: SpreadRule.Neighborhood, expected: Double, _ words: String
  ) -> Truth {
    Truth(
      id, tier: .full,
      "241 x 241 \(neighborhood.rawValue) from the middle, uncapped, p = 1/2: "
        + "speed along the axes over that along the diagonals (\(words))",
      source: "an independent program; sign: Alm & Deijfen 2015, arXiv:1412.5924",
      arms: [
        Scenario(neighborhood, p: 0.5, people: 241 * 241, columns: 241, maxSteps: 400)
      ], runs: 400,
      claim: .estimate(expected: expected, tolerance: 0.02) { means in
        let axis = 80 / (means[0][1] - means[0][0])
        let diagonal = 56 * 2.0.squareRoot() / (means[0][3] - means[0][2])
        return axis / diagonal
      }, needsMap: true
    ) { arm, result in
      let steps = result.infectionSteps ?? []
      func arrival(_ directions: [(Int, Int)], _ distance: Int) -> Double {
        let sum = directions.reduce(0.0) { sum, direction in
          let offset = direction.0 * arm.grid.columns + direction.1
          let step = steps[arm.startPerson + distance * offset]
          return step < 0 ? .nan : sum + Double(step)
        }
        return sum / Double(directions.count)
      }
      let axes = [(0, 1), (1, 0), (0, -1), (-1, 0)]
      let diagonals = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
      return [
        arrival(axes, 20), arrival(axes, 100), arrival(diagonals, 14), arrival(diagonals, 70),
      ]
    }
  }
}
