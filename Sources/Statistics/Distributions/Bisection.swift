/// The smallest double in `low...high` from which on `holds` is true; `high` if there is none.
///
/// Bisection over the doubles themselves, which for numbers of 0 or more have the order of their
/// bit patterns: at most 64 calls, and no accuracy to choose.
/// - Precondition: 0 <= low <= high.
func firstDouble(
  from low: Double, through high: Double, where holds: (Double) -> Bool
) -> Double {
  precondition(0 <= low && low <= high)
  let bits = low.bitPattern..<high.bitPattern
  return Double(bitPattern: bits.bisected { holds(Double(bitPattern: $0)) })
}

extension Range where Bound: FixedWidthInteger {
  /// The first number for which `holds` is true, as it is for all behind it; the upper bound if there
  /// is none.
  @inlinable package func bisected(_ holds: (Bound) -> Bool) -> Bound {
    var (low, high) = (lowerBound, upperBound)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(middle) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
