import Glibc

/// Both tails of the gamma distribution of shape a > 0: P(X <= x) and P(X > x). NaN where they are not
/// defined.
///
/// Ours, because GSL's loses digits for large shapes (one standard deviation below 10^6 degrees of
/// freedom of chi-square it is 0.843 in place of 0.841), and its inverse fails there.
/// Source: DLMF 8.11.4 and 8.9.2, https://dlmf.nist.gov/8; scaled as in `IncompleteBeta`.
enum IncompleteGamma {
  static func tails(shape a: Double, x: Double) -> (below: Double, above: Double) {
    guard isPositive(a), !x.isNaN else { return (.nan, .nan) }
    guard x > 0 else { return (0, 1) }
    guard x < .infinity else { return (1, 0) }
    // x^a e^-x / Gamma(a)
    let mass =
      (a / (2 * Double.pi)).squareRoot() / GSL.gammaStar(a)
      * exp(a * logarithmLessOffset(of: x / a, offset: (x - a) / a))
    // Both converge after some multiple of the square root of the shape near its mean.
    let most = 10_000 + 40 * a.squareRoot()
    if x < a {
      let below = atMostOne(mass * series(a, x, most: most))
      return (below, 1 - below)
    }
    let above = atMostOne(mass * fraction(a, x, most: most))
    return (1 - above, above)
  }

  /// Sum of x^n / (a (a + 1) ... (a + n)).
  private static func series(_ a: Double, _ x: Double, most: Double) -> Double {
    var (term, sum, n) = (1 / a, 1 / a, 1.0)
    while n < most, term > 1e-17 * sum {
      term *= x / (a + n)
      sum += term
      n += 1
    }
    return sum
  }

  /// 1 / (x + 1 - a - 1 (1 - a) / (x + 3 - a - 2 (2 - a) / ...)), by Lentz's method.
  private static func fraction(_ a: Double, _ x: Double, most: Double) -> Double {
    var b = x + 1 - a
    var (c, d) = (Double.greatestFiniteMagnitude, 1 / b)
    var (fraction, n) = (d, 1.0)
    while n < most {
      let numerator = -n * (n - a)
      b += 2
      d = 1 / (numerator * d + b)
      c = b + numerator / c
      fraction *= d * c
      if abs(d * c - 1) <= 4e-16 { break }
      n += 1
    }
    return fraction
  }
}
