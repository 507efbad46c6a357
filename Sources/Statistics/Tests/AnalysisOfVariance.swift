/// Do several groups have one mean? Classical one-way analysis of variance, and Welch's.
package struct AnalysisOfVariance: Hashable, Sendable {
  /// Equal variances are assumed. Where no group varies, by permutation (`ConstantGroups`).
  package let classic: TestResult?
  /// No equal variances: Welch (1951), doi:10.1093/biomet/38.3-4.330. Where no group varies, by
  /// permutation; nil if some group has fewer than two values, and where two or more groups are
  /// constant beside others that vary.
  package let welch: TestResult?

  /// Nil for fewer than two groups, an empty group, or no value more than groups.
  package init?(_ groups: [ValueSummary]) {
    let moments = groups.map(\.moments)
    let total = moments.reduce(0) { $0 + $1.count }
    guard groups.count > 1, moments.allSatisfy({ $0.count > 0 }), total > groups.count else {
      return nil
    }
    if let constant = ConstantGroups(groups) {
      (classic, welch) = (constant.result, constant.result)
      return
    }
    var all = Moments()
    for group in moments { all.merge(group) }
    // Squares are of distances in units of the largest, so that all of them are doubles.
    let distances = moments.map { $0.meanDifference(from: all) ?? 0 }
    let unit = (distances.map(abs) + moments.map(\.norm)).max() ?? 1
    let within = moments.reduce(0) { $0 + ($1.norm / unit) * ($1.norm / unit) }
    let between = zip(moments, distances).reduce(0) { sum, group in
      sum + Double(group.0.count) * (group.1 / unit) * (group.1 / unit)
    }
    let (df1, df2) = (Double(groups.count - 1), Double(total - groups.count))
    let f = (between / df1) / (within / df2)
    classic = TestResult(
      statistic: f, degreesOfFreedom: [df1, df2], p: FisherF(df1, df2).above(f))
    welch = Self.welch(moments)
  }

  /// With groups that vary; one that does not has all the weight, which is the limit of the
  /// formula, and Welch's t for two groups.
  private static func welch(_ groups: [Moments]) -> TestResult? {
    let k = Double(groups.count)
    let errors = groups.compactMap(\.standardError)
    guard errors.count == groups.count, let largest = errors.max() else { return nil }
    let constant = groups.indices.filter { errors[$0] == 0 }
    guard constant.count <= 1 else { return nil }
    // 1 / squared error, in units of the largest error.
    let weights = errors.map { $0 > 0 ? (largest / $0) * (largest / $0) : 0 }
    let total = weights.reduce(0, +)
    let shares = groups.indices.map { index in
      constant.isEmpty ? weights[index] / total : (errors[index] == 0 ? 1 : 0)
    }
    let first = groups[0]
    let distances = groups.map { ($0.meanDifference(from: first) ?? 0) / largest }
    let center = zip(shares, distances).reduce(0) { $0 + $1.0 * $1.1 }
    let between = zip(weights, distances).reduce(0) { sum, group in
      sum + group.0 * (group.1 - center) * (group.1 - center)
    }
    let lambda = zip(shares, groups).reduce(0) { sum, group in
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
  package static let anova = ComparisonTest(
    "anova",
    MethodWords(
      "analysis of variance", "Do all levels have the same mean, by the classical F?",
      assumption: "Normal values with one variance, or many runs; runs are independent.",
      source: "Fisher (1925)"),
    question: .all, pairing: .never, pairedForm: "paired_t"
  ) { AnalysisOfVariance($0.summaries)?.classic }

  package static let welchAnova = ComparisonTest(
    "welch_anova",
    MethodWords(
      "Welch\u{2019}s analysis of variance", "Do all levels have the same mean, by Welch's F?",
      assumption: "Normal values, or many runs; runs are independent.",
      source: "Welch (1951), doi:10.1093/biomet/38.3-4.330"),
    question: .all, pairing: .never, pairedForm: "paired_t"
  ) { AnalysisOfVariance($0.summaries)?.welch }
}
