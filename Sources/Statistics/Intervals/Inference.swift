/// A number that data estimate, with its interval.
package protocol IntervalEstimate: Sendable {
  /// No finite number where there is none, such as of a ratio to 0.
  var estimate: Double { get }
  /// Nil where no end is known.
  func interval(level: Double) -> Interval?
}

/// An estimate that can be tested, by two verbs: the values that the data leave possible, and how clearly
/// they exclude one.
///
/// Tests of a difference, one-sided tests, equivalence and non-inferiority follow.
package protocol Inference: IntervalEstimate {
  /// The one-sided p-values of the hypothesis that the number is `value`; nil where not defined.
  func p(against value: Double) -> OneSided?
  /// Is the number within `region`, or, where one kind of values is better, on the better side of the
  /// region's worse end?
  ///
  /// - Parameter alpha: of the verdict; for data without spread.
  func test(within region: ClosedRange<Double>, better: Better?, alpha: Double) -> TestResult?
  /// The time at which times are cut off (a restricted mean); nil where all values count.
  var limit: Double? { get }
  /// Whether the number falls as the values of the first level rise.
  var fallsWithValues: Bool { get }
}

extension Inference {
  package var limit: Double? { nil }
  package var fallsWithValues: Bool { false }

  package func test(
    within region: ClosedRange<Double>, better: Better?, alpha: Double
  ) -> TestResult? {
    oneSided(within: region, better: better)
  }

  /// One one-sided test at the worse end, or two, one at each.
  func oneSided(within region: ClosedRange<Double>, better: Better?) -> TestResult? {
    switch better {
    case .smaller: p(against: region.upperBound)?.smaller
    case .larger: p(against: region.lowerBound)?.larger
    case nil:
      p(against: region.lowerBound).flatMap { low in
        p(against: region.upperBound).flatMap { OneSided.between(low, $0) }
      }
    }
  }
}

/// An estimate whose error has Student's t distribution.
package struct StudentEstimate: Inference, Hashable {
  package let estimate: Double
  /// The standard error is `sd / root`.
  private let sd, root: Double
  /// NaN where nothing varies.
  package let degreesOfFreedom: Double

  package var standardError: Double { sd / root }

  package init(_ estimate: Double, standardError: Double, degreesOfFreedom: Double) {
    (self.estimate, sd, root) = (estimate, standardError, 1)
    self.degreesOfFreedom = degreesOfFreedom
  }

  /// The mean of independent values; nil for fewer than two.
  package init?(mean: Double?, sd: Double?, count: Int) {
    guard let mean, let sd else { return nil }
    (estimate, self.sd, root) = (mean, sd, Double(count).squareRoot())
    degreesOfFreedom = Double(count - 1)
  }

  /// Of a sum of independent estimates with these squared errors, each from `count` values.
  ///
  /// Source: Welch (1947), doi:10.1093/biomet/34.1-2.28.
  static func degreesOfFreedom(_ parts: [(squaredError: Double, count: Int)]) -> Double {
    let sum = parts.reduce(0) { $0 + $1.squaredError }
    return 1
      / parts.reduce(0) {
        $0 + $1.squaredError / sum * ($1.squaredError / sum) / Double($1.count - 1)
      }
  }

  /// estimate ± t standard error; a point without spread.
  package func interval(level: Double) -> Interval? {
    let t = StudentT(degreesOfFreedom: degreesOfFreedom).twoSided(level: level)
    return Interval(center: estimate, halfWidth: t * sd / root, method: .t)
  }

  package func p(against value: Double) -> OneSided? {
    OneSided(t: (estimate - value) / standardError, degreesOfFreedom: degreesOfFreedom)
  }
}

/// A median with an interval that assumes no distribution.
package struct MedianEstimate: IntervalEstimate {
  package let estimate: Double
  private let ends: @Sendable (_ level: Double) -> Interval?

  package init(_ estimate: Double, ends: @escaping @Sendable (_ level: Double) -> Interval?) {
    (self.estimate, self.ends) = (estimate, ends)
  }

  /// Of times, some of them censored; nil where half of them were not reached.
  package init?(_ times: KaplanMeier) {
    guard let median = times.median else { return nil }
    self.init(median) { times.medianInterval(level: $0) }
  }

  /// Nil without values.
  package init?(_ values: SortedSample) {
    guard let median = values.median else { return nil }
    self.init(median) { values.quantileInterval(0.5, level: $0) }
  }

  package func interval(level: Double) -> Interval? { ends(level) }
}
