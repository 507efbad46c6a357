/// The smallest double in `low...high` from which on `holds` is true; `high` if there is none.
///
/// Bisection over the doubles themselves, which for numbers of 0 or more have the order of their
/// bit patterns: at most 64 calls, and no accuracy to choose.
/// - Precondition: 0 <= low <= high.
func firstDouble(
  from low: Double, through high: Double, where holds: (Double) -> Bool
) -> Double {
  precondition(0 <= low && low <= high)
  var (lower, upper) = ((low + 0).bitPattern, high.bitPattern)  // + 0: -0 becomes 0
  while lower < upper {
    let middle = lower + (upper - lower) / 2
    if holds(Double(bitPattern: middle)) { upper = middle } else { lower = middle + 1 }
  }
  return Double(bitPattern: lower)
}
