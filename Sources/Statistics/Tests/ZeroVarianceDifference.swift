import Glibc

/// A difference that is the same in all pairs, or of two groups neither of which varies.
///
/// There is no t. Three questions have an answer all the same (docs/statistics.md, "Without
/// spread"):
/// - different? by sign flips, or by permutation of labels;
/// - where is the difference? at this one point, or unknown while there are too few values for
///   a permutation test to be significant;
/// - equivalent? if n equal outcomes would be too much of a coincidence, were other outcomes
///   frequent enough to move the mean out of the margin.
package struct ZeroVarianceDifference: Inference, Hashable {
  package let estimate: Double
  /// Pairs, or values of the smaller group.
  package let count: Int
  /// The p of a difference that so many values show if there is one: 2 of 2^n signs, or 2 of all
  /// divisions into two groups (twice the only one, where their sizes differ).
  private let p: Double
  /// How far a value not seen yet is taken to move the difference, at most.
  private let reach: Double

  /// Two groups; nil if one varies, or has fewer than two values.
  init?(_ x: ValueSummary, _ y: ValueSummary) {
    guard x.count > 1, y.count > 1, let first = x.first, let other = y.first, x.isConstant,
      y.isConstant
    else { return nil }
    let divisions = GSL.lnChoose(x.count + y.count, x.count)
    let rounding = max(x.rounding, y.rounding)
    self.init(
      difference: abs(first - other) <= rounding ? 0 : first - other,
      count: min(x.count, y.count), p: 2 * exp(-divisions), x, y)
  }

  /// Pairs; nil if their differences vary by more than rounding, or for fewer than two.
  init?(_ pairs: PairSummary) {
    guard pairs.count > 1, let first = pairs.differences.first, pairs.hasEqualDifferences else {
      return nil
    }
    self.init(
      difference: abs(first) <= pairs.rounding ? 0 : first, count: pairs.count,
      p: pow(2, Double(1 - pairs.count)), pairs.x, pairs.y)
  }

  private init(
    difference: Double, count: Int, p: Double, _ x: ValueSummary, _ y: ValueSummary
  ) {
    estimate = difference
    self.count = count
    self.p = min(1, p)
    let range =
      max(x.moments.max ?? 0, y.moments.max ?? 0) - min(x.moments.min ?? 0, y.moments.min ?? 0)
    reach = max(range + abs(difference), x.isWhole && y.isWhole ? 1 : 0)
  }

  /// The point where the p of as many values could be at most 1 - `level`; else open.
  package func interval(level: Double) -> Interval? {
    let end = p <= 1 - level ? estimate : nil
    return Interval(lower: end, upper: end, method: .rankInversion)
  }

  package func p(against value: Double) -> OneSided? {
    OneSided(
      statistic: nil, above: value < estimate ? p / 2 : 1, below: value > estimate ? p / 2 : 1)
  }

  /// Could the mean difference lie beyond `region` although all are equal?
  ///
  /// It would take a share q of other outcomes, q = room / reach, where room is how far the difference is
  /// from the region's nearer end, or from its worse one, and reach how far apart the values seen lie
  /// (whole numbers at least 1) and the difference itself.
  /// n equal ones have the probability p = (1 - q)^n then: the rule of three, turned around. q is
  /// taken as at most `alpha`, so that no margin, however wide, makes up for very few values.
  package func test(
    within region: ClosedRange<Double>, better: Better?, alpha: Double
  ) -> TestResult? {
    let (below, above) = (estimate - region.lowerBound, region.upperBound - estimate)
    let room =
      switch better {
      case .smaller: above
      case .larger: below
      case nil: min(below, above)
      }
    let share = room > 0 ? min(alpha, room / reach) : 0
    return TestResult(statistic: nil, p: exp(Double(count) * log1p(-share)))
  }
}
