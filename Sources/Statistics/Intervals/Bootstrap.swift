import Glibc
import KeyedRandom

/// The mean recomputed on resamples of the values, and the BCa interval that follows.
///
/// Source: Efron (1987), doi:10.1080/01621459.1987.10478410; second-order correct, so the choice
/// for means of skewed values and small samples.
package struct Bootstrap: IntervalEstimate {
  /// The mean of the values themselves.
  package let estimate: Double
  /// The mean of each resample, in the order of the resamples.
  package let replicates: [Double]
  /// The mean of the values without the i-th.
  private let jackknife: [Double]
  /// Replicates this close to the estimate count as equal to it.
  private let tolerance: Double

  /// Draws `resamples` resamples of the size of `values` from `RandomStream(key:)`: the same key
  /// and values give the same intervals, always. Nil for fewer than two values.
  package init?(_ values: [Double], resamples: Int, key: UInt64) {
    var stream = RandomStream(key: key)
    let size = UInt64(values.count)
    self.init(values, resamples: resamples) { _, _ in Int(stream.below(size)) }
  }

  /// Uses the given resamples: lists of indices into `values`.
  package init?(_ values: [Double], resamples: [[Int]]) {
    self.init(values, resamples: resamples.count) { resamples[$0][$1] }
  }

  private init?(
    _ values: [Double], resamples: Int, index: (_ resample: Int, _ place: Int) -> Int
  ) {
    guard values.count > 1, resamples > 1 else { return nil }
    var drawn = values
    replicates = (0..<resamples).map { resample in
      for place in drawn.indices { drawn[place] = values[index(resample, place)] }
      return drawn.reduce(0, +) / Double(drawn.count)
    }
    let sum = values.reduce(0, +)
    estimate = sum / Double(values.count)
    jackknife = values.map { (sum - $0) / Double(values.count - 1) }
    tolerance = 1e-12 * (values.map(abs).max() ?? 0)
  }

  /// Median bias: the normal quantile of the share of replicates below the estimate.
  package var biasCorrection: Double {
    let less = replicates.count { $0 < estimate - tolerance }
    let equal = replicates.count { abs($0 - estimate) <= tolerance }
    return Normal.quantile((Double(less) + Double(equal) / 2) / Double(replicates.count))
  }

  /// sum d^3 / (6 (sum d^2)^1.5), d = mean of the jackknife values - jackknife value.
  package var acceleration: Double {
    let center = jackknife.reduce(0, +) / Double(jackknife.count)
    let squares = jackknife.reduce(0) { $0 + ($1 - center) * ($1 - center) }
    let cubes = jackknife.reduce(0) { $0 + pow(center - $1, 3) }
    return squares > 0 ? cubes / (6 * pow(squares, 1.5)) : 0
  }

  /// The levels at which BCa takes quantiles of the replicates; nil if the estimate lies outside
  /// all replicates.
  package func bcaLevels(level: Double) -> (lower: Double, upper: Double)? {
    let (z0, a) = (biasCorrection, acceleration)
    let z = Normal.twoSided(level: level)
    guard z0.isFinite, a * (z0 + z) < 1, a * (z0 - z) < 1 else { return nil }
    func corrected(_ z: Double) -> Double { Normal.below(z0 + (z0 + z) / (1 - a * (z0 + z))) }
    return (corrected(-z), corrected(z))
  }

  /// Bias-corrected and accelerated interval; a point for values without spread; nil where it is
  /// not defined.
  package func interval(level: Double) -> Interval? {
    guard let levels = bcaLevels(level: level) else { return nil }
    let sorted = SortedSample(replicates)
    return Interval(
      lower: sorted.quantile(levels.lower), upper: sorted.quantile(levels.upper),
      method: .bootstrapBCa)
  }
}
