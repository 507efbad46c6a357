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
  /// All values of each group, each with its replicate, in the order of replicates; where runs are
  /// independent, equal replicates have nothing in common. Empty where not asked for
  /// (`RequiredData.replicates`).
  package let samples: [[ReplicateValue]]
  /// The difference judged together with others; nil where it is judged alone.
  package var joint: JointMeans.Comparison?
  package let level: Double
  /// Comparisons that are corrected together, at least 1.
  package let family: Int
  /// Of random rearrangements.
  package let key: UInt64
  /// Of the first group's mean and the second's; nil for more groups or too few values.
  package let difference: MeanDifference?
  /// Differences within it count as none; nil without.
  package let margin: Double?

  package init(
    _ groups: [GroupValues], pairs: PairValues?, times: [CountedTimes],
    timePairs: CountedTimePairs? = nil, samples: [[ReplicateValue]] = [], isPaired: Bool? = nil,
    margin: Double?, level: Double, family: Int, key: UInt64
  ) {
    self.isPaired = isPaired ?? (pairs != nil)
    (self.samples, self.margin) = (samples, margin)
    (self.groups, self.pairs, self.times) = (groups, pairs, times)
    self.timePairs = timePairs
    (self.level, self.family, self.key) = (level, family, key)
    difference =
      pairs.map { MeanDifference($0.summary) }
      ?? (groups.count == 2
        ? MeanDifference(welch: groups[0].summary, groups[1].summary) : nil)
  }

  /// Of the means; nil without a margin.
  package var equivalence: Equivalence? {
    margin.map { Equivalence(difference, margin: $0, level: level) }
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

  /// As many rearrangements as let the smallest p of the family pass its correction.
  package func draws(_ standard: Rearrangements) -> Rearrangements {
    Rearrangements(first: standard.first, family: family, alpha: 1 - level)
  }
}

/// Whether two means differ by less than a margin.
package struct Equivalence: Hashable, Sendable {
  package let margin: Double
  /// Two one-sided tests; nil where not defined.
  package let result: TestResult?
  /// Whether the interval of the difference of means lies within ± `margin`.
  package let isWithinMargin: Bool

  /// - Precondition: `margin` > 0.
  package init(_ difference: MeanDifference?, margin: Double, level: Double) {
    self.init(
      difference?.equivalence(margin: margin, alpha: 1 - level),
      difference?.interval(level: level), margin: margin)
  }

  /// - Precondition: `margin` > 0.
  package init(_ difference: RestrictedMeanDifference?, margin: Double, level: Double) {
    self.init(
      difference?.equivalence(margin: margin), difference?.interval(level: level), margin: margin)
  }

  private init(_ result: TestResult?, _ interval: Interval?, margin: Double) {
    self.margin = margin
    self.result = result
    if let lower = interval?.lower, let upper = interval?.upper {
      isWithinMargin = -margin <= lower && upper <= margin
    } else {
      isWithinMargin = false
    }
  }
}
