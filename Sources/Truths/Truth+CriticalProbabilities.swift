internal import Foundation
internal import SpreadModel

/// P13, G11: critical probabilities, and thresholds of bond percolation by finite-size scaling. With D = 1 people ever infected are clusters.
///
/// Between two sizes all lengths grow by one factor. A share that falls as that of the largest cluster at the threshold does, from so many
/// people introduced as hit it equally likely, is reached at p = pc + X / (size's power), where X has one distribution. So two means give
/// pc. Exponents in two dimensions: 5/48 of the cluster's share, 3/4 of p (Stauffer & Aharony 1994); of random graphs 1/3 of both (Bollobas 2001; as
/// other texts quote them, we did not read the books).
extension [Truth] {
  static var criticalProbabilities: [Truth] {
    [
      row,
      lattice(.vonNeumann, 0.5, "1/2, Kesten 1980"),
      lattice(.hexagonal, 2 * sin(Double.pi / 18), "2 sin(pi/18), Sykes & Essam 1964"),
      lattice(.moore, 0.25036834, "0.25036834(6), Ouyang, Feng & Bloete 2018"),
      randomGraph,
    ]
  }

  /// Everybody behind the first one of nine needs one contact: the largest of eight uniform numbers.
  private static var row: Truth {
    Truth(
      "P13.row", source: "the mean of the largest of eight uniform numbers",
      Scenario(.vonNeumann, .all, .each, p: 1, people: 9, columns: 9, start: [0])
        .withCourse(infectious: 1),
      runs: 20_000, .criticalProbability([1]), .means([8.0 / 9]))
  }

  /// - Parameters:
  ///   - growth: of the number by which X is divided, from the first arm to the second one.
  private static func threshold(
    _ id: String, _ source: String, _ arms: [Scenario], shares: [Double], runs: Int, growth: Double,
    _ value: Double, tolerance: Double
  ) -> Truth {
    Truth(
      id, tier: .deep, source: source, arms.map { $0.withCourse(infectious: 1) }, runs: runs,
      .criticalProbability(shares),
      .function(
        MeanFunction([-1 / (growth - 1), growth / (growth - 1)]), value, tolerance: tolerance))
  }

  /// Tori of 64 x 64 and 256 x 256 people.
  private static func lattice(
    _ neighborhood: SpreadRule.Neighborhood, _ value: Double, _ source: String
  ) -> Truth {
    let fall = pow(4, -5.0 / 48)
    let arms = [(64, 45), (256, 52)].map { side, start in
      var arm = Scenario(
        neighborhood, .all, .each, p: value, people: side * side, columns: side, boundary: .torus)
      (arm.startPeople, arm.introductions) = (start, [])
      return arm
    }
    return threshold(
      "P13.\(neighborhood.rawValue)", "finite-size scaling; threshold: \(source)", arms,
      shares: [0.5, 0.5 * fall], runs: 4_000, growth: pow(4, 0.75), value, tolerance: 2e-4)
  }

  private static var randomGraph: Truth {
    let arms = [(4_096, 32), (32_768, 64)].map { people, start in
      var arm = Scenario(
        .random(meanDegree: 2, per: .replicate), .all, .each, p: 0.5, people: people)
      (arm.startPeople, arm.introductions) = (start, [])
      return arm
    }
    return threshold(
      "G11.random", "finite-size scaling; threshold: 1 / mean degree, Erdos & Renyi 1960", arms,
      shares: [0.125, 0.0625], runs: 10_000, growth: 2, 0.5, tolerance: 1e-3)
  }
}
