internal import Foundation
internal import SpreadModel

/// P1 to P3: people infected at step t at distance t from a corner are directed bond
/// percolation of the square lattice: each link has one trial in time.
extension [Truth] {
  private static var threshold: Double { 0.6447006 }

  static var directedPercolation: [Truth] {
    let p = 0.5
    let exact = Truth(
      "P1", tier: .full, source: "series of directed percolation, exact",
      cone(side: 9, p: p, steps: 4), runs: 400_000, inTime(side: 9, at: [1, 2, 3, 4], .number),
      .means(series.map { terms in terms.reduce(0) { $0 + $1.0 * pow(p, $1.1) } }))
    return [
      exact,
      slope(
        "P2.number", p: threshold, survival: false, expected: 0.3137, tolerance: 0.05,
        "exponent of directed percolation as other programs use it; threshold: Jensen & "
          + "Guttmann 1995, arXiv:cond-mat/9509121"),
      slope(
        "P2.survival", p: threshold, survival: true, expected: -0.1595, tolerance: 0.02,
        "exponent of directed percolation as other programs use it; threshold as in P2.number"),
      slope(
        "P3.below", p: 0.62, survival: false, expected: -0.10, tolerance: 0.1,
        "an independent program; the threshold separates the signs"),
      slope(
        "P3.above", p: 0.67, survival: false, expected: 0.57, tolerance: 0.1,
        "an independent program; the threshold separates the signs"),
    ]
  }

  /// Mean number infected in time at distances 1...4: coefficients and powers of p.
  private static var series: [[(Double, Double)]] {
    [
      [(2, 1)], [(4, 2), (-1, 4)], [(8, 3), (-4, 5), (-2, 6), (2, 7)],
      [(16, 4), (-12, 6), (-8, 7), (4, 8), (8, 9), (-4, 11), (1, 12)],
    ]
  }

  private static func cone(side: Int, p: Double, steps: Int) -> Scenario {
    Scenario(
      .vonNeumann, p: p, people: side * side, columns: side, start: [0], maxSteps: steps)
  }

  private static func slope(
    _ id: String, p: Double, survival: Bool, expected: Double, tolerance: Double, _ source: String
  ) -> Truth {
    Truth(
      id, tier: .full, source: source, cone(side: 100, p: p, steps: 96), runs: 20_000,
      inTime(side: 100, at: [12, 96], survival ? .anybody : .number),
      .function(.exponent(over: 8), expected, tolerance: tolerance))
  }

  /// The people at these distances from the corner, infected at the step of the same number.
  private static func inTime(
    side: Int, at distances: [Int], _ statistic: Observation.Statistic
  ) -> Observation {
    let groups = distances.map { distance in
      let rows = (0...distance).filter { $0 < side && distance - $0 < side }
      return Observation.Group(rows.map { $0 * side + distance - $0 }, step: distance)
    }
    return .infectionSteps(groups, statistic)
  }
}
