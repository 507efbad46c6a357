import Glibc

/// Where a function changes its sign.
enum SignChange {
  /// The place beyond `start` where `f` stops to have the sign it has there: first by steps that
  /// double, then by Ridders' method (1979, doi:10.1109/TCS.1979.1084580).
  ///
  /// - Parameters:
  ///   - step: the first step, whose sign is the direction.
  ///   - limit: how far from 0 to look.
  /// - Returns: nil if there is none up to there, as far as doubles are distinguishable.
  static func find(
    from start: Double, step: Double, within limit: Double = .infinity, _ f: (Double) -> Double
  ) -> Double? {
    guard step != 0, step.isFinite else { return nil }
    let isPositive = f(start) > 0
    var (inside, step) = (start, step)
    for _ in 0..<200 {
      let outside = inside + step
      guard outside.isFinite, abs(outside) <= limit else { return nil }
      if (f(outside) > 0) != isPositive { return between(inside, outside, f) }
      (inside, step) = (outside, 2 * step)
    }
    return nil
  }

  /// The place between `a` and `b`, where `f` has different signs, at which it is 0.
  static func between(_ a: Double, _ b: Double, _ f: (Double) -> Double) -> Double {
    var (low, high) = (a, b)
    var (atLow, atHigh) = (f(a), f(b))
    for _ in 0..<100 {
      guard atLow != 0 else { return low }
      guard atHigh != 0 else { return high }
      let middle = low + (high - low) / 2
      guard abs(high - low) > 1e-12 * max(abs(low), abs(high)), middle != low, middle != high
      else { return middle }
      let atMiddle = f(middle)
      guard atMiddle.isFinite, atLow.isFinite, atHigh.isFinite else {
        // No curve through infinite values: halve.
        if (atMiddle > 0) == (atLow > 0) {
          (low, atLow) = (middle, atMiddle)
        } else {
          (high, atHigh) = (middle, atMiddle)
        }
        continue
      }
      let root = (atMiddle * atMiddle - atLow * atHigh).squareRoot()
      let guess =
        root > 0 ? middle + (middle - low) * (atLow > atHigh ? 1 : -1) * atMiddle / root : middle
      let atGuess = f(guess)
      if (atMiddle > 0) != (atGuess > 0) {
        (low, atLow, high, atHigh) = (middle, atMiddle, guess, atGuess)
      } else if (atLow > 0) != (atGuess > 0) {
        (high, atHigh) = (guess, atGuess)
      } else {
        (low, atLow) = (guess, atGuess)
      }
    }
    return low + (high - low) / 2
  }
}
