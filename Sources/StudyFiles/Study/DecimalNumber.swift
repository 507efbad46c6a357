/// A number as its shortest decimal digits say it: `digits` times ten to the `exponent`.
///
/// For sums and quotients that are rounded once, to the double a person would write.
struct DecimalNumber {
  let digits: Int128
  let exponent: Int

  static let zero = DecimalNumber(digits: 0, exponent: 0)

  init(digits: Int128, exponent: Int) {
    self.digits = digits
    self.exponent = exponent
  }

  /// Nil for more than 15 digits: such a double is the nearest to a number that cannot be recovered.
  init?(_ value: Double) {
    let parts = "\(value)".split(separator: "e")
    let halves = parts[0].split(separator: ".", omittingEmptySubsequences: false)
    let fraction = halves.count == 2 && halves[1] != "0" ? halves[1] : ""
    let power = parts.count == 2 ? Int(parts[1]) : 0
    guard let digits = Int128(halves[0] + fraction), digits.magnitude < 1_000_000_000_000_000,
      let power
    else { return nil }
    self.digits = digits
    exponent = digits == 0 ? 0 : power - fraction.utf8.count
  }

  /// 10^0 to 10^22: all exact as doubles.
  static let powersOfTen: [Double] = (0...22).map { exponent in
    (0..<exponent).reduce(1.0) { power, _ in power * 10 }
  }

  /// The nearest double.
  var double: Double {
    if digits.magnitude < 1 << 53, (-22...0).contains(exponent) {
      return Double(Int(digits)) / Self.powersOfTen[-exponent]
    }
    return Double("\(digits)e\(exponent)") ?? .nan
  }

  /// The double nearest to the quotient.
  ///
  /// - Precondition: `divisor` is 1 or more.
  func divided(by divisor: Int) -> Double {
    if digits.magnitude < 1 << 53, (-22...0).contains(exponent) {
      let whole = Double(divisor) * Self.powersOfTen[-exponent]
      if whole < 0x1p53 { return Double(Int(digits)) / whole }
    }
    var (dividend, power) = (digits, exponent)
    while dividend != 0, dividend.magnitude < 1 << 120 {
      dividend *= 10
      power -= 1
    }
    // More than 25 digits: those that are cut off cannot change the nearest double but by a chance
    // of 10^-10.
    return DecimalNumber(digits: dividend / Int128(divisor), exponent: power).double
  }

  /// a + factor b; nil where it has more digits than are kept.
  static func sum(_ a: DecimalNumber, _ b: DecimalNumber, times factor: Int) -> DecimalNumber? {
    let exponent = min(
      a.digits == 0 ? b.exponent : a.exponent, b.digits == 0 ? a.exponent : b.exponent)
    guard let x = a.units(exponent), let y = b.units(exponent) else { return nil }
    let (product, isTooLong) = y.multipliedReportingOverflow(by: Int128(factor))
    let (sum, overflows) = x.addingReportingOverflow(product)
    return isTooLong || overflows ? nil : DecimalNumber(digits: sum, exponent: exponent)
  }

  /// How many times 10^`power` the number is.
  private func units(_ power: Int) -> Int128? {
    guard digits != 0 else { return 0 }
    guard (0...22).contains(exponent - power) else { return nil }
    return digits * Int128(Self.powersOfTen[exponent - power])
  }
}
