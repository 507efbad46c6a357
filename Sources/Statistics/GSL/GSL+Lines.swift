import CGSL

extension GSL {
  /// The least-squares line through points; nil if they determine none.
  ///
  /// - Precondition: as many `y` as `x`.
  static func line(_ x: [Double], _ y: [Double]) -> (slope: Double, intercept: Double)? {
    precondition(x.count == y.count)
    guard x.count > 1 else { return nil }
    var (intercept, slope, sum) = (0.0, 0.0, 0.0)
    var covariance = (0.0, 0.0, 0.0)
    let code = code {
      gsl_fit_linear(
        x, 1, y, 1, x.count, &intercept, &slope, &covariance.0, &covariance.1, &covariance.2, &sum)
    }
    return code == Int32(GSL_SUCCESS) && intercept.isFinite && slope.isFinite
      ? (slope, intercept) : nil
  }

  /// The factor that brings `x` closest to `y`, and the sum of squares that is left; no numbers
  /// where `x` is 0 or none.
  ///
  /// - Precondition: as many `y` (and weights) as `x`.
  static func factor(
    _ x: [Double], _ y: [Double], weights: [Double]?
  ) -> (factor: Double, rss: Double) {
    precondition(x.count == y.count && (weights ?? y).count == y.count)
    var (factor, variance, sum) = (0.0, 0.0, 0.0)
    let code = code {
      if let weights {
        gsl_fit_wmul(x, 1, weights, 1, y, 1, x.count, &factor, &variance, &sum)
      } else {
        gsl_fit_mul(x, 1, y, 1, x.count, &factor, &variance, &sum)
      }
    }
    return code == Int32(GSL_SUCCESS) ? (factor, sum) : (.nan, .nan)
  }
}
