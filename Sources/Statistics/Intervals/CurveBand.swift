/// The simultaneous confidence band of a mean curve: mean ± `factor` standard errors at each step.
///
/// The whole true mean curve lies inside with `level`. The factor is the quantile of max |t| over
/// all steps, found by multiplying each curve's deviation from the mean by random signs
/// (Rademacher multiplier-t bootstrap). Best of the bootstraps in Telschow and Schwartzman (2022),
/// doi:10.1016/j.jspi.2021.05.008, also for few curves.
/// Steps at which all curves agree have a band of width 0 and do not take part.
package struct CurveBand: Sendable {
  package let factor: Double

  /// Of fewer curves there is no band. There are too few signs: those of three curves have four
  /// arrangements, so that the band is as narrow as the interval of a single step, and contains
  /// the whole mean curve far less often than `level`.
  package static let fewestCurves = 5

  /// The band of `curves`, each with a value at every step; nil for fewer than `fewestCurves`.
  ///
  /// - Precondition: all curves have the same length (a finished run keeps its last value).
  /// - Complexity: curves x steps x `resamples` additions.
  package init?(_ curves: [[Double]], level: Double, resamples: Int = 2_000, key: UInt64) {
    guard curves.count >= Self.fewestCurves else { return nil }
    self.init(curves, Moments.bySteps(of: curves), of: curves.count, level, resamples, key)
  }

  /// - Parameters:
  ///   - moments: of the curves, by step.
  ///   - count: of all curves, whose first these are.
  init(
    _ curves: [[Double]], _ moments: [Moments], of count: Int, _ level: Double, _ resamples: Int,
    _ key: UInt64
  ) {
    let varying = moments.indices.filter { moments[$0].sumOfSquaredDeviations > 0 }
    let deviations = curves.map { curve in
      varying.map { curve[$0] - (moments[$0].mean ?? .nan) }
    }
    let squares = varying.map { moments[$0].sumOfSquaredDeviations }
    var flips = MultiplierBootstrap(deviations, squares: squares, key: key)
    let quantile = flips.sample(resamples).quantile(level)
    // Never narrower than the interval of a step by itself, which the bootstrap's own noise could
    // cause.
    let pointwise = StudentT(degreesOfFreedom: Double(count - 1)).twoSided(level: level)
    factor = max(quantile ?? 0, pointwise)
  }
}
