/// Differences of means of several groups, judged together: all intervals hold at once with their
/// level, and the smallest p passes it by chance with that of the level.
///
/// One variance for all groups, estimated from all of them. Source of p and interval: `MaxTDistribution`.
package struct SimultaneousComparisons: Sendable {
  private let groups: [Moments]
  private let deviation: Double
  private let distribution: MaxTDistribution
  private let degreesOfFreedom: Double
  private let level: Double
  private let critical: Double

  /// - Parameter reference: the group all others are compared with; nil: every pair.
  /// - Returns: nil for fewer than two groups, an empty group, no value more than groups, or no spread.
  package init?(_ groups: [ValueSummary], reference: Int?, level: Double) {
    let moments = groups.map(\.moments)
    let freedom = moments.reduce(0) { $0 + $1.count } - moments.count
    guard moments.count > 1, moments.allSatisfy({ $0.count > 0 }) else { return nil }
    let largest = moments.map(\.norm).max() ?? 0
    guard largest > 0, largest.isFinite else { return nil }
    let squares = moments.reduce(0) { $0 + ($1.norm / largest) * ($1.norm / largest) }
    deviation = largest * (squares / Double(freedom)).squareRoot()
    degreesOfFreedom = Double(freedom)
    self.groups = moments
    self.level = level
    let sizes = moments.map(\.count)
    distribution = MaxTDistribution(
      reference.map { one in
        .withOne(sizes[one], others: sizes.indices.filter { $0 != one }.map { sizes[$0] })
      } ?? .everyPair(sizes.count), degreesOfFreedom: degreesOfFreedom)
    critical = distribution.critical(1 - level)
  }

  /// One of the differences, a minus b.
  package struct Comparison: Sendable {
    package let estimate: Double
    package let interval: Interval
    fileprivate let t, degreesOfFreedom: Double
    fileprivate let distribution: MaxTDistribution

    /// t, and p corrected for all of the differences.
    package var result: TestResult? {
      TestResult(statistic: t, degreesOfFreedom: [degreesOfFreedom], p: distribution.above(abs(t)))
    }
  }

  package func comparison(_ a: Int, _ b: Int) -> Comparison? {
    guard let estimate = groups[a].meanDifference(from: groups[b]) else { return nil }
    let error =
      deviation * (1 / Double(groups[a].count) + 1 / Double(groups[b].count)).squareRoot()
    return Comparison(
      estimate: estimate,
      interval: Interval(
        center: estimate, halfWidth: critical * error, method: .simultaneous),
      t: estimate / error, degreesOfFreedom: degreesOfFreedom, distribution: distribution)
  }
}

extension ComparisonTest {
  package static let tukey = ComparisonTest(
    "tukey",
    MethodWords(
      "Tukey-Kramer test", "Which of all pairs of levels differ in their means?",
      assumption: "Normal values with one variance, or many runs; runs are independent.",
      source: "Kramer (1956), doi:10.2307/3001469"),
    pairing: .never, pairedForm: "paired_t", reference: .refused, isFamily: true
  ) { $0.joint?.result }

  package static let dunnett = ComparisonTest(
    "dunnett",
    MethodWords(
      "Dunnett\u{2019}s test", "Which levels differ from the reference in their means?",
      assumption: "Normal values with one variance, or many runs; runs are independent.",
      source: "Dunnett (1955), doi:10.1080/01621459.1955.10501294"),
    pairing: .never, pairedForm: "paired_t", reference: .required, isFamily: true
  ) { $0.joint?.result }
}
