/// Does a factor do the same in every combination of the other factors?
///
/// Means stand in cells, by combination and by level of the factor. What is left of a mean after that of
/// its combination and that of its level, and the one of all, is interaction; both tests hold the sum of
/// its squares against what it is expected to be without any, with degrees of freedom by Box (1954),
/// doi:10.1214/aoms/1177728786, so that neither takes variances as equal. Of runs that share their random
/// numbers: `RepeatedMeasuresInteraction`.
package enum FactorInteraction {
  /// Of independent runs: the ANOVA-type statistic of Brunner, Dette and Munk (1997),
  /// doi:10.1080/01621459.1997.10473671; for two levels and two combinations Welch's t.
  ///
  /// - Parameter cells: by combination, then by level.
  /// - Returns: nil for fewer than two combinations or levels, fewer than two values in a cell, and where
  ///   nothing varies.
  package static func test(_ cells: [[ValueSummary]]) -> TestResult? {
    let all = cells.flatMap { $0.map(\.moments) }
    guard let layout = CellLayout(cells.map(\.count)), let first = all.first,
      let largest = all.compactMap(\.standardError).max(), largest > 0,
      all.allSatisfy({ $0.count > 1 })
    else { return nil }
    // In units of the largest error, so that squares are doubles.
    let variances = all.map { cell in
      let error = (cell.standardError ?? 0) / largest
      return error * error
    }
    let left = layout.interaction(all.map { ($0.meanDifference(from: first) ?? 0) / largest })
    let own = layout.weight(0, 0)
    let trace = own * variances.reduce(0, +)
    var squares = 0.0
    var spread = 0.0
    for one in all.indices {
      for other in all.indices {
        let weight = layout.weight(one, other)
        squares += weight * weight * variances[one] * variances[other]
      }
      spread += own * own * variances[one] * variances[one] / Double(all[one].count - 1)
    }
    let f = left.reduce(0) { $0 + $1 * $1 } / trace
    let (df1, df2) = (trace * trace / squares, trace * trace / spread)
    return TestResult(statistic: f, degreesOfFreedom: [df1, df2], p: FisherF(df1, df2).above(f))
  }
}

extension ComparisonTest {
  package static let anovaType = ComparisonTest(
    "anova_type",
    MethodWords(
      "ANOVA-type test of interaction",
      "Is the effect of the factor the same in every combination of the other factors?",
      assumption: "Many runs; runs are independent.",
      source: "Brunner, Dette and Munk (1997), doi:10.1080/01621459.1997.10473671"),
    question: .interaction, pairing: .never)
}
