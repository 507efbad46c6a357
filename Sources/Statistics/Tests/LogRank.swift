/// Do several groups of censored times follow one survival curve?
///
/// Source: Mantel (1966), Cancer Chemotherapy Reports 50, 163; variance of the hypergeometric
/// distribution, p by chi-square with one degree of freedom less than groups.
package struct LogRank: Hashable, Sendable {
  package let chiSquare: Double
  package let degreesOfFreedom: Int
  package let p: Double
  /// Events seen in each group.
  package let observed: [Double]
  /// Events expected if all groups had one curve.
  package let expected: [Double]

  /// What is added up over the times at which something happened.
  private struct Sums {
    private(set) var observed: [Double]
    private(set) var expected: [Double]
    private(set) var covariance: [[Double]]

    init(_ groups: [CountedTimes]) {
      let k = groups.count
      observed = [Double](repeating: 0, count: k)
      expected = observed
      covariance = [[Double]](repeating: observed, count: k)
      var atRisk = groups.map { Double($0.count) }
      groups.flatMap { [$0.reached.rows, $0.unreached.rows] }.forEachValue { _, counts in
        let events = (0..<k).map { Double(counts[2 * $0]) }
        let (n, d) = (atRisk.reduce(0, +), events.reduce(0, +))
        for i in 0..<k where d > 0 {
          observed[i] += events[i]
          expected[i] += d * atRisk[i] / n
          guard n > 1 else { continue }
          let factor = d * (n - d) / (n - 1) * atRisk[i] / n
          for j in 0..<k { covariance[i][j] += factor * ((i == j ? 1 : 0) - atRisk[j] / n) }
        }
        for i in 0..<k {
          let (reached, censored) = (counts[2 * i], counts[2 * i + 1])
          atRisk[i] -= Double(reached + censored)
        }
      }
    }
  }

  /// Nil for fewer than two groups, an empty group, or without any event that could distinguish
  /// them.
  package init?(_ groups: [[CensoredTime]]) { self.init(groups.map { CountedTimes($0) }) }

  package init?(_ groups: [CountedTimes]) {
    guard groups.count > 1, groups.allSatisfy({ $0.count > 0 }) else { return nil }
    let sums = Sums(groups)
    let k = groups.count
    // The differences add up to 0: one group is left out of the quadratic form.
    let excess = (0..<k - 1).map { sums.observed[$0] - sums.expected[$0] }
    let form = sums.covariance.prefix(k - 1).map { Array($0.prefix(k - 1)) }
    guard let solved = solveSymmetric(form, excess) else { return nil }
    chiSquare = zip(excess, solved).reduce(0) { $0 + $1.0 * $1.1 }
    degreesOfFreedom = k - 1
    p = ChiSquare(degreesOfFreedom: Double(k - 1)).above(chiSquare)
    observed = sums.observed
    expected = sums.expected
  }

  package var result: TestResult? {
    TestResult(statistic: chiSquare, degreesOfFreedom: [Double(degreesOfFreedom)], p: p)
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
  ) { LogRank($0.times)?.result }
}
