import Statistics

extension Interval {
  var ends: (lower: Double?, upper: Double?) { (lower, upper) }
}
