/// Functions known to some 100 bits before they are rounded, the same on every machine: as good as exact, so
/// that they agree with those of libraries wherever these are right to the last digit. `naturalLogarithm` and
/// `exponential` are some fifty times as fast.

/// ln x.
///
/// - Precondition: x is positive and normal.
package func preciseLogarithm(_ x: Double) -> Double { Pair.logarithm(of: x).high }

/// e^x, where that is a normal number.
package func preciseExponential(_ x: Double) -> Double { Pair(high: x, low: 0).exponential }

/// `base` to the power of `exponent`, where that is a normal number.
///
/// - Precondition: `base` is positive and normal.
package func power(_ base: Double, _ exponent: Double) -> Double {
  (Pair.logarithm(of: base) * Pair(high: exponent, low: 0)).exponential
}

/// A number as the sum of two doubles, the second of which is below the last digit of the first.
///
/// Source: Dekker (1971), doi:10.1007/BF01397083.
private struct Pair {
  var high: Double
  var low: Double

  private static let naturalLogarithmOfTwo = Pair(
    high: 0x1.62e42fefa39efp-1, low: 0x1.abc9e3b39803fp-56)

  /// The sum of two doubles, exactly.
  private static func sum(_ a: Double, _ b: Double) -> Pair {
    let sum = a + b
    let part = sum - a
    return Pair(high: sum, low: (a - (sum - part)) + (b - part))
  }

  static func + (a: Pair, b: Pair) -> Pair {
    let highs = sum(a.high, b.high)
    return sum(highs.high, highs.low + (a.low + b.low))
  }

  static func * (a: Pair, b: Pair) -> Pair {
    let product = a.high * b.high
    let rest = (-product).addingProduct(a.high, b.high)
    return sum(product, rest + (a.high * b.low + a.low * b.high))
  }

  static func / (a: Pair, b: Pair) -> Pair {
    var rest = a
    var quotient = Pair(high: 0, low: 0)
    for _ in 0..<3 {
      let digit = rest.high / b.high
      rest = rest + b * Pair(high: -digit, low: 0)
      quotient = quotient + Pair(high: digit, low: 0)
    }
    return quotient
  }

  /// By ln m = 2 artanh((m - 1) / (m + 1)), m from the root of 1/2 to the root of 2.
  static func logarithm(of x: Double) -> Pair {
    var exponent = Double(x.exponent)
    var m = x.significand
    if m > 1.4142135623730951 {
      m /= 2
      exponent += 1
    }
    let s = Pair(high: m - 1, low: 0) / sum(m, 1)
    let square = s * s
    // Its terms fall by 34 or more each: the 23rd is below 10^-34.
    var series = Pair(high: 0, low: 0)
    for term in stride(from: 45.0, through: 1, by: -2) {
      series = series * square + Pair(high: 1, low: 0) / Pair(high: term, low: 0)
    }
    return naturalLogarithmOfTwo * Pair(high: exponent, low: 0)
      + s * series * Pair(high: 2, low: 0)
  }

  var exponential: Double {
    let power = (high * 1.4426950408889634).rounded()
    if power > 1100 { return .infinity }
    guard power >= -1100 else { return power.isNaN ? power : 0 }
    let rest = self + Self.naturalLogarithmOfTwo * Pair(high: -power, low: 0)
    // |rest| is below 0.35: the 26th term of the series is below 10^-38.
    let one = Pair(high: 1, low: 0)
    var sum = one
    for term in stride(from: 25.0, through: 1, by: -1) {
      sum = one + rest / Pair(high: term, low: 0) * sum
    }
    return Double(sign: .plus, exponent: Int(power), significand: sum.high)
  }
}
