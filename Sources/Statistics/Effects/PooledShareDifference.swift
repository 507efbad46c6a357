/// The mean of differences of shares, one of each combination of other factors.
///
/// Its interval comes from theirs: with a_k the distance from the k-th difference to the lower end of its
/// own interval, the lower end lies √((1-r) Σa_k² + r (Σa_k)²) / K below the mean of K differences;
/// likewise the upper one (MOVER). r is how runs that share their random numbers are correlated, on
/// average over all pairs of combinations; 0 for independent runs. Where the pairs of runs show no
/// correlation, because hardly any differ, r is 1: the interval is not narrower than that of one
/// combination.
/// Source: Zou and Donner (2008), doi:10.1002/sim.3095.
package struct PooledShareDifference: Inference {
  package let estimate: Double
  private let parts: [ShareDifference]
  private let correlation: Double

  /// Of independent runs; nil without any combination.
  package init?(_ counts: [ShareCounts]) { self.init(counts, correlation: 0) }

  /// Of runs that share their random numbers.
  ///
  /// - Parameter means: of each replicate, over the combinations.
  package init?(_ counts: [ShareCounts], means: PairSummary) {
    let deviations = counts.compactMap(\.deviationOfPairs)
    let squares = deviations.reduce(0) { $0 + $1 * $1 }
    let sum = deviations.reduce(0, +)
    let count = Double(counts.count)
    let variance = means.differences.moments.sumOfSquaredDeviations / Double(means.count)
    let most = sum * sum - squares
    self.init(
      counts,
      correlation: most > 1e-12 * squares
        ? min(max(0, (count * count * variance - squares) / most), 1) : 1)
  }

  private init?(_ counts: [ShareCounts], correlation: Double) {
    guard !counts.isEmpty else { return nil }
    parts = counts.map { ShareDifference($0) }
    estimate = parts.reduce(0) { $0 + $1.estimate } / Double(parts.count)
    self.correlation = correlation
  }

  /// - Parameter most: the quantile of the normal distribution.
  private func ends(_ most: Double) -> (lower: Double, upper: Double) {
    func distance(_ distances: [Double]) -> Double {
      let sum = distances.reduce(0, +)
      let squares = distances.reduce(0) { $0 + $1 * $1 }
      return ((1 - correlation) * squares + correlation * sum * sum).squareRoot()
        / Double(parts.count)
    }
    let own = parts.map { ($0.estimate, $0.ends(most)) }
    return (
      max(-1, estimate - distance(own.map { $0.0 - $0.1.lower })),
      min(1, estimate + distance(own.map { $0.1.upper - $0.0 }))
    )
  }

  package func interval(level: Double) -> Interval? {
    let (lower, upper) = ends(Normal.twoSided(level: level))
    return Interval(lower: lower, upper: upper, method: .mover)
  }

  /// The statistic is the quantile at which the interval ends at `value`.
  package func p(against value: Double) -> OneSided? {
    let isBelow = value < estimate
    func excess(_ most: Double) -> Double {
      let (lower, upper) = ends(most)
      return isBelow ? lower - value : value - upper
    }
    let z =
      value == estimate
      ? 0
      : excess(OneSided.mostZ) > 0
        ? OneSided.mostZ : SignChange.between(0, OneSided.mostZ, excess)
    return OneSided(z: isBelow || z == 0 ? z : -z)
  }
}
