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
  /// - Complexity: n log n for n different values.
  package init?(_ x: CountedValues, _ y: CountedValues) {
    guard x.count > 0, y.count > 0 else { return nil }
    let (n1, n2) = (Double(x.count), Double(y.count))
    var (sum, ties) = (0, 0)
    Self.forEachValue(x, y) { counts, row, _ in
      sum += counts[0] * row
      ties += counts[0] * counts[1]
    }
    let delta = Double(sum) / (n1 * n2)
    estimate = delta
    independentCount = min(x.count, y.count)
    guard x.count > 1, y.count > 1 else {
      variance = nil
      return
    }
    var (byRow, byColumn) = (0.0, 0.0)
    Self.forEachValue(x, y) { counts, row, column in
      let (inRow, inColumn) = (Double(row) / n2 - delta, Double(column) / n1 + delta)
      byRow += Double(counts[0]) * inRow * inRow
      byColumn += Double(counts[1]) * inColumn * inColumn
    }
    let all = n1 * n2 - Double(ties) - n1 * n2 * delta * delta
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
  /// - Complexity: n log n for n different pairs.
  package init?(_ pairs: CountedPairs) {
    guard pairs.count > 1 else { return nil }
    let n = Double(pairs.count)
    let (risingX, risingY) = (RisingValues(pairs.x), RisingValues(pairs.y))
    var (total, ofRows) = (0, Int128(0))  // of b_ij over i != j; of the squares of its sums
    var (ties, differing) = (0, 0)
    for row in pairs.rows {
      let (less, most) = (risingY.count(below: row.x), risingY.count(notAbove: row.x))
      // What x exceeds less what exceeds it, and the same of y.
      let byX = less + most - pairs.count
      let byY = risingX.count(below: row.y) + risingX.count(notAbove: row.y) - pairs.count
      let own = row.x > row.y ? 1 : row.x < row.y ? -1 : 0
      let sum = byX - byY - 2 * own
      total += row.count * sum
      ofRows += Int128(row.count) * Int128(sum) * Int128(sum)
      ties += row.count * (most - less)
      if own != 0 { differing += row.count }
    }
    let delta = Double(total) / (2 * n * (n - 1))
    estimate = delta
    independentCount = pairs.count / 2
    guard pairs.count > 3 else {
      variance = nil
      return
    }
    // b_ij^2 = sign(x_i - y_j)^2 + sign(x_j - y_i)^2 + 2 sign(x_i - y_j) sign(x_j - y_i)
    let decided = pairs.count * pairs.count - ties - differing
    let products = DominanceProducts.sum(pairs) - differing
    let squares = 2 * decided + 2 * products
    // All b_ij b_kl but those that share one or both of their pairs.
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
        lower: max(-1, d - 2 * open), upper: min(1, d + 2 * open),
        method: .clopperPearson)
    }
    let z = Normal.twoSided(level: level)
    let s2 = z * z * variance
    let half = (s2 * ((1 - d * d) * (1 - d * d) + s2)).squareRoot()
    let scale = 1 - d * d + s2
    return Interval(
      lower: max(-1, (d - d * d * d - half) / scale),
      upper: min(1, (d - d * d * d + half) / scale), method: .normal)
  }

  /// Passes the different values of both groups by: how often each has it, how many of `y` a value
  /// of `x` exceeds there minus how many exceed it (row), and the same for `y` (column).
  private static func forEachValue(
    _ x: CountedValues, _ y: CountedValues,
    _ body: (_ counts: [Int], _ row: Int, _ column: Int) -> Void
  ) {
    var (i, j) = (0, 0)
    [x.rows, y.rows].forEachValue { _, counts in
      body(counts, 2 * j + counts[1] - y.count, 2 * i + counts[0] - x.count)
      (i, j) = (i + counts[0], j + counts[1])
    }
  }
}

extension ComparisonEffect {
  package static let cliffsDelta = ComparisonEffect(
    "cliffs_delta",
    MethodWords(
      "Cliff\u{2019}s delta",
      "Probability that a value of one level is larger than one of the other, minus that of the reverse.",
      assumption: "Interval: many runs.", source: "Cliff (1993), doi:10.1037/0033-2909.114.3.494"),
    scale: .probability, unit: .none, needs: .pairs
  ) { groups in
    let delta =
      groups.pairs.map { CliffsDelta($0.counts) }
      ?? groups.two { CliffsDelta($0.counts, $1.counts) }
    return delta.map { ($0.estimate, $0.interval(level: groups.level)) }
  }
}
