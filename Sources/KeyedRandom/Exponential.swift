/// e^x to within two units in the last place, the same on every machine; `naturalLogarithm` says why.
package func exponential(_ x: Double) -> Double {
  if x > 709.7 { return .infinity }
  guard x >= -745.2 else { return x.isNaN ? x : 0 }
  let power = (x * 1.4426950408889634).rounded()
  let rest = (x - power * 6.93147180369123816490e-01) - power * 1.90821492927058770002e-10
  // |rest| is below 0.35: the fifteenth term of the series is below 10^-17.
  var sum = 1.0
  for term in stride(from: 14.0, through: 1, by: -1) { sum = 1 + rest / term * sum }
  return Double(sign: .plus, exponent: Int(power), significand: sum)
}

/// ln(1 + x), to full precision where x is small.
///
/// - Precondition: x >= 0.
package func logarithm(onePlus x: Double) -> Double {
  // From here on 1 + x is x, and the quotient 1.
  x < 0x1p53 ? -logarithm(oneMinus: x / (1 + x)) : naturalLogarithm(x)
}
