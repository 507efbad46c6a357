import Glibc

/// How the mean response follows from the linear predictor eta = intercept + slope dose.
///
/// | case | mean p | eta |
/// |---|---|---|
/// | `logit` | 1 / (1 + exp(-eta)) | ln(p / (1 - p)) |
/// | `probit` | Phi(eta), the normal distribution | its quantile at p |
/// | `cloglog` | 1 - exp(-exp(eta)) | ln(-ln(1 - p)) |
///
/// The logarithms of p and of 1 - p are concave in eta for all three, so that the likelihood has one
/// maximum and its regions are convex (Pratt 1981, doi:10.1080/01621459.1981.10477613).
/// Source: docs/dose-response.md.
package enum ResponseLink: String, CaseIterable, Sendable {
  case logit, probit, cloglog

  /// The eta at which the mean is `mean`, above 0 and below 1.
  package func predictor(_ mean: Double) -> Double {
    switch self {
    case .logit: log(mean) - log1p(-mean)
    case .probit: Normal.quantile(mean)
    case .cloglog: log(-log1p(-mean))
    }
  }

  package func mean(_ eta: Double) -> Double { exp(values(eta).logMean) }

  /// What the likelihood needs at one predictor, without cancellation in either tail.
  struct Values {
    /// ln p and ln(1 - p).
    var logMean, logRest: Double
    /// d ln p / d eta and -d ln(1 - p) / d eta, both above 0.
    var rise, fall: Double
    /// Fisher's information on eta of one run, p'^2 / (p (1 - p)).
    var information: Double { rise * fall }
    /// Of one binomial run.
    var variance: Double { exp(logMean + logRest) }
  }

  func values(_ eta: Double) -> Values {
    switch self {
    case .logit:
      let small = log1p(exp(-abs(eta)))
      let (logMean, logRest) = (-max(0, -eta) - small, -max(0, eta) - small)
      return Values(logMean: logMean, logRest: logRest, rise: exp(logRest), fall: exp(logMean))
    case .probit:
      return Values(
        logMean: GSL.logNormalBelow(eta), logRest: GSL.logNormalBelow(-eta),
        rise: GSL.normalHazard(-eta), fall: GSL.normalHazard(eta))
    case .cloglog:
      // Not infinite, so that what is left over at two doses never is infinity less infinity.
      let hazard = min(exp(eta), 1e200)
      let mean = -expm1(-hazard)
      // hazard / (exp(hazard) - 1), which is 1 at 0.
      let rise = hazard == 0 ? 1 : hazard / expm1(hazard)
      return Values(
        logMean: mean > 0 ? log(mean) : eta, logRest: -hazard, rise: rise, fall: hazard)
    }
  }
}
