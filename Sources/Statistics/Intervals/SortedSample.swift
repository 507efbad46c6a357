/// Values in ascending order: quantiles and their intervals.
package struct SortedSample: Hashable, Sendable {
  package let values: [Double]

  package init(_ values: [Double]) { self.values = values.sorted() }

  /// Takes values that are in ascending order already.
  package init(sorted values: [Double]) { self.values = values }

  init(_ values: CountedValues) {
    self.init(sorted: values.rows.flatMap { repeatElement($0.value, count: $0.count) })
  }

  package var count: Int { values.count }
  package var min: Double? { values.first }

  /// Type-7 quantile: linear between the order statistics around (n - 1) p; nil without values.
  ///
  /// Source: Hyndman and Fan (1996), doi:10.1080/00031305.1996.10473566; the default of R,
  /// NumPy and GSL.
  /// Not by gsl_stats_quantile_from_sorted_data, which has no case for equal neighbors: of pairs of
  /// equal decimals it moves one in 24 by a last digit (1.8 becomes 1.8000000000000003), and makes
  /// NaN of two infinities.
  /// - Precondition: p in 0...1.
  package func quantile(_ p: Double) -> Double? {
    precondition((0...1).contains(p))
    guard !values.isEmpty else { return nil }
    let place = Double(values.count - 1) * p
    let index = Int(place)
    let fraction = place - Double(index)
    guard fraction > 0, index + 1 < values.count else { return values[index] }
    let (low, high) = (values[index], values[index + 1])
    return low == high ? low : (1 - fraction) * low + fraction * high
  }

  package var median: Double? { quantile(0.5) }

  /// Ranks (from 1) of the order statistics that bound a quantile, and their exact coverage.
  package struct QuantileRanks: Hashable, Sendable {
    /// Nil when no rank is low enough: that side is open.
    package var lower: Int?
    package var upper: Int?
    /// P(lower <= Bin(n, p) <= upper - 1): the true level for any continuous distribution; at least the
    /// asked level, and for distributions with ties more.
    package var coverage: Double
    /// How far the ends lie from there towards the next inner order statistics: 0 to 1.
    package var inward = 0.0

    /// Where they are.
    ///
    /// - Parameter value: of a rank.
    package func ends(_ value: (_ rank: Int) -> Double) -> (lower: Double?, upper: Double?) {
      func end(_ rank: Int, next: Int) -> Double {
        let outer = value(rank)
        let inner = inward > 0 ? value(rank + next) : outer
        return inner == outer ? outer : (1 - inward) * outer + inward * inner
      }
      return (lower.map { end($0, next: 1) }, upper.map { end($0, next: -1) })
    }
  }

  /// The ranks l, u with P(Bin(n, p) <= l - 1) and P(Bin(n, p) >= u) each at most
  /// (1 - level) / 2: no assumption about the distribution of the values.
  ///
  /// Source: David and Nagaraja, Order Statistics (2003), section 7.1, doi:10.1002/0471722162.
  package static func quantileRanks(count n: Int, p: Double, level: Double) -> QuantileRanks {
    let tail = (1 - level) / 2
    let distribution = Binomial(trials: n, probability: p)
    // Both probabilities are monotone in the rank: bisect.
    let lower = (1..<n + 1).bisected { distribution.below($0 - 1) > tail } - 1
    let upper = (1..<n + 1).bisected { distribution.atLeast($0) <= tail }
    let reached = upper > n ? 1 : distribution.below(upper - 1)
    let missed = lower < 1 ? 0 : distribution.below(lower - 1)
    return QuantileRanks(
      lower: lower >= 1 ? lower : nil, upper: upper <= n ? upper : nil,
      coverage: reached - missed)
  }

  /// Where the interval of the median of a continuous distribution ends: between two order statistics, so that it covers
  /// nearly with the level. That of two ranks covers more, by up to the probability of one of them.
  ///
  /// Source: Hettmansperger and Sheather (1986), doi:10.1016/0167-7152(86)90021-0.
  package static func continuousMedianRanks(count n: Int, level: Double) -> QuantileRanks {
    var ranks = quantileRanks(count: n, p: 0.5, level: level)
    guard let rank = ranks.lower else { return ranks }
    let distribution = Binomial(trials: n, probability: 0.5)
    let missed = distribution.below(rank - 1)
    let excess = ((1 - level) / 2 - missed) / (distribution.below(rank) - missed)
    let (outside, inside) = (Double(rank), Double(n - rank))
    ranks.upper = n - rank + 1
    ranks.inward = inside * excess / (outside + (inside - outside) * excess)
    ranks.coverage = level
    return ranks
  }

  /// Order-statistic interval of the p-quantile; an open side is nil, nil without values.
  package func quantileInterval(_ p: Double, level: Double) -> Interval? {
    guard !values.isEmpty else { return nil }
    let ends = Self.quantileRanks(count: values.count, p: p, level: level).ends { values[$0 - 1] }
    return Interval(lower: ends.lower, upper: ends.upper, method: .orderStatistic)
  }
}
