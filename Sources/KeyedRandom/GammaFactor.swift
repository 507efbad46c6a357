/// The gamma distribution, the same on every machine: a variable of mean 1 by inversion, by what a person's mean
/// number of contacts is multiplied, and the chances of lengths.
///
/// Source: the inverse of the incomplete gamma function by Halley's steps, as in Press and others,
/// Numerical Recipes (2007), section 6.2.1; the function itself by its series and continued fraction
/// (DLMF 8.11.4, 8.9.2).
package struct GammaFactor: Sendable {
  private let shape: Double
  /// ln of the gamma function.
  private let logarithmOfGamma: Double

  /// - Parameter shape: above 0.
  package init(shape: Double) {
    precondition(shape > 0)
    self.shape = shape
    logarithmOfGamma = Self.logarithmOfGamma(shape)
  }

  /// - Parameter word: read as a fraction above 0 and below 1.
  package func factor(_ word: UInt64) -> Double {
    quantile((Double(word &>> 11) + 0.5) * 0x1p-53) / shape
  }

  /// x with P(shape, x) = p.
  func quantile(_ p: Double) -> Double {
    var x = firstGuess(p)
    for _ in 0..<16 {
      if x <= 0 { return 0 }
      let density = exponential((shape - 1) * naturalLogarithm(x) - x - logarithmOfGamma)
      if density <= 0 { return x }
      let newton = (lower(x) - p) / density
      let step = newton / (1 - 0.5 * min(1, newton * ((shape - 1) / x - 1)))
      x -= step
      if x <= 0 { x = 0.5 * (x + step) }
      if abs(step) < 1e-9 * x { break }
    }
    return x
  }

  private func firstGuess(_ p: Double) -> Double {
    if shape > 1 {
      let tail = min(p, 1 - p)
      let t = (-2 * naturalLogarithm(tail)).squareRoot()
      let z = (2.30753 + t * 0.27061) / (1 + t * (0.99229 + t * 0.04481)) - t
      let normal = p < 0.5 ? z : -z
      let root = 1 - 1 / (9 * shape) + normal / (3 * shape.squareRoot())
      return max(1e-3, shape * root * root * root)
    }
    let border = 1 - shape * (0.253 + shape * 0.12)
    return p < border
      ? exponential(naturalLogarithm(p / border) / shape)
      : 1 - naturalLogarithm(1 - (p - border) / (1 - border))
  }

  /// P(shape, x), the chance of at most x.
  private func lower(_ x: Double) -> Double {
    let front = exponential(shape * naturalLogarithm(x) - x - logarithmOfGamma)
    return x < shape + 1 ? front * series(x) : 1 - front * fraction(x)
  }

  /// The chance of more than x.
  package func upper(_ x: Double) -> Double {
    guard x > 0 else { return 1 }
    let front = exponential(shape * naturalLogarithm(x) - x - logarithmOfGamma)
    // Beyond the numbers that doubles have, on either side.
    guard front > 0 else { return x < shape ? 1 : 0 }
    return x < shape + 1 ? 1 - front * series(x) : front * fraction(x)
  }

  private func series(_ x: Double) -> Double {
    var term = 1 / shape
    var sum = term
    var a = shape
    while term > 1e-17 * sum {
      a += 1
      term *= x / a
      sum += term
    }
    return sum
  }

  /// By Lentz's method.
  private func fraction(_ x: Double) -> Double {
    let tiny = 1e-300
    var b = x + 1 - shape
    var c = 1 / tiny
    var d = 1 / b
    var product = d
    for term in 1...10_000 {
      let i = Double(term)
      let a = -i * (i - shape)
      b += 2
      d = a * d + b
      d = 1 / (abs(d) < tiny ? tiny : d)
      c = b + a / c
      if abs(c) < tiny { c = tiny }
      product *= c * d
      if abs(c * d - 1) < 1e-16 { break }
    }
    return product
  }

  /// By Stirling's series from 10 on, and the recurrence below.
  private static func logarithmOfGamma(_ shape: Double) -> Double {
    var z = shape
    var below = 0.0
    while z < 10 {
      below += naturalLogarithm(z)
      z += 1
    }
    let inverse = 1 / (z * z)
    var sum = 0.0
    for coefficient in [
      -691.0 / 360_360, 1.0 / 1_188, -1.0 / 1_680, 1.0 / 1_260, -1.0 / 360, 1.0 / 12,
    ] {
      sum = sum * inverse + coefficient
    }
    let halfOfTwoPi = 0.91893853320467274178
    return (z - 0.5) * naturalLogarithm(z) - z + halfOfTwoPi + sum / z - below
  }
}
