import Glibc

/// The deviance of curves eta = a + b u over the levels, on doses u that are brought to -1...1.
///
/// Up to a constant of the data, which for binomial counts is that of a free mean per level.
struct DoseDeviance {
  let levels: [DoseLevel]
  /// dose = center + scale u.
  let center, scale: Double
  let u: [Double]
  let saturated: [Double]

  /// - Parameter levels: two or more.
  init(_ levels: [DoseLevel]) {
    let runs = levels.reduce(0) { $0 + $1.runs }
    // From the first dose on, so that doses far from 0 keep their digits.
    let first = levels[0].dose
    let shift = levels.reduce(0) { $0 + $1.runs * ($1.dose - first) } / runs
    let center = first + shift
    let scale = levels.reduce(0) { max($0, abs($1.dose - center)) }
    self.init(levels, u: levels.map { ($0.dose - center) / scale }, center: center, scale: scale)
  }

  init(_ levels: [DoseLevel], u: [Double], center: Double, scale: Double) {
    (self.levels, self.u, self.center, self.scale) = (levels, u, center, scale)
    saturated = levels.map(\.saturated)
  }

  /// A line a + b u.
  struct Curve {
    var a, b: Double
    func callAsFunction(_ u: Double) -> Double { a + b * u }
  }

  /// A dose on the scale of `u`.
  func place(_ dose: Double) -> Double { (dose - center) / scale }

  /// Slopes beyond it are the same curve: between fitted ends at most one dose lies on its slope.
  var steepest: Double { 200 / (zip(u, u.dropFirst()).map { $1 - $0 }.min() ?? 0) }

  /// - Parameter eta: by level.
  func callAsFunction(_ link: BoundedLink, _ eta: [Double]) -> Double {
    levels.indices.reduce(0) { sum, i in
      let values = link.values(eta[i])
      var term = saturated[i]
      if levels[i].responded > 0 { term -= 2 * levels[i].responded * values.logMean }
      if levels[i].rest > 0 { term -= 2 * levels[i].rest * values.logRest }
      return sum + term
    }
  }

  // MARK: The best line

  /// By iteratively reweighted least squares, with (X'WX)^-1 of both numbers; nil if there is none.
  func line(_ link: BoundedLink) -> (curve: Curve, line: GSL.WeightedLine)? {
    let guesses = levels.map { link.guess($0.responded, of: $0.runs) }
    let start = GSL.line(
      u, guesses,
      weights: zip(levels, guesses).map { $0.runs * link.values($1).information })
    guard let start else { return nil }
    var curve = Curve(a: start.intercept, b: start.slope)
    var deviance = self(link, u.map { curve($0) })
    for _ in 0..<Self.mostLines {
      guard let line = scoringLine(link, at: curve) else { return nil }
      let (stepA, stepB) = (line.intercept - curve.a, line.slope - curve.b)
      // The square of the step in standard errors: what it gains, twice.
      let gain = Self.decrement(stepA, stepB, line)
      if gain <= Self.smallestGain {
        curve = Curve(a: line.intercept, b: line.slope)
        return (curve, scoringLine(link, at: curve) ?? line)
      }
      var share = 1.0
      var (next, nextDeviance) = (curve, deviance)
      repeat {
        next = Curve(a: curve.a + share * stepA, b: curve.b + share * stepB)
        nextDeviance = self(link, u.map { next($0) })
        share /= 2
      } while !(nextDeviance < deviance) && share > 1e-9
      guard nextDeviance < deviance else {
        // No step is better: it is rounding that is left, or nothing helps.
        return gain < 1e-9 ? (Curve(a: line.intercept, b: line.slope), line) : nil
      }
      (curve, deviance) = (next, nextDeviance)
    }
    return nil
  }

  /// The weighted line through the working responses at a curve.
  private func scoringLine(_ link: BoundedLink, at curve: Curve) -> GSL.WeightedLine? {
    var (responses, weights) = ([Double](), [Double]())
    for (level, u) in zip(levels, u) {
      let eta = curve(u)
      let values = link.values(eta)
      let weight = level.runs * values.information
      var score = 0.0
      if level.responded > 0 { score += level.responded * values.rise }
      if level.rest > 0 { score -= level.rest * values.fall }
      let isUsable = weight > 0 && score.isFinite && weight.isFinite
      weights.append(isUsable ? weight : 0)
      responses.append(isUsable ? eta + score / weight : eta)
    }
    return GSL.line(u, responses, weights: weights)
  }

  /// step' (X'WX) step.
  private static func decrement(_ a: Double, _ b: Double, _ line: GSL.WeightedLine) -> Double {
    let (va, c, vb) = (line.varianceIntercept, line.covariance, line.varianceSlope)
    return (vb * a * a - 2 * c * a * b + va * b * b) / (va * vb - c * c)
  }

  private static let mostLines = 500
  /// Steps below 1e-10 standard errors are none.
  private static let smallestGain = 1e-20

  // MARK: The best of the lines through a point

  /// The line with the least deviance of base + t way over all t: where its slope is 0, by scoring
  /// between bounds. It is convex in t.
  func line(_ link: BoundedLink, from base: Curve, along way: Curve) -> Best {
    let (start, change) = (u.map { base($0) }, u.map { way($0) })
    var t = firstGuess(link, start, change)
    var (lower, upper) = (-Double.infinity, Double.infinity)
    var limit = 2.0
    for _ in 0..<Self.mostSteps {
      let (score, information) = score(link, t, start, change)
      guard score != 0 else { break }
      if score > 0 { lower = t } else { upper = t }
      // What a full step gains is about score x step: below, it is rounding.
      let wanted = information > 0 ? score / information : .infinity
      if score * wanted <= Self.roundingGain && score * wanted >= 0 { break }
      // Far out the information is next to nothing, and its steps are too long by far.
      let length = min(abs(wanted), limit)
      if length == limit { limit *= 2 }
      var next = score > 0 ? t + length : t - length
      if !(lower < next && next < upper) { next = lower + (upper - lower) / 2 }
      guard next != t else { break }
      t = next
    }
    return Best(
      link: link, curve: Curve(a: base.a + t * way.a, b: base.b + t * way.b),
      deviance: self(link, zip(start, change).map { $0 + t * $1 }))
  }

  /// Half of minus the derivative of the deviance, and Fisher's information.
  private func score(
    _ link: BoundedLink, _ t: Double, _ start: [Double], _ change: [Double]
  ) -> (score: Double, information: Double) {
    var (score, information) = (0.0, 0.0)
    for i in levels.indices {
      let values = link.values(start[i] + t * change[i])
      if levels[i].responded > 0 { score += change[i] * levels[i].responded * values.rise }
      if levels[i].rest > 0 { score -= change[i] * levels[i].rest * values.fall }
      information += change[i] * change[i] * levels[i].runs * values.information
    }
    return (score, information)
  }

  /// The t that comes closest to a flat curve at the mean of all runs.
  private func firstGuess(_ link: BoundedLink, _ start: [Double], _ change: [Double]) -> Double {
    let runs = levels.reduce(0) { $0 + $1.runs }
    let eta = link.guess(levels.reduce(0) { $0 + $1.responded }, of: runs)
    let length = change.reduce(0) { $0 + $1 * $1 }
    guard length > 0 else { return 0 }
    return zip(start, change).reduce(0) { $0 + (eta - $1.0) * $1.1 } / length
  }

  /// Deviance that is not worth another step; ends of intervals move by a fraction of it.
  private static let roundingGain = 1e-13
  static let mostSteps = 200
}
