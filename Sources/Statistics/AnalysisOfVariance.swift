/// Do several groups have one mean? Classical one-way analysis of variance, and Welch's.
package struct AnalysisOfVariance: Hashable, Sendable {
  package let sumOfSquaresBetween: Double
  package let sumOfSquaresWithin: Double
  package let numerator: Int
  package let denominator: Int
  /// Equal variances are assumed. Nil without any spread within groups.
  package let classic: TestResult?
  /// No equal variances: Welch (1951), doi:10.1093/biomet/38.3-4.330. Nil if some group has
  /// fewer than two values or no spread.
  package let welch: TestResult?
  /// Share of the sum of squares that lies between groups; nil without any spread.
  package let etaSquared: Double?

  /// Nil for fewer than two groups, an empty group, or no value more than groups.
  package init?(_ groups: [[Double]]) {
    let moments = groups.map { Moments(of: $0) }
    let total = moments.reduce(0) { $0 + $1.count }
    guard groups.count > 1, moments.allSatisfy({ $0.count > 0 }), total > groups.count else {
      return nil
    }
    var all = Moments()
    for group in moments { all.merge(group) }
    let within = moments.reduce(0) { $0 + $1.sumOfSquaredDeviations }
    let grand = all.mean ?? 0
    let between = moments.reduce(0) { sum, group in
      let distance = (group.mean ?? 0) - grand
      return sum + Double(group.count) * distance * distance
    }
    sumOfSquaresBetween = between
    sumOfSquaresWithin = within
    numerator = groups.count - 1
    denominator = total - groups.count
    etaSquared = between + within > 0 ? between / (between + within) : nil
    let (df1, df2) = (Double(numerator), Double(denominator))
    if within > 0 {
      let f = (between / df1) / (within / df2)
      classic = TestResult(
        test: .anova, statistic: f, degreesOfFreedom: [df1, df2], p: FisherF(df1, df2).above(f))
    } else {
      classic = nil
    }
    welch = Self.welch(moments)
  }

  private static func welch(_ groups: [Moments]) -> TestResult? {
    let k = Double(groups.count)
    var weights: [Double] = []
    for group in groups {
      guard let variance = group.variance, variance > 0 else { return nil }
      weights.append(Double(group.count) / variance)
    }
    let total = weights.reduce(0, +)
    let center = zip(weights, groups).reduce(0) { $0 + $1.0 * ($1.1.mean ?? 0) } / total
    let between = zip(weights, groups).reduce(0) { sum, pair in
      let distance = (pair.1.mean ?? 0) - center
      return sum + pair.0 * distance * distance
    }
    let lambda = zip(weights, groups).reduce(0) { sum, pair in
      let rest = 1 - pair.0 / total
      return sum + rest * rest / Double(pair.1.count - 1)
    }
    let f = between / (k - 1) / (1 + 2 * (k - 2) / (k * k - 1) * lambda)
    let df2 = (k * k - 1) / (3 * lambda)
    return TestResult(
      test: .welchAnova, statistic: f, degreesOfFreedom: [k - 1, df2],
      p: FisherF(k - 1, df2).above(f))
  }
}
