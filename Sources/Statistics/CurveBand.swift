/// The mean of curves with a pointwise and a simultaneous confidence band.
///
/// Pointwise: at each step by itself the band covers the true mean with `level`. Simultaneous:
/// the whole true mean curve lies inside with `level`; it is mean -+ c se with one factor c, the
/// quantile of max |t| over all steps, found by multiplying each curve's deviation from the mean
/// by random signs (Rademacher multiplier-t bootstrap). Best of the bootstraps in Telschow and
/// Schwartzman (2022), doi:10.1016/j.jspi.2021.05.008, also for few curves.
/// Steps at which all curves agree have a band of width 0 and do not take part.
package struct CurveBand: Sendable {
  package let count: Int
  package let mean: [Double]
  package let sd: [Double]
  package let level: Double
  /// t(n - 1) quantile: half-width of the pointwise band in standard errors.
  package let pointwiseFactor: Double
  /// Half-width of the simultaneous band in standard errors.
  package let simultaneousFactor: Double

  /// The band of `curves`, each with a value at every step; nil for fewer than two curves.
  ///
  /// - Precondition: all curves have the same length (a finished run keeps its last value).
  /// - Complexity: curves x steps x `resamples` additions.
  package init?(_ curves: [[Double]], level: Double, resamples: Int = 2_000, key: UInt64) {
    guard curves.count > 1, let steps = curves.first?.count else { return nil }
    precondition(curves.allSatisfy { $0.count == steps })
    let n = Double(curves.count)
    let moments = (0..<steps).map { step in Moments(of: curves.map { $0[step] }) }
    count = curves.count
    self.level = level
    let mean = moments.map { $0.mean ?? .nan }
    sd = moments.map { $0.sd ?? .nan }
    self.mean = mean
    pointwiseFactor = StudentT(degreesOfFreedom: n - 1).twoSided(level: level)
    let varying = moments.indices.filter { moments[$0].sumOfSquaredDeviations > 0 }
    let deviations = curves.map { curve in varying.map { curve[$0] - mean[$0] } }
    let squares = varying.map { moments[$0].sumOfSquaredDeviations }
    var flips = SignFlippedCurves(deviations, squares: squares, key: key)
    let quantile = flips.sample(resamples).quantile(level)
    // Never narrower than pointwise, which the bootstrap's own noise could cause.
    simultaneousFactor = max(quantile ?? 0, pointwiseFactor)
  }

  /// Half-width of the pointwise band at each step.
  package var pointwiseHalfWidths: [Double] { sd.map { pointwiseFactor * $0 / rootCount } }
  /// Half-width of the simultaneous band at each step.
  package var simultaneousHalfWidths: [Double] { sd.map { simultaneousFactor * $0 / rootCount } }

  private var rootCount: Double { Double(count).squareRoot() }
}
