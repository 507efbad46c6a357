internal import Foundation
internal import SpreadModel

/// C7, P11: people on a ring who are infectious for one step and healthy again at once are directed
/// bond percolation: who is infected in step t has the row above as sources, in step t - 1.
extension [Truth] {
  /// Jensen 1999, J. Phys. A 32:5233, 0.644700185(5), as other programs quote it.
  private static var threshold: Double { 0.644700185 }

  static var lineEpidemic: [Truth] {
    let exact = [false, true].map { survival in
      Truth(
        "C7.\(survival ? "survival" : "number")", source: "directed percolation, enumerated",
        ring(40, p: 0.5, steps: 8), runs: 40_000,
        .curves(steps: [Int](0...8), anybody: survival),
        .means(survival ? survivals : numbers))
    }
    return exact + [
      slope("number", p: threshold, survival: false, 0.3137, tolerance: 0.05),
      slope("survival", p: threshold, survival: true, -0.1595, tolerance: 0.02),
      slope("below", p: threshold - 0.015, survival: false, -0.29, tolerance: 0.1),
      slope("above", p: threshold + 0.015, survival: false, 0.62, tolerance: 0.1),
    ]
  }

  /// With p = 1/2; enumerated in Tests/swift/TruthsTests/OtherSourcesTests.swift.
  private static var numbers: [Double] {
    [
      1, 1, 0.9375, 0.859375, 0.779541015625, 0.7031097412109375, 0.6320247054100037,
      0.5669032176956534, 0.5077623549959753,
    ]
  }

  private static var survivals: [Double] {
    [
      1, 0.75, 0.609375, 0.511962890625, 0.4379281997680664, 0.3787569170817733,
      0.3299961382888341, 0.28900158688380495, 0.25405708470903393,
    ]
  }

  private static func ring(_ people: Int, p: Double, steps: Int) -> Scenario {
    Scenario(
      .vonNeumann, .all, p: p, people: people, columns: people, boundary: .torus,
      maxSteps: steps
    ).withCourse(infectious: 1, immune: 0)
  }

  private static func slope(
    _ id: String, p: Double, survival: Bool, _ expected: Double, tolerance: Double
  ) -> Truth {
    let source =
      p == threshold
      ? "exponent of directed percolation as other programs use it; threshold: Jensen 1999, "
        + "J. Phys. A 32:5233, as they quote it"
      : "an independent program, 6000 runs; the threshold separates the signs"
    return Truth(
      "P11.\(id)", tier: .full, source: source, ring(801, p: p, steps: 390), runs: 24_000,
      .curves(steps: [40, 390], anybody: survival),
      .function(.exponent(over: 390.0 / 40), expected, tolerance: tolerance))
  }
}
