import Glibc

/// Both tails of the beta distribution on 0...1: P(X <= x) and P(X > x) for parameters a, b > 0. NaN where
/// they are not defined.
///
/// Ours, because GSL's continued fraction ends after 512 terms: its beta, binomial and F distributions are
/// NaN near the center of 10^7 trials and good to 6 digits beside that of 10^9, and its
/// inverse loops for ever on that NaN. Here both tails have 10 digits or more up to 10^9.
/// Source: DiDonato and Morris (1992), doi:10.1145/131766.131776, BRCOMP and BFRAC.
enum IncompleteBeta {
  /// - Parameter y: 1 - x, which the caller may know better than a subtraction does.
  static func tails(
    a: Double, b: Double, x: Double, y: Double
  ) -> (below: Double, above: Double) {
    guard isPositive(a), isPositive(b), !x.isNaN, !y.isNaN else { return (.nan, .nan) }
    guard x > 0 else { return (0, 1) }
    guard y > 0 else { return (1, 0) }
    // Of both, the tail on this side of the mean is computed.
    let distance = a * y - b * x  // (a + b) (mean - x)
    if distance >= 0 {
      let below = tail(a, b, x, y, distance: distance)
      return (below, 1 - below)
    }
    let above = tail(b, a, y, x, distance: -distance)
    return (1 - above, above)
  }

  /// P(X <= x) for x up to the mean.
  private static func tail(
    _ a: Double, _ b: Double, _ x: Double, _ y: Double, distance: Double
  ) -> Double {
    let tail = mass(a, b, x, y, distance: distance)
    return tail == 0 ? 0 : atMostOne(tail * fraction(a, b, x, y, distance: distance))
  }

  /// x^a y^b / B(a, b), without the difference of logarithms of huge gamma functions.
  private static func mass(
    _ a: Double, _ b: Double, _ x: Double, _ y: Double, distance: Double
  ) -> Double {
    let sum = a + b
    let exponent =
      a * logarithmLessOffset(of: x * sum / a, offset: -distance / a)
      + b * logarithmLessOffset(of: y * sum / b, offset: distance / b)
    let corrections = GSL.gammaStar(sum) / (GSL.gammaStar(a) * GSL.gammaStar(b))
    return corrections * (a / sum * b / (2 * Double.pi)).squareRoot() * exp(exponent)
  }

  /// The continued fraction; some 4 (a + b)^(1/3) terms at the mean, fewer elsewhere.
  private static func fraction(
    _ a: Double, _ b: Double, _ x: Double, _ y: Double, distance: Double
  ) -> Double {
    let most = 10_000 + 20 * cbrt(max(a, b))
    let (c, c0, c1) = (distance + 1, b / a, 1 + 1 / a)
    var (p, s) = (1.0, a + 1)
    var (numerator, denominator) = ((0.0, 1.0), (1.0, c / c1))
    var ratio = c1 / c
    var n = 1.0
    while n < most {
      let t = n / a
      var e = a / s
      let w = n * (b - n) * x
      let alpha = p * (p + c0) * e * e * (w * x)
      e = (t + 1) / (c1 + t + t)
      let beta = n + w / s + e * (c + n * (y + 1))
      p = t + 1
      s += 2
      numerator = (numerator.1, alpha * numerator.0 + beta * numerator.1)
      denominator = (denominator.1, alpha * denominator.0 + beta * denominator.1)
      let before = ratio
      ratio = numerator.1 / denominator.1
      if abs(ratio - before) <= 4e-16 * ratio { break }
      // Scaled, so that neither grows without bound.
      (numerator.0, denominator.0) = (
        numerator.0 / denominator.1, denominator.0 / denominator.1
      )
      (numerator.1, denominator.1) = (ratio, 1)
      n += 1
    }
    return ratio
  }
}

/// ln(ratio) - offset for ratio = 1 + offset, both known without loss.
func logarithmLessOffset(of ratio: Double, offset: Double) -> Double {
  offset > -0.5 ? GSL.log1pMinusX(offset) : log(ratio) - offset
}
