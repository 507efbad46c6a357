/// Numbers of trials up to and including the first success, by inversion, from one word each.
///
/// The same on every machine: `log` of a C library may differ in its last digit between two of them.
/// Source: docs/randomness.md, "Words".
package struct GeometricGaps: Sendable {
  /// 1 / ln(1 - chance), below 0.
  package let scale: Double

  /// - Precondition: 0 < chance < 1.
  package init(chance: Double) {
    precondition(chance > 0 && chance < 1)
    scale = 1 / logarithm(oneMinus: chance)
  }

  /// 1 or more; 2^62 stands for all that are larger.
  @inlinable @inline(__always) package func gap(_ word: UInt64) -> UInt64 {
    // The largest word has the logarithm 0: times the scale of the least chances, -infinity, it is no number.
    let trials = naturalLogarithm((Double(word &>> 11) + 0.5) * 0x1p-53) * scale
    return UInt64(min(0x1p62, trials)) &+ 1
  }
}

/// ln x to within two units in the last place, by additions, multiplications and one division in a
/// fixed order.
///
/// Source: fdlibm's e_log.c (Sun Microsystems 1993): ln(1 + f) from s = f / (2 + f).
/// - Precondition: x is positive and normal.
@inlinable @inline(__always) package func naturalLogarithm(_ x: Double) -> Double {
  let bits = x.bitPattern
  // Fractions from the root of 1/2 to the root of 2.
  let shifted = bits &- 0x3fe6_a09e_667f_3bcd
  let exponent = Double(Int64(bitPattern: shifted) &>> 52)
  let fraction = Double(bitPattern: bits &- (shifted & 0xfff0_0000_0000_0000))
  let f = fraction - 1
  let s = f / (2 + f)
  let z = s * s
  let w = z * z
  let even = w * (0.3999999999940941908 + w * (0.2222219843214978396 + w * 0.1531383769920937332))
  let odd =
    z
    * (0.6666666666666735130 + w
      * (0.2857142874366239149 + w * (0.1818357216161805012 + w * 0.1479819860511658591)))
  let half = 0.5 * f * f
  let low = exponent * 1.90821492927058770002e-10
  return exponent * 6.93147180369123816490e-01 - ((half - (s * (half + (even + odd)) + low)) - f)
}

/// ln(1 - chance), to full precision where the chance is small.
///
/// - Precondition: 0 <= chance < 1.
package func logarithm(oneMinus chance: Double) -> Double {
  if chance > 0.01 { return naturalLogarithm(1 - chance) }
  // The series has its eleventh term below 10^-22.
  var sum = 0.0
  for power in stride(from: 10.0, through: 1, by: -1) { sum = chance * (sum + 1 / power) }
  return -sum
}
