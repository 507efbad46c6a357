import KeyedRandom

/// Which share of a response's variance each factor explains, alone and with others.
///
/// First order: by the factor alone. Total: by the factor and all its interactions. Pair: by two
/// factors together beyond their first orders. Estimates may be slightly below 0.
/// Source: Sobol' (2001), doi:10.1016/S0378-4754(00)00270-6; estimators: Saltelli et al. (2010),
/// doi:10.1016/j.cpc.2009.09.018; Jansen (1999), doi:10.1016/S0010-4655(98)00154-4.
package struct SobolIndices: Sendable {
  /// Model values at A and B, one per base sample.
  package let a: [Double]
  package let b: [Double]
  /// Model values at AB_i by factor.
  package let ab: [[Double]]
  /// Model values at BA_i by factor; nil: no pair indices.
  package let ba: [[Double]]?

  /// - Precondition: all lists of one length, as many in `ab` (and `ba`) as factors.
  package init(a: [Double], b: [Double], ab: [[Double]], ba: [[Double]]? = nil) {
    precondition(a.count == b.count && (ab + (ba ?? [])).allSatisfy { $0.count == a.count })
    precondition((ba ?? ab).count == ab.count)
    self.a = a
    self.b = b
    self.ab = ab
    self.ba = ba
  }

  private var moments: Moments { Moments(of: a + b) }

  /// Mean square deviation of fA and fB together, divisor 2n.
  package var variance: Double { moments.sumOfSquaredDeviations / Double(2 * a.count) }

  /// mean((fB - m)(fAB - fA)) / V by factor, m the mean of all values; nil if the response does not
  /// vary. The same in expectation as mean(fB (fAB - fA)) / V, but a large mean adds no error.
  package func first() -> [Double]? {
    let v = variance
    guard v > 0, let center = moments.mean else { return nil }
    return ab.map { mixed in mean { (b[$0] - center) * (mixed[$0] - a[$0]) } / v }
  }

  /// mean((fA - fAB)^2) / (2 V) by factor; nil if the response does not vary.
  package func total() -> [Double]? {
    let v = variance
    guard v > 0 else { return nil }
    return ab.map { mixed in mean { (a[$0] - mixed[$0]) * (a[$0] - mixed[$0]) } / (2 * v) }
  }

  /// [mean(fBA_i fAB_j) - mean(fA fB)] / V - S_i - S_j for i < j, in the order (0, 1), (0, 2)...;
  /// values relative to their mean. Nil without `ba` or if the response does not vary.
  package func pairs() -> [(i: Int, j: Int, index: Double)]? {
    guard let ba, let first = first(), let center = moments.mean else { return nil }
    let v = variance
    let base = mean { (a[$0] - center) * (b[$0] - center) }
    return ab.indices.flatMap { i in
      (i + 1..<max(ab.count, i + 1)).map { j in
        let closed = mean { (ba[i][$0] - center) * (ab[j][$0] - center) } - base
        return (i, j, closed / v - first[i] - first[j])
      }
    }
  }

  private func mean(_ term: (Int) -> Double) -> Double {
    a.indices.reduce(0) { $0 + term($1) } / Double(a.count)
  }

  /// Percentile bootstrap intervals of all indices: base samples are drawn again, as a whole.
  package struct Intervals: Sendable {
    package let first: [Interval]
    package let total: [Interval]
    /// In the order of `pairs`; empty without them.
    package let pairs: [Interval]
  }

  /// Nil if the response does not vary. The same key gives the same intervals.
  package func intervals(level: Double, resamples: Int = 1_000, key: UInt64) -> Intervals? {
    guard variance > 0 else { return nil }
    var stream = RandomStream(key: key)
    var (firsts, totals, pairings): ([[Double]], [[Double]], [[Double]]) = ([], [], [])
    for _ in 0..<resamples {
      let rows = a.indices.map { _ in Int(stream.below(UInt64(a.count))) }
      func drawn(_ values: [Double]) -> [Double] { rows.map { values[$0] } }
      let again = SobolIndices(
        a: drawn(a), b: drawn(b), ab: ab.map(drawn), ba: ba?.map(drawn))
      guard let first = again.first(), let total = again.total() else { continue }
      firsts.append(first)
      totals.append(total)
      if let pairs = again.pairs() { pairings.append(pairs.map(\.index)) }
    }
    func intervals(_ rows: [[Double]]) -> [Interval] {
      guard let width = rows.first?.count else { return [] }
      return (0..<width).map { place in
        let sorted = SortedSample(rows.map { $0[place] })
        return Interval(
          lower: sorted.quantile((1 - level) / 2), upper: sorted.quantile((1 + level) / 2),
          method: .bootstrapPercentile)
      }
    }
    return Intervals(
      first: intervals(firsts), total: intervals(totals), pairs: intervals(pairings))
  }
}
