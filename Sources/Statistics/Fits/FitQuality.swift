import Glibc

/// How well a least-squares curve describes its points, by the usual criteria.
///
/// n points, q parameters; the residual variance counts as one more parameter in the criteria,
/// as in R. Criteria compare models fitted to the same points only. All of them are nil where
/// not defined: without any residual the likelihood has no maximum.
/// Source: docs/statistics.md, "Fits"; Burnham and Anderson (2002), doi:10.1007/b97636.
package struct FitQuality: Hashable, Sendable {
  package let pointCount: Int
  package let parameterCount: Int
  /// Sum of w (y - f)^2.
  package let rss: Double
  /// Sum of w (y - weighted mean)^2.
  package let tss: Double
  /// Sum of ln w; 0 without weights.
  private let logWeights: Double

  /// - Parameters:
  ///   - rss: of these points.
  ///   - repeats: of the points that stand together in these; nil where each stands alone.
  init(
    y: [Double], weights: [Double]?, parameterCount: Int, rss: Double,
    repeats: LeastSquares.Repeats? = nil
  ) {
    let within = repeats?.squares ?? 0
    let rss = rss + within
    pointCount = repeats?.count ?? y.count
    self.parameterCount = parameterCount
    self.rss = rss
    var (sum, total) = (0.0, 0.0)
    for (index, value) in y.enumerated() {
      let weight = weights?[index] ?? 1
      sum += weight * value
      total += weight
    }
    let mean = sum / total
    tss = y.indices.reduce(within) {
      $0 + (weights?[$1] ?? 1) * (y[$1] - mean) * (y[$1] - mean)
    }
    logWeights = repeats?.logWeights ?? weights?.reduce(0) { $0 + log($1) } ?? 0
  }

  private var n: Double { Double(pointCount) }
  private var q: Double { Double(parameterCount) }

  package var degreesOfFreedom: Int { pointCount - parameterCount }
  /// rss / (n - q); nil if no degrees of freedom are left.
  package var residualVariance: Double? {
    degreesOfFreedom > 0 ? rss / Double(degreesOfFreedom) : nil
  }
  package var r2: Double? { tss > 0 ? 1 - rss / tss : nil }
  /// -(n/2) (ln(2 pi) + ln(rss/n) + 1) + (1/2) sum ln w.
  package var logLikelihood: Double? {
    guard rss > 0 else { return nil }
    return -n / 2 * (log(2 * Double.pi) + log(rss / n) + 1) + logWeights / 2
  }
  package var aic: Double? { logLikelihood.map { -2 * $0 + 2 * (q + 1) } }
  package var bic: Double? { logLikelihood.map { -2 * $0 + log(n) * (q + 1) } }
  /// AIC for few points; nil for n <= q + 2.
  package var aicc: Double? {
    guard let aic, n - q - 2 > 0 else { return nil }
    return aic + 2 * (q + 1) * (q + 2) / (n - q - 2)
  }
}
