import CGSL
import KeyedRandom

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
    let quantile = Self.maximumT(deviations, squares: squares, resamples: resamples, key: key)
      .quantile(level)
    // Never narrower than pointwise, which the bootstrap's own noise could cause.
    simultaneousFactor = max(quantile ?? 0, pointwiseFactor)
  }

  /// Half-width of the pointwise band at each step.
  package var pointwiseHalfWidths: [Double] { sd.map { pointwiseFactor * $0 / rootCount } }
  /// Half-width of the simultaneous band at each step.
  package var simultaneousHalfWidths: [Double] { sd.map { simultaneousFactor * $0 / rootCount } }

  private var rootCount: Double { Double(count).squareRoot() }

  /// max over steps of |t| of the deviations under random signs, for each resample.
  ///
  /// A sign changes no square: the variance of a resample follows from its mean alone.
  static func maximumT(
    _ deviations: [[Double]], squares: [Double], resamples: Int, key: UInt64
  ) -> SortedSample {
    let n = Double(deviations.count)
    var stream = RandomStream(key: key)
    var sums = squares
    return SortedSample(
      (0..<resamples).map { _ in
        for step in sums.indices { sums[step] = 0 }
        var signs: UInt64 = 0
        for (number, deviation) in deviations.enumerated() {
          if number % 64 == 0 { signs = stream.next() }
          let sign = signs & 1 == 0 ? 1.0 : -1.0
          signs >>= 1
          for step in sums.indices { sums[step] += sign * deviation[step] }
        }
        var largest = 0.0  // of t^2
        for step in sums.indices {
          let variance = (squares[step] - sums[step] * sums[step] / n) / (n - 1)
          let t2 = variance > 0 ? sums[step] * sums[step] / (n * variance) : .infinity
          largest = max(largest, t2)
        }
        return largest.squareRoot()
      })
  }
}
