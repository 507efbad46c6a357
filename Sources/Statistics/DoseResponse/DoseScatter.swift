import Glibc

/// How far the data scatter around the curve, and what that does to standard errors and intervals.
package struct DoseScatter: Sendable {
  /// Pearson's sum over its expectation; of binomial runs around the right curve about 1. Nil
  /// where there are as many parameters as levels, and where `dispersionIsImplausible`.
  package private(set) var dispersion: Double?
  /// p of the hypothesis that the curve has the right form: of counts by Pearson's sum
  /// (chi-square), of shares against a free mean per level (F). Nil with two levels.
  ///
  /// Where doses are correlated both are corrected as by Rao and Scott (1984,
  /// doi:10.1214/aos/1176346391), to the same mean and variance.
  package private(set) var lackOfFitP: Double?
  /// Whether counts scatter more than the binomial distribution allows, or lie on another curve.
  package private(set) var isOverdispersed = false
  /// Whether shares seem to scatter more than responses of 0 and 1 can: the curve is next to 0 or
  /// 1 at some dose where they are not, so that Pearson's sum tells of its tail alone.
  package private(set) var dispersionIsImplausible = false
  /// By what the variances of the information are multiplied: of shares the runs' own
  /// dispersion, of counts 1. 0: there are no standard errors.
  private(set) var factor = 1.0
  /// What overdispersion adds to that, beside what runs of correlated doses share.
  private(set) var excess = 0.0
  /// By how much the deviance of a value of a confidence set may exceed the least one, per
  /// factor: the quantile of chi-square, or of F where something was estimated for it.
  package private(set) var allowed = 0.0
}

extension DoseScatter {
  /// The variance of a number over that of independent counts.
  ///
  /// - Parameter spread: by what correlated doses multiply it.
  func variance(_ spread: Double) -> Double { spread * factor + excess }

  /// - Precondition: the fit converged.
  init(of fit: DoseResponseFit) {
    let (mean, square) = fit.misfitMoments
    let hasMisfit = fit.data.levels.count > fit.parameterCount && mean > 1e-9 && square > 0
    // Of the chi-squared distribution with the same mean and variance, where there is any misfit.
    let freedom = mean * mean / square
    var quantileFreedom = fit.data.correlation?.degreesOfFreedom ?? .infinity
    switch fit.data.kind {
    case .events:
      guard hasMisfit else { break }
      let p = ChiSquare(degreesOfFreedom: freedom).above(fit.pearson * mean / square)
      let dispersion = fit.pearson / mean
      (self.dispersion, lackOfFitP) = (dispersion, p)
      isOverdispersed = dispersion > 1 && p < 1 - fit.level
      guard isOverdispersed else { break }
      // Together with 1 the dispersion itself, where doses are independent.
      excess = (fit.pearson - mean) / fit.degreesOfFreedom
      quantileFreedom = min(quantileFreedom, freedom)
    case .shares:
      guard fit.degreesOfFreedom > 0 else {
        factor = 0
        break
      }
      factor = fit.pearson / fit.degreesOfFreedom
      dispersionIsImplausible = factor > Self.mostOfShares
      dispersion = dispersionIsImplausible ? nil : factor
      // Runs that all lie on the curve: what is left is rounding.
      if factor < 1e-24 || dispersionIsImplausible { factor = 0 }
      quantileFreedom = min(quantileFreedom, fit.degreesOfFreedom)
      if hasMisfit { lackOfFitP = Self.misfitP(fit, mean: mean, freedom: freedom) }
    }
    let quantile =
      quantileFreedom.isFinite
      ? StudentT(degreesOfFreedom: quantileFreedom).twoSided(level: fit.level)
      : Normal.twoSided(level: fit.level)
    allowed = quantile * quantile
  }

  /// No share scatters more than a response of 0 or 1 with the same mean, whose dispersion is 1; the
  /// rest is for few runs.
  private static let mostOfShares = 10.0

  /// Of shares, by the scatter of runs at one dose.
  private static func misfitP(
    _ fit: DoseResponseFit, mean: Double, freedom: Double
  ) -> Double? {
    let rest = fit.data.runs - Double(fit.data.levels.count)
    let squares = fit.data.levels.reduce(0) { sum, level in
      level.squares > 0 ? sum + level.squares / (level.mean * (1 - level.mean)) : sum
    }
    guard rest > 0, squares > 0 else { return nil }
    let ratio = (fit.deviance - fit.freeDeviance) / mean / (squares / rest)
    return FisherF(freedom, rest).above(ratio)
  }
}
