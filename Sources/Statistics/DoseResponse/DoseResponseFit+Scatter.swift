import Glibc

extension DoseResponseFit {
  /// How far the data scatter around the curve, and what that does to standard errors and intervals.
  package struct Scatter: Sendable {
    /// Pearson's sum over its expectation; of binomial runs around the right curve about 1. Nil
    /// where there are as many parameters as levels, and where `isBeyondReason`.
    package private(set) var dispersion: Double?
    /// p of the hypothesis that the curve has the right form: of counts by Pearson's sum
    /// (chi-square), of shares against a free mean per level (F). Nil with two levels.
    ///
    /// Where doses hang together both are corrected as by Rao and Scott (1984,
    /// doi:10.1214/aos/1176346391), to the same mean and variance.
    package private(set) var lackOfFitP: Double?
    /// Whether counts scatter more than the binomial law allows, or lie on another curve.
    package private(set) var isOverdispersed = false
    /// Whether shares seem to scatter more than responses of 0 and 1 can: the curve is next to 0 or
    /// 1 at some dose where they are not, so that Pearson's sum tells of its tail alone.
    package private(set) var isBeyondReason = false
    /// By what the variances of the information are multiplied: of shares the runs' own
    /// dispersion, of counts 1. 0: there are no standard errors.
    private(set) var factor = 1.0
    /// What overdispersion adds to that, beside what runs of doses that hang together share.
    private(set) var excess = 0.0
    /// By how much the deviance of a value of a confidence set may exceed the least one, per
    /// factor: the quantile of chi-square, or of F where something was estimated for it.
    private(set) var allowed = 0.0
  }

  /// Degrees of freedom of the deviance: levels, of shares runs, less two.
  package var degreesOfFreedom: Double {
    (data.kind == .events ? Double(data.levels.count) : data.runs) - 2
  }

  /// The variance of p a + q b over what it would be if the doses were independent; 1 if they are.
  /// Nil where the correlations that were found leave none.
  func correlationFactor(_ p: Double, _ q: Double) -> Double? {
    guard let correlation = data.correlation else { return 1 }
    let (va, c, vb) = (line.varianceIntercept, line.covariance, line.varianceSlope)
    let (x, y) = (va * p + c * q, c * p + vb * q)
    let effects = rows.map { $0.a * x + $0.b * y }
    let alone = effects.reduce(0) { $0 + $1 * $1 }
    let together = Self.dot(effects, correlation.times(effects))
    return together > 0 && alone > 0 ? together / alone : nil
  }

  /// The rows of the weighted design, sqrt(n w) (1, u).
  private var rows: [(a: Double, b: Double)] {
    zip(data.levels, deviances.u).map { level, u in
      let root = (level.runs * link.values(curve(u)).information).squareRoot()
      return (root, root * u)
    }
  }

  /// The sum of the eigenvalues, and of their squares, of the covariance of standardized residuals:
  /// both levels less two where doses are independent.
  fileprivate var misfitMoments: (mean: Double, square: Double) {
    let count = data.levels.count
    guard let correlation = data.correlation else { return (Double(count - 2), Double(count - 2)) }
    // The residuals are what is left beside the two columns of the design, made orthonormal.
    let rows = rows
    let first = Self.unit(rows.map(\.a))
    let shadow = Self.dot(rows.map(\.b), first)
    let second = Self.unit(zip(rows, first).map { $0.b - shadow * $1 })
    func withoutDesign(_ vector: [Double]) -> [Double] {
      let (p, q) = (Self.dot(vector, first), Self.dot(vector, second))
      return vector.indices.map { vector[$0] - p * first[$0] - q * second[$0] }
    }
    var (mean, square) = (0.0, 0.0)
    for place in 0..<count {
      var one = [Double](repeating: 0, count: count)
      one[place] = 1
      let column = withoutDesign(correlation.times(withoutDesign(one)))
      mean += column[place]
      square += Self.dot(column, column)
    }
    return (mean, square)
  }

  private static func dot(_ a: [Double], _ b: [Double]) -> Double {
    zip(a, b).reduce(0) { $0 + $1.0 * $1.1 }
  }

  private static func unit(_ vector: [Double]) -> [Double] {
    let length = dot(vector, vector).squareRoot()
    return vector.map { $0 / length }
  }
}

extension DoseResponseFit.Scatter {
  /// The variance of a number over that of independent counts.
  ///
  /// - Parameter spread: by what doses that hang together multiply it.
  func variance(_ spread: Double) -> Double { spread * factor + excess }

  /// - Precondition: the fit converged.
  init(of fit: DoseResponseFit) {
    let (mean, square) = fit.misfitMoments
    let hasMisfit = fit.data.levels.count > 2 && mean > 1e-9 && square > 0
    // Of the chi-square law with the same mean and variance.
    let freedom = hasMisfit ? mean * mean / square : 0
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
      isBeyondReason = factor > Self.mostOfShares
      dispersion = isBeyondReason ? nil : factor
      // Runs that all lie on the curve: what is left is rounding.
      if factor < 1e-24 || isBeyondReason { factor = 0 }
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
