/// How an interval was found; the raw values are those of the column `ci_method`.
package enum IntervalMethod: String, CaseIterable, Codable, Sendable {
  case t
  case normal
  case wilson
  case orderStatistic = "order_statistic"
  case kaplanMeier = "kaplan_meier"
  case bootstrapPercentile = "bootstrap_percentile"
  case bootstrapBCa = "bootstrap_bca"
  case rankInversion = "rank_inversion"
  case simultaneous
  case fieller
  case score
  case mee, tango, mover

  /// Those of differences and ratios.
  package static let ofComparisons: [Self] = [
    .t, .wilson, .mee, .tango, .mover, .score, .fieller, .rankInversion, .simultaneous,
  ]
}

/// A confidence interval; a side that the data cannot bound is nil.
package struct Interval: Hashable, Sendable {
  package var lower: Double?
  package var upper: Double?
  package var method: IntervalMethod

  package init(lower: Double?, upper: Double?, method: IntervalMethod) {
    self.lower = lower
    self.upper = upper
    self.method = method
  }

  init(center: Double, halfWidth: Double, method: IntervalMethod) {
    self.init(
      lower: center - halfWidth, upper: center + halfWidth, method: method)
  }

  /// Half of upper - lower; nil when a side is open.
  package var halfWidth: Double? {
    guard let lower, let upper else { return nil }
    return (upper - lower) / 2
  }

  /// Whether `value` lies inside, the ends included.
  package func contains(_ value: Double) -> Bool {
    (lower ?? -.infinity) <= value && value <= (upper ?? .infinity)
  }
}
