/// An effect, the size of a difference: all that is known of it outside its own file, in which it stands.
package struct ComparisonEffect: ComparisonMethod {
  package enum Scale: Sendable {
    /// One level minus the other.
    case difference
    /// One level divided by the other.
    case ratio
    /// Of probabilities, from -1 to 1.
    case probability
  }

  package enum Unit: Sendable {
    /// That of the response.
    case response
    case standardDeviations
    case none
  }

  package typealias Estimate = (value: Double, interval: Interval?)

  /// A value of the column `effect`.
  package let rawValue: String
  package let question: ComparedLevels
  package let data: ComparedData
  package let scale: Scale
  package let unit: Unit
  /// The test where none is named; nil: the usual one.
  package let test: ComparisonTest?
  /// Tests whose p is below 1 - level exactly where the interval excludes `noDifference`.
  package let agreesWith: [String]
  package let needs: RequiredData
  package let isPooled: Bool
  package let words: MethodWords
  private let against: (@Sendable (ComparedValues, Double) -> OneSided?)?
  private let remarkOn: @Sendable (ComparedValues) -> EffectRemark?
  private let run: @Sendable (ComparedValues) -> Estimate?

  /// - Parameters:
  ///   - against: what the data say against a value; nil: a margin is one of the difference of means.
  ///   - remark: what must be known of it beside its numbers.
  ///   - run: the effect and its interval; nil where not defined.
  init(
    _ name: String, _ words: MethodWords, question: ComparedLevels = .pairs, scale: Scale,
    unit: Unit, data: ComparedData = .numbers, test: ComparisonTest? = nil,
    agreesWith: [String] = [], needs: RequiredData = [], isPooled: Bool = false,
    against: (@Sendable (ComparedValues, Double) -> OneSided?)? = nil,
    remark: @escaping @Sendable (ComparedValues) -> EffectRemark? = { _ in nil },
    run: @escaping @Sendable (ComparedValues) -> Estimate?
  ) {
    rawValue = name
    self.words = words
    (self.question, self.data) = (question, data)
    (self.scale, self.unit) = (scale, unit)
    (self.test, self.agreesWith) = (test, agreesWith)
    (self.needs, self.isPooled) = (needs, isPooled)
    (self.against, remarkOn) = (against, remark)
    self.run = run
  }

  /// Every effect, in the order in which they are named to the user.
  package static let all: [ComparisonEffect] = [
    .meanDifference, .ratioOfMeans, .hedgesG, .cliffsDelta, .hodgesLehmann, .riskRatio,
    .restrictedMeanDifference, .hazardRatio, .kendallsW,
  ]

  /// Its value where levels do not differ.
  package var noDifference: Double { scale == .ratio ? 1 : 0 }

  /// The values that a margin counts as none.
  package func region(margin: Double) -> ClosedRange<Double> {
    scale == .ratio ? 1 / margin...margin : -margin...margin
  }

  /// The effect and its interval; nil where not defined.
  package func estimate(of groups: ComparedValues) -> Estimate? { run(groups) }

  /// Whether the effect that a margin is about is within it, or not worse by more.
  package func equivalence(of groups: ComparedValues, _ margin: Margin) -> Equivalence {
    against.map { against in
      Equivalence(margin, region(margin: margin.size), run(groups)?.interval) {
        against(groups, $0)
      }
    } ?? Equivalence(groups.difference, margin, level: groups.level)
  }

  /// The effect that a margin is about: itself, or the difference of means.
  package var marginEffect: ComparisonEffect { against == nil ? .meanDifference : self }

  package var ratioMarginAdvice: String {
    "the margin of \(rawValue) is a ratio; give a number above 1, such as 1.25"
  }

  /// Whether a margin can be compared with its values.
  package var takesMargin: Bool { unit == .response || marginEffect == self }

  /// What must be known of it beside its numbers.
  package func remark(on groups: ComparedValues) -> EffectRemark? { remarkOn(groups) }
}

/// What must be known of an effect beside its numbers.
package enum EffectRemark: Hashable, Sendable {
  /// The last time up to which it looks.
  case limit(Double)
  /// There is no finite hazard ratio.
  case noHazardRatio(CoxFit.Status)
  /// The hazard ratio is not the same at all times.
  case changingHazards(p: Double)
}

extension ComparisonEffect: CaseIterable, RawRepresentable, Hashable {
  package static let allCases = all

  package init?(rawValue name: String) {
    guard let effect = Self.all.first(where: { $0.rawValue == name }) else { return nil }
    self = effect
  }
}
