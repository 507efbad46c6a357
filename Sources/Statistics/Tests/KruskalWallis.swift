/// Do several groups tend to the same values? By ranks, tie-corrected.
///
/// Source: Kruskal and Wallis (1952), doi:10.1080/01621459.1952.10483441; p by the chi-square
/// distribution, right for about five values per group and more.
package enum KruskalWallis {
  /// Nil for fewer than two groups, and for an empty group. p is 1 if all values are equal.
  package static func test(_ groups: [CountedValues]) -> TestResult? {
    guard groups.count > 1, groups.allSatisfy({ $0.count > 0 }) else { return nil }
    let ranks = Ranks(groups)
    let n = Double(groups.reduce(0) { $0 + $1.count })
    let correction = 1 - ranks.tieSum / (n * n * n - n)
    let df = Double(groups.count - 1)
    guard correction > 0 else {
      return TestResult(statistic: 0, degreesOfFreedom: [df], p: 1)
    }
    let sum = zip(groups, ranks.sums).reduce(0) { sum, group in
      let size = Double(group.0.count)
      let distance = group.1 / size - (n + 1) / 2
      return sum + size * distance * distance
    }
    let h = 12 / (n * (n + 1)) * sum / correction
    return TestResult(
      statistic: h, degreesOfFreedom: [df],
      p: ChiSquare(degreesOfFreedom: df).above(h))
  }
}

extension ComparisonTest {
  package static let kruskalWallis = ComparisonTest(
    "kruskal_wallis",
    MethodWords(
      "Kruskal-Wallis test", "Do all levels tend to the same values, by ranks?",
      assumption: "About five runs of each level, or more; runs are independent.",
      source: "Kruskal and Wallis (1952), doi:10.1080/01621459.1952.10483441"),
    question: .all, pairing: .never, pairedForm: "wilcoxon", needs: .counts
  ) { KruskalWallis.test($0.counts) }
}
