import CGSL

/// A difference of means in units of the pooled standard deviation: Cohen's d and Hedges' g.
///
/// g removes d's bias by J = Gamma(m/2) / (sqrt(m/2) Gamma((m-1)/2)), m = n1 + n2 - 2.
/// Source: Hedges (1981), doi:10.3102/10769986006002107.
package struct StandardizedDifference: Hashable, Sendable {
  package let cohensD: Double
  /// J.
  package let correction: Double
  package let hedgesG: Double
  /// With 1 - 3 / (4 m - 1) in place of J.
  package let hedgesGApproximate: Double
  /// J^2 ((n1 + n2) / (n1 n2) + d^2 / (2 (n1 + n2))).
  package let variance: Double

  /// Nil without a degree of freedom or any spread.
  package init?(_ x: [Double], _ y: [Double]) {
    guard let difference = MeanDifference(pooled: x, y), difference.standardError > 0 else {
      return nil
    }
    let (n1, n2) = (Double(x.count), Double(y.count))
    let m = difference.degreesOfFreedom
    guard m > 1 else { return nil }
    let inverse = 1 / n1 + 1 / n2
    cohensD = difference.estimate / (difference.standardError / inverse.squareRoot())
    let gammas = GSL.value { gsl_sf_lngamma(m / 2) - gsl_sf_lngamma((m - 1) / 2) }
    correction = exp(gammas) / (m / 2).squareRoot()
    hedgesG = correction * cohensD
    hedgesGApproximate = (1 - 3 / (4 * m - 1)) * cohensD
    variance = correction * correction * (inverse + cohensD * cohensD / (2 * (n1 + n2)))
  }

  /// g -+ z sqrt(variance).
  package func interval(level: Double) -> Interval {
    Interval(
      center: hedgesG, halfWidth: Normal.twoSided(level: level) * variance.squareRoot(),
      level: level, method: .normal)
  }
}
