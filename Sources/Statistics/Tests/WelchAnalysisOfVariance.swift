/// Do several groups have one mean, whatever their variances are? Welch's analysis of variance.
///
/// Source: Welch (1951), doi:10.1093/biomet/38.3-4.330.
package enum WelchAnalysisOfVariance {
  /// The test; where no group varies, by permutation (`ConstantGroups`).
  ///
  /// One group that does not vary beside others that do has all the weight, which is the limit of the
  /// formula, and Welch's t for two groups.
  /// - Returns: nil for fewer than two groups, fewer than two values in a group, and where two or more
  ///   groups are constant beside others that vary.
  package static func test(_ groups: [ValueSummary]) -> TestResult? {
    let moments = groups.map(\.moments)
    let errors = moments.compactMap(\.standardError)
    guard groups.count > 1, errors.count == groups.count else { return nil }
    if let constant = ConstantGroups(groups) { return constant.result }
    let constant = errors.count { $0 == 0 }
    guard constant <= 1 else { return nil }
    let k = Double(groups.count)
    let weights = errors.map { $0 > 0 ? 1 / ($0 * $0) : 0 }
    let total = weights.reduce(0, +)
    let shares = groups.indices.map { index in
      constant == 0 ? weights[index] / total : (errors[index] == 0 ? 1 : 0)
    }
    let distances = moments.map { $0.meanDifference(from: moments[0]) ?? 0 }
    let center = zip(shares, distances).reduce(0) { $0 + $1.0 * $1.1 }
    let between = zip(weights, distances).reduce(0) { sum, group in
      sum + group.0 * (group.1 - center) * (group.1 - center)
    }
    let lambda = zip(shares, moments).reduce(0) { sum, group in
      sum + (1 - group.0) * (1 - group.0) / Double(group.1.count - 1)
    }
    let f = between / (k - 1) / (1 + 2 * (k - 2) / (k * k - 1) * lambda)
    let df2 = (k * k - 1) / (3 * lambda)
    return TestResult(
      statistic: f, degreesOfFreedom: [k - 1, df2],
      p: FisherF(k - 1, df2).above(f))
  }
}

extension ComparisonTest {
  package static let welchAnova = ComparisonTest(
    "welch_anova",
    MethodWords(
      "Welch\u{2019}s analysis of variance", "Do all levels have the same mean, by Welch's F?",
      assumption: "Normal values, or many runs; runs are independent.",
      source: "Welch (1951), doi:10.1093/biomet/38.3-4.330"),
    question: .all, pairing: .never, pairedForm: "paired_t"
  ) { WelchAnalysisOfVariance.test($0.summaries) }
}
