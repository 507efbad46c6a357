import KeyedRandom
import PlainText
import SpreadModel
package import Statistics

/// So many points, spread over the ranges of the factors.
protocol SampledDesign: Design {
  /// Points, base points or paths.
  var count: Int { get }
  init(count: Int)
  /// The points in the unit cube: a share (0..<1) for each factor.
  func shares(_ study: Study) throws -> [[Double]]
  /// Of so many factors, the points for each of `count`.
  func points(factors: Int) -> Int
  /// The fewest that `count` may be.
  static var fewest: Int { get }
}

extension SampledDesign {
  func points(factors: Int) -> Int { 1 }
  static var fewest: Int { 1 }

  static var blank: Self { Self(count: 1) }
  static var fileMembers: [Member<Self>] {
    [
      Member(
        "points", required: .whole(1...AllowedValues.mostPeople), isNeeded: false,
        """
        Number of points; for saltelli of base points (d factors give points x (2 d + 2) of them), for \
        morris of paths (points x (d + 1)).
        """,
        set: { $0 = Self(count: $1) }, get: \.count)
    ]
  }

  /// Factors are ranges without levels of their own, and there are some.
  static func objectionsToFactors(_ read: ReadStudy) -> [Objection] {
    let none =
      read.keys.names(in: "factors").isEmpty
      ? [
        Objection(
          .missing, .missingBeside(["design"], .key, missing: ["factors"]),
          "the design \"\(name)\" needs at least one factor with \"from\" and \"to\"")
      ] : []
    return none
      + read.study.factors.compactMap { factor in
        if case .interval = factor.levels { return nil }
        return Objection(
          .conflict, key: "factors", factor.parameter.path,
          say: "the design \"\(name)\" chooses levels itself: give only \"from\" and \"to\" "
            + "(and \"scale\"); a rule or a boundary has no such range")
      }
  }

  func pointCount(_ study: Study) -> Double {
    Double(count) * Double(points(factors: study.factors.count))
  }

  func levels(_ study: Study) throws -> PointLevels {
    let shares = try shares(study)
    return (
      shares.count,
      { index in study.named(zip(study.factors, shares[index]).compactMap { $0.level(atShare: $1) })
      }
    )
  }

  /// One of several points for each count differs from others in one factor alone.
  var variesAllTogether: Bool { points(factors: 1) == 1 }
  var isSample: Bool { true }
  func mayRepeatPoints(_ study: Study) -> Bool { false }

  func reduced(toPoints most: Int, factors: Int) -> Self {
    Self(count: min(count, max(Self.fewest, most / points(factors: factors))))
  }
}

/// Source: `LatinHypercube`.
struct LatinHypercubeSample: SampledDesign {
  static let name = "latin_hypercube"
  static let about = "Latin hypercube: random points, evenly spread over the range of each factor."
  static let sensitivity: SensitivityMethod? = .prcc
  let count: Int

  func shares(_ study: Study) -> [[Double]] {
    let key = fold(study.seed, 0x6c61_7469_6e)  // "latin"
    return LatinHypercube.points(count: count, dimension: study.factors.count, key: key)
  }

}

/// Source: `ShiftedSobol`.
struct SobolSample: SampledDesign {
  static let name = "sobol"
  static let about = "Points of Sobol's sequence."
  static let sensitivity: SensitivityMethod? = .prcc
  let count: Int

  func shares(_ study: Study) throws -> [[Double]] {
    try ShiftedSobol.points(count: count, dimension: study.factors.count, key: study.sobolKey)
  }

}

/// Source: `QuasiRandomSequence.halton`.
struct HaltonSample: SampledDesign {
  static let name = "halton"
  static let about = "Points of Halton's sequence."
  static let sensitivity: SensitivityMethod? = .prcc
  let count: Int

  func shares(_ study: Study) throws -> [[Double]] {
    try QuasiRandomSequence.halton.points(count: count, dimension: study.factors.count)
  }

}

/// Base points; d factors give 2 d + 2 points for each, as in `SaltelliDesign` (with pairs).
struct SaltelliSample: SampledDesign {
  static let name = "saltelli"
  static let about = "Points for Sobol indices (analysis: sensitivity)."
  static let sensitivity: SensitivityMethod? = .sobol
  let count: Int

  func points(factors: Int) -> Int { 2 * factors + 2 }

  func shares(_ study: Study) throws -> [[Double]] { try study.saltelliDesign?.points() ?? [] }
}

/// Random paths; d factors give d + 1 points for each, path by path, as in `MorrisScreening`.
struct MorrisPaths: SampledDesign {
  static let name = "morris"
  static let about = "Paths that change one factor at a time (analysis: sensitivity)."
  static let sensitivity: SensitivityMethod? = .morris
  static let fewest = 2
  let count: Int

  func points(factors: Int) -> Int { factors + 1 }

  func shares(_ study: Study) -> [[Double]] { study.morrisDesign?.points ?? [] }

  static let relations: [Relation<Self>] = [
    Relation("points") { paths in
      guard paths.count < fewest else { return nil }
      return Objection(
        .outOfRange, at: "points",
        say: "one path does not show how the effects vary; give 2 or more, such as 20")
    }
  ]
}

extension Study {
  /// Of the shift of Sobol' points.
  fileprivate var sobolKey: UInt64 { fold(seed, 0x736f_626f_6c) }  // "sobol"

  /// The design whose points, in order, a `saltelli` study has; nil for other designs. Its
  /// `indices` take one value per point.
  package var saltelliDesign: SaltelliDesign? {
    guard let sample = design as? SaltelliSample else { return nil }
    // A study was checked when it was read: its design can be made.
    return try? SaltelliDesign(
      dimension: factors.count, baseCount: sample.count, withPairs: true, key: sobolKey)
  }

  /// The design whose points, in order, a `morris` study has; nil for other designs. Its `effects`
  /// take one value per point.
  package var morrisDesign: MorrisScreening? {
    guard let paths = design as? MorrisPaths else { return nil }
    // As above: it was checked.
    return try? MorrisScreening(
      dimension: factors.count, paths: paths.count, key: fold(seed, 0x6d6f_7272_6973))  // "morris"
  }
}
