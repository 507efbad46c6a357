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

  /// Whether the difference of means, or of shares, is within a margin.
  func equivalenceOfMeans(_ margin: Margin) -> Equivalence {
    guard let shareDifference else { return Equivalence(difference, margin, level: level) }
    return Equivalence(shareDifference, margin, level: level)
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

  /// Of means.
  package init(_ difference: MeanDifference?, _ margin: Margin, level: Double) {
    let (size, alpha) = (margin.size, 1 - level)
    self.init(
      margin,
      margin.better.map { difference?.nonInferiority(margin: size, better: $0, alpha: alpha) }
        ?? difference?.equivalence(margin: size, alpha: alpha),
      -size...size, difference?.interval(level: level))
  }

  /// Of shares.
  init(_ difference: ShareDifference, _ margin: Margin, level: Double) {
    self.init(
      margin, -margin.size...margin.size, difference.interval(level: level),
      against: difference.against)
  }

  /// Of shares in several combinations of other factors.
  package init(_ difference: PooledShareDifference, _ margin: Margin, level: Double) {
    self.init(
      margin, -margin.size...margin.size, difference.interval(level: level),
      against: difference.against)
  }

  /// - Parameters:
  ///   - region: the values that the margin counts as no difference.
  ///   - against: what the data say against a value.
  init(
    _ margin: Margin, _ region: ClosedRange<Double>, _ interval: Interval?,
    against: (Double) -> OneSided?
  ) {
    let result: TestResult? =
      switch margin.better {
      case .smaller: against(region.upperBound)?.smaller
      case .larger: against(region.lowerBound)?.larger
      case nil:
        against(region.lowerBound).flatMap { low in
          against(region.upperBound).flatMap { OneSided.between(low, $0) }
        }
      }
    self.init(margin, result, region, interval)
  }

  private init(
    _ margin: Margin, _ result: TestResult?, _ region: ClosedRange<Double>, _ interval: Interval?
  ) {
    (self.margin, self.result) = (margin, result)
    let isAbove = interval?.lower.map { region.lowerBound <= $0 } ?? false
    let isBelow = interval?.upper.map { $0 <= region.upperBound } ?? false
    isWithinMargin =
      switch margin.better {
      case .smaller: isBelow
      case .larger: isAbove
      case nil: isAbove && isBelow
      }
  }
}
