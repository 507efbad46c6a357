import Glibc

/// A curve of the mean response over a dose, by maximum likelihood.
///
/// eta = intercept + slope dose; see `ResponseLink`. By iteratively reweighted least squares
/// (McCullagh and Nelder 1989, Generalized Linear Models), standard errors from the expected
/// information at the estimate, as R's `glm` has them. Source: docs/dose-response.md.
package struct DoseResponseFit: DoseCurve {
  package let link: ResponseLink
  package let data: DoseData
  /// Of all intervals.
  package let level: Double
  /// Why there is no finite curve; nil if there is one.
  package let separation: DoseSeparation?
  /// Whether the search for the best curve ended at one.
  package let converged: Bool
  let deviances: DoseDeviance
  /// The best curve on the scale of `deviances`, and (X'WX)^-1 of its two numbers.
  let curve: DoseDeviance.Curve
  let line: GSL.WeightedLine
  /// Twice the log-likelihood that the best curve stays below that of a free mean per level; of
  /// separated data 0, which curves come as near as one likes.
  package let leastDeviance: Double
  package private(set) var scatter = DoseScatter()

  /// - Precondition: two doses or more, all of them finite.
  package init(_ link: ResponseLink, _ data: DoseData, level: Double) {
    precondition(data.levels.count > 1)
    self.link = link
    self.data = data
    self.level = level
    let deviances = DoseDeviance(link, data.levels)
    self.deviances = deviances
    separation = DoseSeparation(data.levels)
    let found = separation == nil ? Self.search(deviances) : nil
    converged = found != nil
    curve = found?.curve ?? DoseDeviance.Curve(a: .nan, b: .nan)
    line =
      found?.line
      ?? GSL.WeightedLine(
        intercept: .nan, slope: .nan, varianceIntercept: .nan, covariance: .nan, varianceSlope: .nan
      )
    leastDeviance = found.map { deviances($0.curve) } ?? 0
    if converged { scatter = DoseScatter(of: self) }
  }

  // MARK: The best curve

  private static func search(
    _ deviances: DoseDeviance
  ) -> (curve: DoseDeviance.Curve, line: GSL.WeightedLine)? {
    let (link, levels, u) = (deviances.link, deviances.levels, deviances.u)
    let guesses = levels.map { link.predictor(($0.responded + 0.5) / ($0.runs + 1)) }
    let start = GSL.line(
      u, guesses,
      weights: zip(levels, guesses).map { $0.runs * link.values($1).information })
    guard let start else { return nil }
    var curve = DoseDeviance.Curve(a: start.intercept, b: start.slope)
    var deviance = deviances(curve)
    for _ in 0..<mostSteps {
      guard let line = scoringLine(deviances, at: curve) else { return nil }
      let (stepA, stepB) = (line.intercept - curve.a, line.slope - curve.b)
      // The square of the step in standard errors: what it gains, twice.
      let gain = decrement(stepA, stepB, line)
      if gain <= smallestGain {
        curve = DoseDeviance.Curve(a: line.intercept, b: line.slope)
        return (curve, scoringLine(deviances, at: curve) ?? line)
      }
      var share = 1.0
      var next = curve
      repeat {
        next = DoseDeviance.Curve(a: curve.a + share * stepA, b: curve.b + share * stepB)
        share /= 2
      } while !(deviances(next) < deviance) && share > 1e-9
      guard deviances(next) < deviance else {
        // No step is better: it is rounding that is left, or nothing helps.
        return gain < 1e-9 ? (DoseDeviance.Curve(a: line.intercept, b: line.slope), line) : nil
      }
      (curve, deviance) = (next, deviances(next))
    }
    return nil
  }

  /// The weighted line through the working responses at a curve.
  private static func scoringLine(
    _ deviances: DoseDeviance, at curve: DoseDeviance.Curve
  ) -> GSL.WeightedLine? {
    var (responses, weights) = ([Double](), [Double]())
    for (level, u) in zip(deviances.levels, deviances.u) {
      let eta = curve(u)
      let values = deviances.link.values(eta)
      let weight = level.runs * values.information
      var score = 0.0
      if level.responded > 0 { score += level.responded * values.rise }
      if level.rest > 0 { score -= level.rest * values.fall }
      let isUsable = weight > 0 && score.isFinite && weight.isFinite
      weights.append(isUsable ? weight : 0)
      responses.append(isUsable ? eta + score / weight : eta)
    }
    return GSL.line(deviances.u, responses, weights: weights)
  }

  /// step' (X'WX) step.
  private static func decrement(_ a: Double, _ b: Double, _ line: GSL.WeightedLine) -> Double {
    let (va, c, vb) = (line.varianceIntercept, line.covariance, line.varianceSlope)
    return (vb * a * a - 2 * c * a * b + va * b * b) / (va * vb - c * c)
  }

  private static let mostSteps = 500
  /// Steps below 1e-10 standard errors are none.
  private static let smallestGain = 1e-20

  // MARK: What follows from it

  package var slope: Double { curve.b / deviances.scale }
  package var intercept: Double { curve(deviances.place(0)) }

  /// The dose at which the mean response is `level`; nil of a flat curve.
  package func dose(at level: Double) -> Double? {
    place(of: level).map { deviances.center + deviances.scale * $0 }
  }

  func place(of level: Double) -> Double? {
    curve.b != 0 ? (link.predictor(level) - curve.a) / curve.b : nil
  }

  package var parameterCount: Int { 2 }

  package func fitted(_ place: Int) -> (mean: Double, variance: Double) {
    let values = link.values(curve(deviances.u[place]))
    return (exp(values.logMean), values.variance)
  }

  /// The dose from which on, away from the small means, all means lie below the curve and rise by less
  /// than half of what it rises by: they level off below 1, which no curve of `ResponseLink` does. Nil
  /// where that is not so, or of a single dose.
  package var levelsOff: Double? {
    guard converged else { return nil }
    let fitted = deviances.u.map { exp(link.values(curve($0)).logMean) }
    let falling = data.levels.indices.sorted { fitted[$0] > fitted[$1] }
    let below = falling.prefix { data.levels[$0].mean < fitted[$0] }
    guard let last = below.first, let first = below.last, first != last else { return nil }
    let rise = data.levels[last].mean - data.levels[first].mean
    return rise < (fitted[last] - fitted[first]) / 2 ? data.levels[first].dose : nil
  }
}
