import CGSL
import KeyedRandom

/// A statistic recomputed on resamples of the values, and the intervals that follow.
///
/// Percentile and basic intervals: Davison and Hinkley (1997), doi:10.1017/CBO9780511802843,
/// chapter 5. BCa: Efron (1987), doi:10.1080/01621459.1987.10478410; second-order correct, so
/// the choice for means of skewed values and small samples.
package struct Bootstrap: Sendable {
  /// What is computed of each resample.
  package enum Statistic: Sendable {
    case mean
    case median
    /// Any function of the resample; the values come in random order.
    case custom(@Sendable ([Double]) -> Double)
  }

  /// The statistic of the values themselves.
  package let estimate: Double
  /// The statistic of each resample, in the order of the resamples.
  package let replicates: [Double]
  /// The statistic of the values without the i-th.
  package let jackknife: [Double]
  /// Replicates this close to the estimate count as equal to it.
  private let tolerance: Double

  /// Draws `resamples` resamples of the size of `values` from `RandomStream(key:)`: the same key
  /// and values give the same intervals, always. Nil for fewer than two values.
  package init?(_ values: [Double], _ statistic: Statistic, resamples: Int, key: UInt64) {
    var stream = RandomStream(key: key)
    let size = UInt64(values.count)
    self.init(values, statistic, resamples: resamples) { _, _ in Int(stream.below(size)) }
  }

  /// Uses the given resamples: lists of indices into `values`.
  package init?(_ values: [Double], _ statistic: Statistic, resamples: [[Int]]) {
    self.init(values, statistic, resamples: resamples.count) { resamples[$0][$1] }
  }

  private init?(
    _ values: [Double], _ statistic: Statistic, resamples: Int, index: (Int, Int) -> Int
  ) {
    guard values.count > 1, resamples > 1 else { return nil }
    var drawn = values
    replicates = (0..<resamples).map { resample in
      for place in drawn.indices { drawn[place] = values[index(resample, place)] }
      return statistic.value(of: drawn)
    }
    estimate = statistic.value(of: values)
    jackknife = statistic.withoutEach(of: values)
    tolerance = 1e-12 * (values.map(abs).max() ?? 0)
  }

  /// Standard deviation of the replicates, divisor B - 1.
  package var standardError: Double { Moments(of: replicates).sd ?? 0 }

  /// Type-7 quantiles of the replicates at alpha/2 and 1 - alpha/2.
  package func percentile(level: Double) -> Interval {
    let tail = (1 - level) / 2
    let sorted = SortedSample(replicates)
    return Interval(
      lower: sorted.quantile(tail), upper: sorted.quantile(1 - tail), level: level,
      method: .bootstrapPercentile)
  }

  /// The percentile interval mirrored at the estimate.
  package func basic(level: Double) -> Interval {
    let mirrored = percentile(level: level)
    return Interval(
      lower: mirrored.upper.map { 2 * estimate - $0 },
      upper: mirrored.lower.map { 2 * estimate - $0 }, level: level, method: .bootstrapBasic)
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
  package func bca(level: Double) -> Interval? {
    guard let levels = bcaLevels(level: level) else { return nil }
    let sorted = SortedSample(replicates)
    return Interval(
      lower: sorted.quantile(levels.lower), upper: sorted.quantile(levels.upper), level: level,
      method: .bootstrapBCa)
  }
}

extension Bootstrap.Statistic {
  func value(of values: [Double]) -> Double {
    switch self {
    case .mean: values.reduce(0, +) / Double(values.count)
    case .median: SortedSample(values).median ?? .nan
    case .custom(let function): function(values)
    }
  }

  /// The statistic without the i-th value, for every i; linear time for mean and median.
  func withoutEach(of values: [Double]) -> [Double] {
    switch self {
    case .mean:
      let sum = values.reduce(0, +)
      return values.map { (sum - $0) / Double(values.count - 1) }
    case .median:
      // Without a value, the median of the others depends only on which side it lay.
      let order = values.indices.sorted { values[$0] < values[$1] }
      let sorted = order.map { values[$0] }
      let rest = values.count - 1
      var result = values
      for (rank, index) in order.enumerated() {
        func other(_ place: Int) -> Double { sorted[place < rank ? place : place + 1] }
        result[index] =
          rest.isMultiple(of: 2)
          ? 0.5 * other(rest / 2 - 1) + 0.5 * other(rest / 2) : other(rest / 2)
      }
      return result
    case .custom(let function):
      return values.indices.map { index in
        var others = values
        others.remove(at: index)
        return function(others)
      }
    }
  }
}
