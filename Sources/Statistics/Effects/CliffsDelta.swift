/// P(x > y) - P(x < y): how far one group tends to larger values, from -1 to 1.
///
/// Source: Cliff (1993), doi:10.1037/0033-2909.114.3.494; interval: Feng and Cliff (2004),
/// doi:10.22237/jmasm/1099267560.
package struct CliffsDelta: Hashable, Sendable {
  package let estimate: Double
  /// Unbiased; may be slightly negative for a few values. Nil for fewer than two in a group, or
  /// than four pairs.
  package let variance: Double?
  /// Independent pairs of an x and a y that can be formed.
  private let independentCount: Int

  /// Two groups; nil if one is empty.
  /// - Complexity: n log n.
  package init?(_ x: [Double], _ y: [Double]) {
    guard !x.isEmpty, !y.isEmpty else { return nil }
    let (n1, n2) = (Double(x.count), Double(y.count))
    let rows = Self.dominance(of: x, over: y)  // sum over j of sign(x_i - y_j)
    let columns = Self.dominance(of: y, over: x)
    let delta = Double(rows.sum) / (n1 * n2)
    estimate = delta
    independentCount = min(x.count, y.count)
    guard x.count > 1, y.count > 1 else {
      variance = nil
      return
    }
    func squares(_ values: [Int], mean: Double, count: Double) -> Double {
      values.reduce(0) { $0 + (Double($1) / count - mean) * (Double($1) / count - mean) }
    }
    let byRow = squares(rows.values, mean: delta, count: n2)
    let byColumn = squares(columns.values, mean: -delta, count: n1)
    let all = n1 * n2 - Double(rows.ties) - n1 * n2 * delta * delta
    variance = (n2 * n2 * byRow + n1 * n1 * byColumn - all) / (n1 * n2 * (n1 - 1) * (n2 - 1))
  }

  /// Pairs: values of different pairs are compared, because those of one pair are not
  /// independent, as the x and the y of the effect are.
  ///
  /// With b_ij = sign(x_i - y_j) + sign(x_j - y_i) for i != j and its sums b_i over j, delta is
  /// the mean of b_ij / 2, and its variance delta^2 less the mean of b_ij b_kl / 4 over four
  /// different pairs i, j, k, l (Cliff 1993, for dependent data).
  ///
  /// Nil for fewer than two pairs.
  /// - Precondition: as many `x` as `y`.
  /// - Complexity: n log n.
  package init?(paired x: [Double], _ y: [Double]) {
    precondition(x.count == y.count)
    guard x.count > 1 else { return nil }
    let n = Double(x.count)
    let rows = Self.dominance(of: x, over: y)
    let columns = Self.dominance(of: y, over: x)
    let own = zip(x, y).map { $0 > $1 ? 1 : $0 < $1 ? -1 : 0 }
    let sums = own.indices.map { rows.values[$0] - columns.values[$0] - 2 * own[$0] }
    let total = sums.reduce(0, +)  // of b_ij over i != j
    let delta = Double(total) / (2 * n * (n - 1))
    estimate = delta
    independentCount = x.count / 2
    guard x.count > 3 else {
      variance = nil
      return
    }
    // b_ij^2 = sign(x_i - y_j)^2 + sign(x_j - y_i)^2 + 2 sign(x_i - y_j) sign(x_j - y_i)
    let differing = own.count { $0 != 0 }
    let decided = x.count * x.count - rows.ties - differing
    let products = DominanceProducts.sum(x, y) - differing
    let squares = 2 * decided + 2 * products
    // All b_ij b_kl but those that share one or both of their pairs.
    let ofRows = sums.reduce(Int128(0)) { $0 + Int128($1) * Int128($1) }
    let different = Int128(total) * Int128(total) - 4 * ofRows + 2 * Int128(squares)
    variance = delta * delta - Double(different) / (4 * n * (n - 1) * (n - 2) * (n - 3))
  }

  /// The asymmetric interval that stays within -1...1; nil without a variance.
  ///
  /// Without any overlap, or without anything but ties, the variance is 0 and says nothing. Then
  /// the bound is what so many independent pairs, all with the same outcome, leave to another one.
  package func interval(level: Double) -> Interval? {
    guard let variance else { return nil }
    let d = estimate
    guard variance > 0 else {
      let open = Proportion.ruleOfThreeBound(trials: independentCount, level: (1 + level) / 2)
      return Interval(
        lower: max(-1, d - 2 * open), upper: min(1, d + 2 * open), level: level,
        method: .clopperPearson)
    }
    let z = Normal.twoSided(level: level)
    let s2 = z * z * variance
    let half = (s2 * ((1 - d * d) * (1 - d * d) + s2)).squareRoot()
    let scale = 1 - d * d + s2
    return Interval(
      lower: max(-1, (d - d * d * d - half) / scale),
      upper: min(1, (d - d * d * d + half) / scale), level: level, method: .normal)
  }

  /// For each value, how many of `others` it exceeds minus how many exceed it.
  private static func dominance(
    of values: [Double], over others: [Double]
  ) -> (values: [Int], sum: Int, ties: Int) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    let sorted = others.sorted()
    var result = [Int](repeating: 0, count: values.count)
    var (below, notAbove) = (0, 0)
    var (sum, ties) = (0, 0)
    for index in order {
      while below < sorted.count, sorted[below] < values[index] { below += 1 }
      while notAbove < sorted.count, sorted[notAbove] <= values[index] { notAbove += 1 }
      result[index] = below - (sorted.count - notAbove)
      sum += result[index]
      ties += notAbove - below
    }
    return (result, sum, ties)
  }
}
