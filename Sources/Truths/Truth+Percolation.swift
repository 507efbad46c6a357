internal import Foundation
internal import SpreadModel

/// C12, P9, P10, P12: where infections last for D steps and nobody returns, who is ever infected is
/// a cluster of bond percolation with the chance 1 - (1-p)^D; with p = 1 among people of whom some
/// are immune, one of site percolation.
///
/// Threshold of bonds: 1/2 of the square lattice exactly (Kesten 1980, Commun. Math. Phys. 74:41);
/// with diagonals 0.25036834(6) (Ouyang, Feng & Bloete 2018, Phys. Rev. E 98:062101). Of sites:
/// 0.59274605079210(2) (Jacobsen 2015, J. Phys. A 48:454003), with diagonals 1 minus that, as the
/// lattices match. Six neighbors are a triangular lattice: 2 sin(pi/18) and 1/2 (Sykes & Essam 1964, J. Math. Phys. 5:1117). The numbers are quoted as other programs use them; we did not read the papers.
extension [Truth] {
  private static let unknown = "no threshold is known for neighborhoods by distance"

  private static func bondThreshold(_ neighborhood: SpreadRule.Neighborhood) -> Double {
    switch neighborhood {
    case .vonNeumann: 0.5
    case .moore: 0.25036834
    case .hexagonal: 0.3472963553338607
    case .within: preconditionFailure(unknown)
    }
  }

  private static func siteThreshold(_ neighborhood: SpreadRule.Neighborhood) -> Double {
    switch neighborhood {
    case .vonNeumann: 0.5927460507921
    case .moore: 1 - 0.5927460507921
    case .hexagonal: 0.5
    case .within: preconditionFailure(unknown)
    }
  }

  static var percolation: [Truth] {
    crossings
      + slopes(.vonNeumann, bonds: true, below: -0.15, above: 1.00)
      + slopes(.moore, bonds: true, below: -0.96, above: 1.17)
      + slopes(.hexagonal, bonds: true, below: -0.49, above: 1.09)
      + slopes(.vonNeumann, bonds: false, below: -0.06, above: 0.93)
      + slopes(.moore, bonds: false, below: -0.30, above: 0.99)
      + slopes(.hexagonal, bonds: false, below: -0.18, above: 0.97)
      + longerPeriods
  }

  /// The chance p whose D trials are one of the chance `bond`.
  private static func chance(of bond: Double, in steps: Int) -> Double {
    1 - pow(1 - bond, 1 / Double(steps))
  }

  /// n rows of n + 1 people, the first column introduced: the last column is reached with chance 1/2.
  private static var crossings: [Truth] {
    [(2, 1), (5, 1), (30, 1), (10, 2), (10, 3), (10, 5), (10, 10)].map { (rows, steps) in
      let p = chance(of: 0.5, in: steps)
      let columns = rows + 1
      return Truth(
        "C12.n\(rows)_D\(steps)", source: "self-duality of the square lattice, exact",
        Scenario(
          .vonNeumann, p: p, people: rows * columns, columns: columns,
          start: (0..<rows).map { $0 * columns }
        ).withCourse(infectious: steps), runs: 20_000,
        .infectionSteps([.init((0..<rows).map { $0 * columns + rows })], .anybody),
        .distribution([0.5, 0.5]))
    }
  }

  /// At the threshold and 0.03 beside it.
  private static func slopes(
    _ neighborhood: SpreadRule.Neighborhood, bonds: Bool, below: Double, above: Double
  ) -> [Truth] {
    let threshold = bonds ? bondThreshold(neighborhood) : siteThreshold(neighborhood)
    func truth(
      _ name: String, at chance: Double, survival: Bool = false, _ expected: Double,
      tolerance: Double, _ source: String
    ) -> Truth {
      var arm = Scenario(
        neighborhood, p: bonds ? chance : 1, people: 129 * 129, columns: 129, maxSteps: 60
      ).withCourse(infectious: 1)
      arm.immuneShare = bonds ? 0 : 1 - chance
      return Truth(
        "\(bonds ? "P9" : "P10").\(neighborhood.rawValue)_\(name)", tier: .full, source: source,
        arm, runs: bonds ? 40_000 : 12_000, .curves(steps: [15, 60], anybody: survival),
        .function(.exponent(over: 4), expected, tolerance: tolerance))
    }
    let exponent =
      "exponent of dynamic percolation as other programs use it; threshold: \(source(neighborhood, bonds: bonds))"
    let beside = "an independent program, 6000 runs; the threshold separates them"
    return [
      // Among sites 60 steps are far from the limit.
      truth("number", at: threshold, 0.586, tolerance: bonds ? 0.05 : 0.08, exponent),
      truth(
        "survival", at: threshold, survival: true, -0.092, tolerance: bonds ? 0.02 : 0.03, exponent),
      truth("below", at: threshold - 0.03, below, tolerance: 0.1, beside),
      truth("above", at: threshold + 0.03, above, tolerance: 0.1, beside),
    ]
  }

  private static func source(_ neighborhood: SpreadRule.Neighborhood, bonds: Bool) -> String {
    switch (neighborhood, bonds) {
    case (.vonNeumann, true): "1/2, Kesten 1980"
    case (.moore, true): "0.25036834(6), Ouyang, Feng & Bloete 2018"
    case (.vonNeumann, false): "0.59274605079210(2), Jacobsen 2015"
    case (.moore, false): "1 - 0.59274605079210(2), Jacobsen 2015, matching lattice"
    case (.hexagonal, true): "2 sin(pi/18), Sykes & Essam 1964"
    case (.hexagonal, false): "1/2, Sykes & Essam 1964"
    case (.within, _): preconditionFailure(unknown)
    }
  }

  /// People ever infected where D steps have the threshold's chance, over those where one step has.
  private static var longerPeriods: [Truth] {
    SpreadRule.Neighborhood.allCases.flatMap { neighborhood in
      [2, 3, 5, 10].map { steps in
        let bond = bondThreshold(neighborhood)
        return Truth(
          "P12.\(neighborhood.rawValue)_D\(steps)", tier: steps < 10 ? .full : .deep,
          source:
            "independent contacts: 1 - (1-p)^D is the threshold of P9, one cluster of bond percolation",
          [1, steps].map {
            Scenario(
              neighborhood, p: chance(of: bond, in: $0), people: 65 * 65, columns: 65
            ).withCourse(infectious: $0)
          }, runs: 30_000, .finalSize, .function(.quotient, 1, tolerance: 0.05))
      }
    }
  }
}
