import Glibc

/// The simultaneous confidence band of means of bounded values at several levels, of the same replicates at each: that of
/// `CurveBand`, and never narrower than what may not have been seen.
///
/// Where all values agree, or nearly so, their scatter says nothing of rare ones. In n replicates an event whose probability
/// is above b = 1 - ((1 - level) / 2)^(1/n) (about 3.7 / n) has rarely not happened; it may move a mean by b times its way to
/// the end of the range (the rule of three: see `Proportion.ruleOfThreeBound`).
package struct ShareBand: Sendable {
  private let factor: Double
  private let unseen: Double
  private let range: ClosedRange<Double>

  /// - Parameters:
  ///   - curves: of the first replicates, each with a value at every level.
  ///   - count: of all replicates.
  ///   - range: of the values.
  /// - Returns: nil for fewer than `CurveBand.fewestCurves`.
  package init?(
    _ curves: [[Double]], count: Int, within range: ClosedRange<Double>, level: Double, key: UInt64
  ) {
    guard let band = CurveBand(curves, level: level, key: key) else { return nil }
    factor = band.factor
    unseen = -expm1(log((1 - level) / 2) / Double(count))
    self.range = range
  }

  /// At a level.
  ///
  /// - Parameter moments: of the values of all replicates there; not empty.
  package func ends(_ moments: Moments) -> (low: Double, high: Double) {
    let mean = moments.mean ?? range.lowerBound
    let reach = factor * (moments.standardError ?? 0)
    let low = min(mean - reach, mean - unseen * (mean - range.lowerBound))
    let high = max(mean + reach, mean + unseen * (range.upperBound - mean))
    return (max(low, range.lowerBound), min(high, range.upperBound))
  }
}
