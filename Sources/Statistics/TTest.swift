/// Tests of means by Student's t: `x` against `y`, differences are x - y.
///
/// Without any spread there is no t: see `ConstantGroups`.
package enum TTest {
  /// Unequal variances, Welch-Satterthwaite degrees of freedom: the default for two groups.
  ///
  /// Source: Welch (1947), doi:10.1093/biomet/34.1-2.28. Nil for fewer than two values in a
  /// group.
  package static func welch(_ x: [Double], _ y: [Double]) -> TestResult? {
    MeanDifference(welch: x, y)?.result(.welch)
  }

  /// Equal variances.
  package static func pooled(_ x: [Double], _ y: [Double]) -> TestResult? {
    MeanDifference(pooled: x, y)?.result(.pooledT)
  }

  /// Differences within pairs, such as the same replicate under common random numbers.
  ///
  /// - Precondition: as many `x` as `y`.
  package static func paired(_ x: [Double], _ y: [Double]) -> TestResult? {
    MeanDifference(paired: x, y)?.result(.pairedT)
  }
}
