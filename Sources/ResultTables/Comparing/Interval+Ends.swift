import Statistics

extension Interval {
  var ends: (lower: Double?, upper: Double?) { (lower, upper) }
}

extension StudentEstimate {
  /// The ends of the interval of a mean of values of `least` or more; nil where no values differ: then nothing is
  /// known of their spread.
  func ends(level: Double, least: Double) -> (lower: Double?, upper: Double?)? {
    guard standardError > 0, let interval = interval(level: level) else { return nil }
    return (interval.lower.map { max($0, least) }, interval.upper)
  }
}
