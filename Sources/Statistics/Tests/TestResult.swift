/// The outcome of one test in the form shared by all of them.
///
/// Tests return nil where they are not defined, such as for too few values; a table leaves the
/// cells empty then.
package struct TestResult: Hashable, Sendable {
  /// Nil where a difference without any spread exceeds every number.
  package let statistic: Double?
  /// None, one or two, such as the numerator's and denominator's of F.
  package let degreesOfFreedom: [Double]
  /// Two-sided, where the test has sides; the larger of both one-sided ones for equivalence.
  package let p: Double

  /// Nil unless every number is one: what is computed from values that are no doubles any more
  /// (such as sums beyond the largest) decides nothing.
  package init?(statistic: Double?, degreesOfFreedom: [Double] = [], p: Double) {
    guard statistic?.isFinite ?? true, degreesOfFreedom.allSatisfy({ $0 > 0 && $0.isFinite }),
      (0...1).contains(p)
    else { return nil }
    self.statistic = statistic
    self.degreesOfFreedom = degreesOfFreedom
    self.p = p
  }
}
