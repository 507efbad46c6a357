import Glibc

/// A difference of means with the t distribution of its estimate.
package struct MeanDifference: Inference, Hashable {
  private let student: StudentEstimate
  /// What takes the place of t where nothing varies.
  package let constant: ZeroVarianceDifference?

  package var estimate: Double { constant?.estimate ?? student.estimate }
  package var standardError: Double { student.standardError }
  /// NaN where nothing varies.
  package var degreesOfFreedom: Double { student.degreesOfFreedom }

  /// Nil for fewer than two values in a group.
  package init?(welch x: ValueSummary, _ y: ValueSummary) {
    let (a, b) = (x.moments, y.moments)
    guard let difference = a.meanDifference(from: b), let errorA = a.standardError,
      let errorB = b.standardError
    else { return nil }
    let error = hypot(errorA, errorB)
    // The shares of both groups in the squared error, not the squares themselves, which very
    // small or large values would not have.
    let (shareA, shareB) = (errorA / error, errorB / error)
    let spread =
      pow(shareA, 4) / Double(x.count - 1) + pow(shareB, 4) / Double(y.count - 1)
    student = StudentEstimate(difference, standardError: error, degreesOfFreedom: 1 / spread)
    constant = ZeroVarianceDifference(x, y)
  }

  /// The mean of the differences in several combinations of other factors, each of two independent
  /// groups, with Satterthwaite's degrees of freedom.
  ///
  /// Nil for fewer than two values in a group, and where no group varies but not all are equal.
  package init?(averaged pairs: [(x: ValueSummary, y: ValueSummary)]) {
    let groups = pairs.flatMap { [$0.x, $0.y] }
    let differences = pairs.compactMap { $0.x.moments.meanDifference(from: $0.y.moments) }
    let errors = groups.compactMap(\.moments.standardError)
    guard differences.count == pairs.count, errors.count == groups.count,
      let largest = errors.max()
    else { return nil }
    // Shares of the squared error, as above.
    let shares = errors.map { largest > 0 ? ($0 / largest) * ($0 / largest) : 0 }
    let total = shares.reduce(0, +)
    let spread = zip(groups, shares).reduce(0) { $0 + $1.1 * $1.1 / Double($1.0.count - 1) }
    student = StudentEstimate(
      differences.reduce(0, +) / Double(pairs.count),
      standardError: largest * total.squareRoot() / Double(pairs.count),
      degreesOfFreedom: total * total / spread)
    if largest > 0 {
      constant = nil
    } else {
      guard
        let constant = ZeroVarianceDifference(
          ValueSummary(joining: pairs.map(\.x)), ValueSummary(joining: pairs.map(\.y)))
      else {
        return nil
      }
      self.constant = constant
    }
  }

  package init?(_ pairs: PairSummary) {
    let differences = pairs.differences.moments
    guard
      let student = StudentEstimate(
        mean: differences.mean, sd: differences.sd, count: pairs.count)
    else { return nil }
    self.student = student
    constant = ZeroVarianceDifference(pairs)
  }

  package func interval(level: Double) -> Interval? {
    constant?.interval(level: level) ?? student.interval(level: level)
  }

  package func p(against value: Double) -> OneSided? {
    constant?.p(against: value) ?? student.p(against: value)
  }

  /// Without spread by the rule of three, see `ZeroVarianceDifference`.
  package func test(
    within region: ClosedRange<Double>, better: Better? = nil, alpha: Double = 0.05
  ) -> TestResult? {
    constant?.test(within: region, better: better, alpha: alpha)
      ?? student.test(within: region, better: better, alpha: alpha)
  }
}

extension ComparisonTest {
  package static let welch = ComparisonTest(
    "welch",
    MethodWords(
      "Welch\u{2019}s t test", "Are two means the same?",
      assumption: "Normal values, or many runs; runs are independent.",
      source: "Welch (1947), doi:10.1093/biomet/34.1-2.28"),
    pairing: .never, pairedForm: "paired_t", isPooled: true
  ) { $0.isPaired ? nil : $0.difference?.p(against: 0)?.difference }

  package static let pairedT = ComparisonTest(
    "paired_t",
    MethodWords(
      "paired t test", "Is the mean of paired differences 0?",
      assumption: "Normal differences, or many runs.", source: "Student (1908), doi:10.2307/2331554"
    ),
    pairing: .always, isPooled: true
  ) { $0.isPaired ? $0.difference?.p(against: 0)?.difference : nil }

  package static let tost = ComparisonTest(
    "tost",
    MethodWords(
      "two one-sided tests", "Do two levels differ by less than the margin?",
      assumption: "As that of the effect\u{2019}s interval.",
      source: "Schuirmann (1987), doi:10.1007/BF01068419"),
    pairing: .wherePossible, claim: .equivalence
  ) { $0.equivalence?.result }

  package static let nonInferiority = ComparisonTest(
    "non_inferiority",
    MethodWords(
      "test of non-inferiority", "Is one level worse than the other by less than the margin?",
      assumption: "As that of the effect\u{2019}s interval.",
      source: "Blackwelder (1982), doi:10.1016/0197-2456(82)90024-1"),
    pairing: .wherePossible, claim: .nonInferiority
  ) { $0.equivalence?.result }
}

extension ComparisonEffect {
  package static let meanDifference = ComparisonEffect(
    "mean_difference",
    MethodWords(
      "mean difference",
      "Mean of one level minus mean of the other; of 0 and 1, share minus share.",
      assumption:
        "Interval: normal values or differences, or many runs; of shares, about five runs of each kind.",
      source:
        "Welch (1947), doi:10.1093/biomet/34.1-2.28; shares: Mee (1984), Biometrics 40, 1175, and Tango "
        + "(1998), Statistics in Medicine 17, 891"),
    scale: .difference, unit: .response, agreesWith: ["welch", "paired_t"], isPooled: true
  ) { groups -> (any Inference)? in
    if let shares = groups.shareDifference { shares } else { groups.difference }
  }
}
