/// Tests of means by Student's t: `x` against `y`, differences are x - y.
package enum TTest {
  /// Unequal variances, Welch-Satterthwaite degrees of freedom: the default for two groups.
  ///
  /// Source: Welch (1947), doi:10.1093/biomet/34.1-2.28. Nil for fewer than two values in a
  /// group, and if neither group varies.
  package static func welch(_ x: [Double], _ y: [Double]) -> TestResult? {
    MeanDifference(welch: x, y)?.result(.welch, against: 0)
  }

  /// Equal variances.
  package static func pooled(_ x: [Double], _ y: [Double]) -> TestResult? {
    MeanDifference(pooled: x, y)?.result(.pooledT, against: 0)
  }

  /// Differences within pairs, such as the same replicate under common random numbers.
  ///
  /// - Precondition: as many `x` as `y`.
  package static func paired(_ x: [Double], _ y: [Double]) -> TestResult? {
    MeanDifference(paired: x, y)?.result(.pairedT, against: 0)
  }
}

/// A difference of means with the t law of its estimate.
package struct MeanDifference: Hashable, Sendable {
  package let estimate: Double
  package let standardError: Double
  package let degreesOfFreedom: Double

  /// Nil for fewer than two values in a group. Without any spread the standard error is 0.
  package init?(welch x: [Double], _ y: [Double]) {
    let (a, b) = (Moments(of: x), Moments(of: y))
    guard let difference = a.meanDifference(from: b), let va = a.variance, let vb = b.variance
    else { return nil }
    let (shareA, shareB) = (va / Double(x.count), vb / Double(y.count))
    let sum = shareA + shareB
    let spread =
      shareA * shareA / Double(x.count - 1) + shareB * shareB / Double(y.count - 1)
    estimate = difference
    standardError = sum.squareRoot()
    degreesOfFreedom = spread > 0 ? sum * sum / spread : Double(x.count + y.count - 2)
  }

  package init?(pooled x: [Double], _ y: [Double]) {
    let (a, b) = (Moments(of: x), Moments(of: y))
    guard let difference = a.meanDifference(from: b), x.count + y.count > 2 else { return nil }
    degreesOfFreedom = Double(x.count + y.count - 2)
    let variance = (a.sumOfSquaredDeviations + b.sumOfSquaredDeviations) / degreesOfFreedom
    estimate = difference
    standardError = (variance * (1 / Double(x.count) + 1 / Double(y.count))).squareRoot()
  }

  /// - Precondition: as many `x` as `y`.
  package init?(paired x: [Double], _ y: [Double]) {
    precondition(x.count == y.count)
    let differences = Moments(of: zip(x, y).map { $0 - $1 })
    guard let mean = differences.mean, let error = differences.standardError else { return nil }
    estimate = mean
    standardError = error
    degreesOfFreedom = Double(x.count - 1)
  }

  /// estimate -+ t standard error; a point without any spread.
  package func interval(level: Double) -> Interval {
    let t = StudentT(degreesOfFreedom: degreesOfFreedom).twoSided(level: level)
    return Interval(center: estimate, halfWidth: t * standardError, level: level, method: .t)
  }

  /// The test that the true difference is `value`; nil without any spread.
  package func result(_ name: TestName, against value: Double) -> TestResult? {
    guard standardError > 0 else { return nil }
    let t = (estimate - value) / standardError
    let law = StudentT(degreesOfFreedom: degreesOfFreedom)
    return TestResult(
      test: name, statistic: t, degreesOfFreedom: [degreesOfFreedom], p: law.twoSidedP(t),
      pGreater: law.above(t))
  }

  /// Two one-sided tests: is the true difference within -+ `margin`?
  ///
  /// p is the larger of both, and small means equivalent. Equal to asking whether the interval of
  /// level 1 - 2 alpha lies within the margin. Without any spread nil.
  /// Source: Schuirmann (1987), doi:10.1007/BF01068419.
  /// - Precondition: `margin` > 0.
  package func equivalence(margin: Double) -> TestResult? {
    precondition(margin > 0)
    guard standardError > 0 else { return nil }
    let law = StudentT(degreesOfFreedom: degreesOfFreedom)
    let above = (estimate + margin) / standardError  // against "at most -margin"
    let below = (estimate - margin) / standardError  // against "at least margin"
    let (pAbove, pBelow) = (law.above(above), law.below(below))
    return TestResult(
      test: .tost, statistic: pAbove > pBelow ? above : below,
      degreesOfFreedom: [degreesOfFreedom], p: max(pAbove, pBelow))
  }
}
