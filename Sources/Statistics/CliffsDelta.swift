import CGSL

/// P(x > y) - P(x < y): how far one group tends to larger values, from -1 to 1.
///
/// Source: Cliff (1993), doi:10.1037/0033-2909.114.3.494; interval: Feng and Cliff (2004),
/// doi:10.22237/jmasm/1099267560.
package struct CliffsDelta: Hashable, Sendable {
  package let estimate: Double
  /// Unbiased; may be slightly negative for a few values. Nil for fewer than two in a group.
  package let variance: Double?
  private let smallerCount: Int

  /// Vargha and Delaney's A = (delta + 1) / 2.
  package var varghaDelaneyA: Double { (estimate + 1) / 2 }

  /// Nil if a group is empty.
  /// - Complexity: n log n.
  package init?(_ x: [Double], _ y: [Double]) {
    guard !x.isEmpty, !y.isEmpty else { return nil }
    let (n1, n2) = (Double(x.count), Double(y.count))
    let rows = Self.dominance(of: x, over: y)  // sum over j of sign(x_i - y_j)
    let columns = Self.dominance(of: y, over: x)
    let delta = rows.sum / (n1 * n2)
    estimate = delta
    smallerCount = min(x.count, y.count)
    guard x.count > 1, y.count > 1 else {
      variance = nil
      return
    }
    let byRow = rows.values.reduce(0) { $0 + ($1 / n2 - delta) * ($1 / n2 - delta) }
    let byColumn = columns.values.reduce(0) { $0 + (-$1 / n1 - delta) * (-$1 / n1 - delta) }
    let all = n1 * n2 - rows.ties - n1 * n2 * delta * delta
    variance = (n2 * n2 * byRow + n1 * n1 * byColumn - all) / (n1 * n2 * (n1 - 1) * (n2 - 1))
  }

  /// The asymmetric interval that stays within -1...1; nil for fewer than two values in a group.
  ///
  /// Without any overlap the variance is 0 and says nothing. Then the bound is the one that
  /// min(n1, n2) independent pairs, all with the same winner, leave to P(x > y).
  package func interval(level: Double) -> Interval? {
    guard let variance else { return nil }
    let d = estimate
    if abs(d) == 1 {
      let open = Proportion.ruleOfThreeBound(trials: smallerCount, level: (1 + level) / 2)
      let inner = 1 - 2 * open
      return Interval(
        lower: d > 0 ? inner : -1, upper: d > 0 ? 1 : -inner, level: level,
        method: .clopperPearson)
    }
    let z = Normal.twoSided(level: level)
    let s2 = z * z * max(variance, 0)
    let half = (s2 * ((1 - d * d) * (1 - d * d) + s2)).squareRoot()
    let scale = 1 - d * d + s2
    return Interval(
      lower: max(-1, (d - d * d * d - half) / scale),
      upper: min(1, (d - d * d * d + half) / scale), level: level, method: .normal)
  }

  /// For each value, how many of `others` it exceeds minus how many exceed it.
  private static func dominance(
    of values: [Double], over others: [Double]
  ) -> (values: [Double], sum: Double, ties: Double) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    let sorted = others.sorted()
    var result = values
    var (below, notAbove) = (0, 0)
    var (sum, ties) = (0.0, 0.0)
    for index in order {
      while below < sorted.count, sorted[below] < values[index] { below += 1 }
      while notAbove < sorted.count, sorted[notAbove] <= values[index] { notAbove += 1 }
      result[index] = Double(below - (sorted.count - notAbove))
      sum += result[index]
      ties += Double(notAbove - below)
    }
    return (result, sum, ties)
  }
}
