import Glibc

/// A difference of means in units of a standard deviation: Hedges' g.
///
/// g removes the bias of Cohen's d, the plain ratio, by J = Gamma(m/2) / (sqrt(m/2) Gamma((m-1)/2)).
/// Source: Hedges (1981), doi:10.3102/10769986006002107; pairs: Bonett (2008),
/// doi:10.1037/1082-989X.13.2.99.
package struct StandardizedDifference: Hashable, Sendable {
  /// J.
  package let correction: Double
  package let hedgesG: Double
  /// Of g.
  package let variance: Double

  /// Two groups, in units of the pooled standard deviation; m = n1 + n2 - 2, and the variance is
  /// J^2 ((n1 + n2) / (n1 n2) + d^2 / (2 (n1 + n2))).
  ///
  /// Nil for m below 2 or without any spread.
  package init?(_ x: ValueSummary, _ y: ValueSummary) {
    guard let difference = MeanDifference(pooled: x, y), difference.standardError > 0 else {
      return nil
    }
    let (n1, n2) = (Double(x.count), Double(y.count))
    let inverse = 1 / n1 + 1 / n2
    let d = difference.estimate / (difference.standardError / inverse.squareRoot())
    self.init(
      d, variance: inverse + d * d / (2 * (n1 + n2)), degreesOfFreedom: difference.degreesOfFreedom)
  }

  /// Pairs, in units of s = sqrt((s1^2 + s2^2) / 2), so that the effect is that of independent
  /// groups. With the correlation r within pairs m = 2 (n - 1) / (1 + r^2), and the variance is
  /// J^2 (d^2 (s1^4 + s2^4 + 2 r^2 s1^2 s2^2) / (8 (n - 1) s^4)
  /// + (s1^2 + s2^2 - 2 r s1 s2) / ((n - 1) s^2)).
  ///
  /// Nil for fewer than three pairs or without any spread.
  package init?(_ pairs: PairSummary) {
    let (a, b) = (pairs.x.moments, pairs.y.moments)
    let differences = pairs.differences.moments
    guard pairs.count > 2, let mean = differences.mean, let sdA = a.sd, let sdB = b.sd,
      let sdOfDifferences = differences.sd, sdA > 0 || sdB > 0
    else { return nil }
    // In units of s: the squares of very small or large values would be no doubles.
    let s = hypot(sdA, sdB) / 2.0.squareRoot()
    let (s1, s2, s12) = (sdA / s, sdB / s, sdOfDifferences / s)
    let spread = s12 * s12  // s1^2 + s2^2 - 2 r s1 s2
    let covariance = (s1 * s1 + s2 * s2 - spread) / 2  // r s1 s2
    let r = s1 * s2 > 0 ? max(-1, min(1, covariance / (s1 * s2))) : 0
    let d = mean / s
    let rest = Double(pairs.count - 1)
    let fourths = pow(s1, 4) + pow(s2, 4) + 2 * covariance * covariance
    self.init(
      d, variance: d * d * fourths / (8 * rest) + spread / rest,
      degreesOfFreedom: 2 * rest / (1 + r * r))
  }

  private init?(_ d: Double, variance: Double, degreesOfFreedom m: Double) {
    guard m > 1 else { return nil }
    let gammas = GSL.lnGamma(m / 2) - GSL.lnGamma((m - 1) / 2)
    correction = exp(gammas) / (m / 2).squareRoot()
    hedgesG = correction * d
    self.variance = correction * correction * variance
  }

  /// g ± z sqrt(variance).
  package func interval(level: Double) -> Interval {
    Interval(
      center: hedgesG, halfWidth: Normal.twoSided(level: level) * variance.squareRoot(),
      method: .normal)
  }
}

extension ComparisonEffect {
  package static let hedgesG = ComparisonEffect(
    "hedges_g",
    MethodWords(
      "Hedges\u{2019} g", "Mean difference in units of the standard deviation.",
      assumption: "Interval: normal values and many runs.",
      source: "Hedges (1981), doi:10.3102/10769986006002107"),
    scale: .difference, unit: .standardDeviations
  ) { groups in
    let size =
      groups.pairs.map { StandardizedDifference($0.summary) }
      ?? groups.two { StandardizedDifference($0.summary, $1.summary) }
    return size.map { ($0.hedgesG, $0.interval(level: groups.level)) }
  }
}
