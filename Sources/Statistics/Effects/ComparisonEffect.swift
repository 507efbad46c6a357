import Glibc

/// An effect, the size of a difference: all that is known of it outside its own file, in which it stands.
package struct ComparisonEffect: ComparisonMethod {
  package enum Scale: Sendable {
    /// One level minus the other.
    case difference
    /// One level divided by the other.
    case ratio
    /// How often the first level is smaller.
    case share
  }

  package enum Unit: Sendable {
    /// That of the response.
    case response
    case none
  }

  /// A value of the column `effect`.
  package let rawValue: String
  package let question: ComparedLevels
  package let data: ComparedData
  package let scale: Scale
  package let unit: Unit
  private let test: ComparisonTest?
  /// Tests whose p is below 1 - level exactly where the interval excludes `noDifference`.
  package let agreesWith: [String]
  package let needs: RequiredData
  package let isPooled: Bool
  /// Whether it is of pairs alone.
  package let needsPairs: Bool
  package let words: MethodWords
  private let infer: @Sendable (ComparedValues) -> (any Inference)?

  /// - Parameters:
  ///   - test: the test where none is named, of independent groups; nil: the usual one.
  ///   - infer: what the values say of it; nil where not defined.
  init(
    _ name: String, _ words: MethodWords, question: ComparedLevels = .pairs, scale: Scale,
    unit: Unit, data: ComparedData = .numbers, test: ComparisonTest? = nil,
    agreesWith: [String] = [], needs: RequiredData = [], isPooled: Bool = false,
    needsPairs: Bool = false,
    infer: @escaping @Sendable (ComparedValues) -> (any Inference)?
  ) {
    rawValue = name
    self.words = words
    (self.question, self.data) = (question, data)
    (self.scale, self.unit) = (scale, unit)
    (self.test, self.agreesWith) = (test, agreesWith)
    (self.needs, self.isPooled, self.needsPairs) = (needs, isPooled, needsPairs)
    self.infer = infer
  }

  /// Every effect, in the order in which they are named to the user.
  package static let all: [ComparisonEffect] = [
    .meanDifference, .ratioOfMeans, .hodgesLehmann, .riskRatio, .restrictedMeanDifference,
    .smallerShare,
  ]

  /// Its value where levels do not differ.
  package var noDifference: Double {
    switch scale {
    case .difference: 0
    case .ratio: 1
    case .share: 0.5
    }
  }

  /// How far an estimate is from no difference, below 0 where the first level is lower: of ratios by their
  /// logarithm.
  package func distance(_ estimate: Double) -> Double {
    switch scale {
    case .difference: estimate
    // No logarithm of a double is as far from 0. A ratio below 0 is as far as 0 is.
    case .ratio: estimate > 0 ? log(estimate) : -1_000
    case .share: noDifference - estimate
    }
  }

  /// The test where none is named.
  ///
  /// Of times that were not all reached an effect of all values has no test of its own.
  package func usualTest(
    isPaired: Bool, isCensored: Bool, isOfShares: Bool
  ) -> ComparisonTest {
    guard let test, !(isCensored && data == .numbers) else {
      return .usual(isPaired: isPaired, isCensored: isCensored, isOfShares: isOfShares)
    }
    guard isPaired, test.pairing == .never else { return test }
    return test.pairedForm.flatMap(ComparisonTest.init) ?? test
  }

  /// The values that a margin counts as none.
  package func region(margin: Double) -> ClosedRange<Double> {
    scale == .ratio ? 1 / margin...margin : noDifference - margin...noDifference + margin
  }

  /// What the values say of it; nil where not defined.
  package func inference(of groups: ComparedValues) -> (any Inference)? { infer(groups) }

  /// Whether it is within a margin, or not worse by more.
  package func equivalence(
    _ inference: (any Inference)?, _ margin: Margin, level: Double
  ) -> Equivalence {
    let better = inference?.fallsWithValues == true ? margin.better?.other : margin.better
    return Equivalence(
      inference, Margin(margin.size, better: better), region(margin: margin.size), level: level)
  }

  /// Why a margin is none; nil if it is one.
  ///
  /// - Parameter most: the largest difference of two values that there can be; nil if not known.
  package func problem(ofMargin margin: Double, most: Double?) -> String? {
    switch scale {
    case .ratio where margin <= 1:
      "the margin of \(rawValue) is a ratio; give a number above 1, such as 1.25"
    case .share where margin >= 0.5:
      "every share lies within 0.5 of one half, so all levels would be equivalent; give less, such as 0.1"
    case .difference where margin >= most ?? .infinity:
      "no difference is larger than \(most ?? .infinity), so all levels would be equivalent; give less"
    case .ratio, .share, .difference: nil
    }
  }
}

extension ComparisonEffect: CaseIterable, RawRepresentable, Hashable {
  package static let allCases = all

  package init?(rawValue name: String) {
    guard let effect = Self.all.first(where: { $0.rawValue == name }) else { return nil }
    self = effect
  }
}
