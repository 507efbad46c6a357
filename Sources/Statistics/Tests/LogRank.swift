/// Do two groups of censored times follow one survival curve?
///
/// Source: Mantel (1966), Cancer Chemotherapy Reports 50, 163; variance of the hypergeometric
/// distribution, p by chi-square with one degree of freedom.
package struct LogRank: Hashable, Sendable {
  package let chiSquare: Double
  package let p: Double
  /// Events seen in the first group.
  package let observed: Double
  /// Events expected there if both groups had one curve.
  package let expected: Double

  /// Nil for an empty group, or without any event that could distinguish the two.
  package init?(_ a: CountedTimes, _ b: CountedTimes) {
    guard a.count > 0, b.count > 0 else { return nil }
    var (observed, expected, variance) = (0.0, 0.0, 0.0)
    var atRisk = (a: Double(a.count), b: Double(b.count))
    [a.reached.rows, a.unreached.rows, b.reached.rows, b.unreached.rows].forEachValue { _, counts in
      let (n, d) = (atRisk.a + atRisk.b, Double(counts[0] + counts[2]))
      if d > 0 {
        let share = atRisk.a / n
        observed += Double(counts[0])
        expected += d * share
        if n > 1 { variance += d * (n - d) / (n - 1) * share * (1 - share) }
      }
      atRisk.a -= Double(counts[0] + counts[1])
      atRisk.b -= Double(counts[2] + counts[3])
    }
    guard variance > 0 else { return nil }
    let excess = observed - expected
    chiSquare = excess * excess / variance
    p = ChiSquare(degreesOfFreedom: 1).above(chiSquare)
    (self.observed, self.expected) = (observed, expected)
  }

  package var result: TestResult? {
    TestResult(statistic: chiSquare, degreesOfFreedom: [1], p: p)
  }
}

extension ComparisonTest {
  package static let logRank = ComparisonTest(
    "log_rank",
    MethodWords(
      "log-rank test", "Do two levels have one curve of times?",
      assumption: "Censoring does not depend on what would have come; runs are independent.",
      source: "Mantel (1966)"),
    data: .times, pairing: .never, pairedForm: "restricted_mean", needs: .times
  ) { $0.times.count == 2 ? LogRank($0.times[0], $0.times[1])?.result : nil }
}
