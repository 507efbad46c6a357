/// The values of two groups or more, as the tests and effects of a comparison are given them.
package struct ComparedValues: Sendable {
  package let groups: [GroupValues]
  /// Of two groups; nil where they are independent.
  package let pairs: PairValues?
  package let isPaired: Bool
  /// All values and those that were not reached.
  package let times: [CountedTimes]
  /// The times of pairs; nil where they are independent.
  package let timePairs: CountedTimePairs?
  /// What a margin is compared with; nil without one.
  package var equivalence: Equivalence?
  package let level: Double
  /// Whether the values are 0 and 1, so that their means are shares.
  package let isOfShares: Bool
  /// Of random permutations and sign flips.
  package let key: UInt64
  /// Of the first group's mean and the second's; nil for more groups or too few values.
  package let difference: MeanDifference?

  package init(
    _ groups: [GroupValues], pairs: PairValues?, times: [CountedTimes],
    timePairs: CountedTimePairs? = nil, isPaired: Bool? = nil, isOfShares: Bool = false,
    level: Double, key: UInt64
  ) {
    self.isOfShares = isOfShares
    self.isPaired = isPaired ?? (pairs != nil)
    (self.groups, self.pairs, self.times) = (groups, pairs, times)
    self.timePairs = timePairs
    (self.level, self.key) = (level, key)
    difference =
      pairs.map { MeanDifference($0.summary) }
      ?? (groups.count == 2
        ? MeanDifference(welch: groups[0].summary, groups[1].summary) : nil)
  }

  package var summaries: [ValueSummary] { groups.map(\.summary) }
  package var counts: [CountedValues] { groups.map(\.counts) }

  /// Of two groups of times; nil for more, or without any.
  package var restrictedMeans: RestrictedMeanDifference? {
    if let timePairs { return RestrictedMeanDifference(timePairs) }
    return times.count == 2 ? RestrictedMeanDifference(times[0], times[1]) : nil
  }

  /// The outcome for exactly two groups.
  func two<Outcome>(_ outcome: (GroupValues, GroupValues) -> Outcome?) -> Outcome? {
    groups.count == 2 ? outcome(groups[0], groups[1]) : nil
  }
}

/// A margin that does not matter.
package struct Margin: Hashable, Sendable {
  /// Of a difference above 0, of a ratio above 1.
  package let size: Double
  /// On one side alone: how much worse a level may be; nil: on both.
  package let better: Better?

  package init(_ size: Double, better: Better? = nil) {
    self.size = size
    self.better = better
  }
}

/// Whether an effect is within a margin, or not worse by more than one.
package struct Equivalence: Hashable, Sendable {
  package let margin: Margin
  /// Two one-sided tests, or the one of the worse side; nil where not defined.
  package let result: TestResult?
  /// Whether the interval of the effect lies within the margin, or ends before its worse side.
  package let isWithinMargin: Bool

  /// - Parameter region: the values that the margin counts as no difference.
  init(
    _ effect: (any Inference)?, _ margin: Margin, _ region: ClosedRange<Double>, level: Double
  ) {
    self.margin = margin
    result = effect?.test(within: region, better: margin.better, alpha: 1 - level)
    let interval = effect?.interval(level: level)
    // An end that only rounding keeps from the margin lies within it.
    let slack = 0x1p-48 * max(abs(region.lowerBound), abs(region.upperBound))
    let isAbove = interval?.lower.map { region.lowerBound <= $0 + slack } ?? false
    let isBelow = interval?.upper.map { $0 - slack <= region.upperBound } ?? false
    isWithinMargin =
      switch margin.better {
      case .smaller: isBelow
      case .larger: isAbove
      case nil: isAbove && isBelow
      }
  }
}
