import Glibc

/// The simultaneous confidence band of means of bounded values at several levels, of the same replicates at each: that of
/// `CurveBand`, corrected for skewness, and never narrower than what may not have been seen.
///
/// Below the threshold most outbreaks are small and few are large: the mean of replicates without a large one is too small,
/// and so is its standard error. Hall's transformation moves both ends towards where rare values lie; without it bands of
/// 100 replicates covered 90 % instead of 95. Source: Hall (1992), J. R. Stat. Soc. B 54, 221, g1.
///
/// Where all values agree, or nearly so, their scatter says nothing of rare ones. In n replicates an event whose probability
/// is above b = 1 - ((1 - level) / 2)^(1/n) (about 3.7 / n) has rarely not happened; it may move a mean by b times its way to
/// the end of the range (the rule of three: see `Proportion.ruleOfThreeBound`).
package struct ShareBand: Sendable {
  private let factor: Double
  /// By level, that of a mean.
  private let skewness: [Double]
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
    skewness = curves[0].indices.map { level in
      Self.skewness(curves.map { $0[level] }) / Double(count).squareRoot()
    }
    unseen = -expm1(log((1 - level) / 2) / Double(count))
    self.range = range
  }

  /// At a level.
  ///
  /// - Parameters:
  ///   - moments: of the values of all replicates there; not empty.
  ///   - level: its place.
  package func ends(_ moments: Moments, at level: Int) -> (low: Double, high: Double) {
    let mean = moments.mean ?? range.lowerBound
    let error = moments.standardError ?? 0
    let below = error * Self.t(factor, skewness[level])
    let above = -error * Self.t(-factor, skewness[level])
    let low = min(mean - below, mean - unseen * (mean - range.lowerBound))
    let high = max(mean + above, mean + unseen * (range.upperBound - mean))
    return (max(low, range.lowerBound), min(high, range.upperBound))
  }

  /// Student's t of a mean with that skewness, where one without any has `t`: the inverse of Hall's g1.
  private static func t(_ t: Double, _ skewness: Double) -> Double {
    guard abs(skewness) > 1e-9 else { return t }
    return 3 / skewness * (cbrt(1 + skewness * (t - skewness / 6)) - 1)
  }

  /// The mean cube of standardized values; 0 where they agree.
  private static func skewness(_ values: [Double]) -> Double {
    let moments = Moments(of: values)
    guard let mean = moments.mean, let sd = moments.sd, sd > 0 else { return 0 }
    return values.reduce(0) { $0 + pow(($1 - mean) / sd, 3) } / Double(values.count)
  }
}
