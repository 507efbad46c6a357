/// Do several groups tend to the same values? By ranks, tie-corrected.
///
/// Source: Kruskal and Wallis (1952), doi:10.1080/01621459.1952.10483441; p by the chi-square
/// law, right for about five values per group and more.
package enum KruskalWallis {
  /// Nil for fewer than two groups, and for an empty group. p is 1 if all values are equal.
  package static func test(_ groups: [[Double]]) -> TestResult? {
    guard groups.count > 1, groups.allSatisfy({ !$0.isEmpty }) else { return nil }
    let ranks = Ranks(groups.flatMap(\.self))
    let n = Double(ranks.ranks.count)
    let correction = 1 - ranks.tieSum / (n * n * n - n)
    let df = Double(groups.count - 1)
    guard correction > 0 else {
      return TestResult(statistic: 0, degreesOfFreedom: [df], p: 1)
    }
    var start = 0
    var sum = 0.0
    for group in groups {
      let rankSum = ranks.ranks[start..<start + group.count].reduce(0, +)
      let distance = rankSum / Double(group.count) - (n + 1) / 2
      sum += Double(group.count) * distance * distance
      start += group.count
    }
    let h = 12 / (n * (n + 1)) * sum / correction
    return TestResult(
      statistic: h, degreesOfFreedom: [df],
      p: ChiSquare(degreesOfFreedom: df).above(h))
  }
}

extension ComparisonTest {
  package static let kruskalWallis = ComparisonTest(
    "kruskal_wallis", design: .allLevels, pairing: .never, pairedForm: "wilcoxon"
  ) { KruskalWallis.test($0.values) }
}
