/// The tests of hypotheses; raw values are those of the column `test`.
package enum TestName: String, CaseIterable, Codable, Sendable {
  case welch
  case pooledT = "pooled_t"
  case pairedT = "paired_t"
  case mannWhitney = "mann_whitney"
  case wilcoxon
  case kolmogorovSmirnov = "kolmogorov_smirnov"
  case kruskalWallis = "kruskal_wallis"
  case anova
  case welchAnova = "welch_anova"
  case permutation
  case logRank = "log_rank"
  case tost
  case chiSquare = "chi_square"
  case hotelling
  case curvePermutation = "curve_permutation"
}

/// Where a p-value comes from.
package enum TestMethod: String, Codable, Sendable {
  /// The exact law of the statistic.
  case exact
  /// A law that holds for many values.
  case asymptotic
  /// Random rearrangements from a keyed stream.
  case monteCarlo = "monte_carlo"
}

/// The outcome of one test in the form shared by all of them.
///
/// Tests return nil where they are not defined, such as for too few values; a table leaves the
/// cells empty then.
package struct TestResult: Hashable, Sendable {
  package let test: TestName
  /// Nil where a difference without any spread exceeds every number.
  package let statistic: Double?
  /// None, one or two, such as the numerator's and denominator's of F.
  package let degreesOfFreedom: [Double]
  /// Two-sided, where the test has sides; the larger of both one-sided ones for `tost`.
  package let p: Double
  /// One-sided, for "the first group is greater"; nil where the test has no sides.
  package let pGreater: Double?
  package let method: TestMethod

  /// Nil unless every number is one: what is computed from values that are no doubles any more
  /// (such as sums beyond the largest) decides nothing.
  package init?(
    test: TestName, statistic: Double?, degreesOfFreedom: [Double] = [], p: Double,
    pGreater: Double? = nil, method: TestMethod = .asymptotic
  ) {
    let shares = [p, pGreater ?? 0]
    guard statistic?.isFinite ?? true, degreesOfFreedom.allSatisfy({ $0 > 0 && $0.isFinite }),
      shares.allSatisfy({ (0...1).contains($0) })
    else { return nil }
    self.test = test
    self.statistic = statistic
    self.degreesOfFreedom = degreesOfFreedom
    self.p = p
    self.pGreater = pGreater
    self.method = method
  }
}
