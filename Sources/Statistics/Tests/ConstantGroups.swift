import Glibc

/// Several groups, none of which has any spread: what their values show by themselves.
///
/// Where nothing varies there is no t and no F. What is left is permutation: if all values had
/// one distribution, every arrangement of them would be as likely, and few keep all groups constant.
package struct ConstantGroups: Hashable, Sendable {
  /// The chance that an arrangement of the values keeps every group constant; 1 if all values are
  /// equal.
  ///
  /// With N values, m_v of which are v, and K groups that have V different values it is at most
  /// surjections(K, V) product m_v! / N!: not all ways to give the groups one value each fit their
  /// sizes. Exact for two groups of equal size and for V = K equal ones.
  package let p: Double

  /// Nil if a group varies or is empty.
  package init?(_ groups: [ValueSummary]) {
    var counts: [Double: Int] = [:]
    for group in groups {
      guard let first = group.first, group.isConstant else { return nil }
      // But for rounding.
      let value = counts.keys.filter { abs($0 - first) <= group.rounding }.min() ?? first
      counts[value, default: 0] += group.count
    }
    guard !counts.isEmpty else { return nil }
    func logFactorial(_ n: Int) -> Double { GSL.lnGamma(Double(n) + 1) }
    let arrangements =
      logFactorial(counts.values.reduce(0, +))
      - counts.values.sorted().reduce(0) { $0 + logFactorial($1) }
    let kept = Self.surjections(of: groups.count, onto: counts.count)
    p = atMostOne(exp(log(kept) - arrangements))
  }

  /// In how many ways `items` groups can be given `values` values so that each is used.
  private static func surjections(of items: Int, onto values: Int) -> Double {
    // ways[v]: of the groups so far onto v values; the last group brings a new value or not.
    var ways = [1.0] + [Double](repeating: 0, count: values)
    for _ in 0..<items {
      for used in (1...values).reversed() {
        ways[used] = Double(used) * (ways[used] + ways[used - 1])
      }
      ways[0] = 0
    }
    return ways[values]
  }

  package var result: TestResult? { TestResult(statistic: nil, p: p) }
}
