/// The values of two groups or more, as the tests and effects of a comparison are given them.
package struct ComparedValues: Sendable {
  /// Of pairs the same place in both groups.
  package let values: [[Double]]
  package let isPaired: Bool
  /// All values and those that were not reached.
  package let times: [[CensoredTime]]
  package let level: Double
  /// Comparisons that are corrected together, at least 1.
  package let family: Int
  /// Of random rearrangements.
  package let key: UInt64
  /// Of the first group's mean and the second's; nil for more groups or too few values.
  package let difference: MeanDifference?
  /// Nil without a margin.
  package let equivalence: Equivalence?

  /// - Precondition: pairs are two groups of one size.
  package init(
    _ values: [[Double]], isPaired: Bool, times: [[CensoredTime]], margin: Double?, level: Double,
    family: Int, key: UInt64
  ) {
    (self.values, self.isPaired, self.times) = (values, isPaired, times)
    (self.level, self.family, self.key) = (level, family, key)
    let difference =
      values.count != 2
      ? nil
      : isPaired
        ? MeanDifference(paired: values[0], values[1])
        : MeanDifference(welch: values[0], values[1])
    self.difference = difference
    equivalence = margin.map { Equivalence(difference, margin: $0, level: level) }
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
  /// Whether the interval of the difference of means lies within -+ `margin`.
  package let isWithinMargin: Bool

  /// - Precondition: `margin` > 0.
  package init(_ difference: MeanDifference?, margin: Double, level: Double) {
    self.margin = margin
    result = difference?.equivalence(margin: margin, alpha: 1 - level)
    let interval = difference?.interval(level: level)
    if let lower = interval?.lower, let upper = interval?.upper {
      isWithinMargin = -margin <= lower && upper <= margin
    } else {
      isWithinMargin = false
    }
  }
}
