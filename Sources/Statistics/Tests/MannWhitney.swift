/// Does one group tend to larger values? By ranks, so for any distribution.
///
/// U = number of pairs with x > y, plus half the ties. Exact p without ties and for at most
/// `exactLimit` pairs; else normal with continuity correction and tie-corrected variance.
/// Source: Mann and Whitney (1947), doi:10.1214/aoms/1177730491.
package struct MannWhitney: Hashable, Sendable {
  package let u: Double
  /// Both sides, of the normal distribution.
  package let asymptotic: OneSided
  /// Nil with ties or too many pairs.
  package let exact: OneSided?

  /// Pairs up to which the exact distribution is computed.
  package static let exactLimit = 2_500

  /// Nil if a group is empty. p is 1 if all values are equal.
  package init?(_ x: CountedValues, _ y: CountedValues) {
    guard x.count > 0, y.count > 0 else { return nil }
    let (n1, n2) = (Double(x.count), Double(y.count))
    let ranks = Ranks([x, y])
    u = ranks.sums[0] - n1 * (n1 + 1) / 2
    let total = n1 + n2
    let variance = n1 * n2 / 12 * (total + 1 - ranks.tieSum / (total * (total - 1)))
    // Without any variance there is no distance either.
    let sd = max(variance, .leastNormalMagnitude).squareRoot()
    let distance = u - n1 * n2 / 2
    asymptotic = OneSided(
      statistic: u, above: Normal.above((distance - 0.5) / sd),
      below: Normal.below((distance + 0.5) / sd))
    guard !ranks.hasTies, x.count * y.count <= Self.exactLimit else {
      exact = nil
      return
    }
    let distribution = Self.distribution(x.count, y.count)
    exact = OneSided(
      statistic: u, above: distribution[Int(u)...].reduce(0, +),
      below: distribution[...Int(u)].reduce(0, +))
  }

  package var sides: OneSided { exact ?? asymptotic }

  /// P(U = u) for u in 0...n1 n2 when both groups have the same continuous distribution.
  ///
  /// The largest value is of the first group with probability n1 / (n1 + n2), and then adds n2
  /// to U: a recursion of positive terms, so without cancellation.
  static func distribution(_ n1: Int, _ n2: Int) -> [Double] {
    // rows[j]: the distribution for (i, j) values
    var rows = (0...n2).map { _ in [1.0] }
    for i in 1...n1 {
      for j in 1...n2 {
        let (fromFirst, fromSecond) = (rows[j], rows[j - 1])
        let share = Double(i) / Double(i + j)
        var distribution = [Double](repeating: 0, count: i * j + 1)
        for (u, mass) in fromFirst.enumerated() { distribution[u + j] += share * mass }
        for (u, mass) in fromSecond.enumerated() { distribution[u] += (1 - share) * mass }
        rows[j] = distribution
      }
    }
    return rows[n2]
  }
}

extension ComparisonTest {
  package static let mannWhitney = ComparisonTest(
    "mann_whitney",
    MethodWords(
      "Mann-Whitney test", "Does one of two levels tend to larger values, by ranks?",
      assumption: "Without a difference both levels have one distribution; runs are independent.",
      source: "Mann and Whitney (1947), doi:10.1214/aoms/1177730491"),
    pairing: .never, pairedForm: "wilcoxon", needs: .counts
  ) { $0.two { MannWhitney($0.counts, $1.counts)?.sides.difference } }
}
