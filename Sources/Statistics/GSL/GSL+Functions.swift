import CGSL
import Glibc

// Functions that return their value. They have names of their own here, so that no other file
// imports GSL.
extension GSL {
  /// ln Gamma(x), x > 0.
  static func lnGamma(_ x: Double) -> Double { value { gsl_sf_lngamma(x) } }

  /// ln of `n` choose `k`.
  static func lnChoose(_ n: Int, _ k: Int) -> Double {
    value { gsl_sf_lnchoose(UInt32(n), UInt32(k)) }
  }

  /// `n` choose `k`; infinite where no double holds it.
  static func choose(_ n: Int, _ k: Int) -> Double {
    value { gsl_sf_choose(UInt32(n), UInt32(k)) }
  }

  /// Gamma(x) over Stirling's formula for it, x > 0.
  static func gammaStar(_ x: Double) -> Double { value { gsl_sf_gammastar(x) } }

  /// ln(1 + x) - x without cancellation, x > -1.
  static func log1pMinusX(_ x: Double) -> Double { value { gsl_sf_log_1plusx_mx(x) } }

  /// P(Z <= z) of the standard normal distribution.
  static func normalBelow(_ z: Double) -> Double { value { gsl_cdf_ugaussian_P(z) } }

  /// ln P(Z <= z), with all digits in both tails.
  static func logNormalBelow(_ z: Double) -> Double {
    z > 0
      ? value { log1p(-gsl_cdf_ugaussian_Q(z)) }
      : value { gsl_sf_log_erfc(-z / 2.0.squareRoot()) - M_LN2 }
  }

  /// The density at z over P(Z > z).
  static func normalHazard(_ z: Double) -> Double { value { gsl_sf_hazard(z) } }

  /// P(Z > z).
  static func normalAbove(_ z: Double) -> Double { value { gsl_cdf_ugaussian_Q(z) } }

  /// The z with P(Z <= z) = p.
  static func normalQuantile(_ p: Double) -> Double { value { gsl_cdf_ugaussian_Pinv(p) } }

  /// The z with P(Z > z) = tail.
  static func normalUpperQuantile(_ tail: Double) -> Double {
    value { gsl_cdf_ugaussian_Qinv(tail) }
  }

  /// The t with P(T > t) = tail of Student's distribution.
  static func studentUpperQuantile(_ tail: Double, degreesOfFreedom: Double) -> Double {
    value { gsl_cdf_tdist_Qinv(tail, degreesOfFreedom) }
  }
}
