import CGSL

extension GSL {
  /// A weighted least-squares line a + b x, with (X'WX)^-1 of a and b.
  struct WeightedLine {
    var intercept, slope: Double
    var varianceIntercept, covariance, varianceSlope: Double
  }

  /// nil where the weights determine none.
  ///
  /// - Precondition: as many `y` and `weights` as `x`.
  static func line(_ x: [Double], _ y: [Double], weights: [Double]) -> WeightedLine? {
    precondition(x.count == y.count && x.count == weights.count)
    var line = WeightedLine(
      intercept: 0, slope: 0, varianceIntercept: 0, covariance: 0, varianceSlope: 0)
    var rest = 0.0
    let code = code {
      gsl_fit_wlinear(
        x, 1, weights, 1, y, 1, x.count, &line.intercept, &line.slope, &line.varianceIntercept,
        &line.covariance, &line.varianceSlope, &rest)
    }
    let isFound =
      code == Int32(GSL_SUCCESS) && line.intercept.isFinite && line.slope.isFinite
      && line.varianceIntercept.isFinite && line.varianceSlope.isFinite && line.varianceSlope > 0
    return isFound ? line : nil
  }
}
