extension JSONNumber {
  /// Reads a number that already follows JSON's grammar; exact for whole numbers up to 2^53.
  init(grammatical text: String) {
    self.text = text
    let (whole, integer) = Self.wholeNumber(text)
    isWhole = whole
    self.integer = integer
    double = Double(text) ?? Self.beyondDouble(text)
  }

  /// A whole number of the program's own.
  package init(_ integer: Int) {
    text = String(integer)
    double = Double(integer)
    self.integer = integer
    isWhole = true
  }

  /// Digits and exponent say whether the value is whole; no rounding on the way.
  private static func wholeNumber(_ text: String) -> (isWhole: Bool, value: Int?) {
    var digits: [UInt8] = []
    var fraction = 0
    var exponent = 0
    var isNegative = false
    var exponentIsNegative = false
    var part = 0  // 0: before the point, 1: after it, 2: exponent
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "-"): if part == 2 { exponentIsNegative = true } else { isNegative = true }
      case UInt8(ascii: "."): part = 1
      case UInt8(ascii: "e"), UInt8(ascii: "E"): part = 2
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        let digit = byte - UInt8(ascii: "0")
        if part == 2 {
          exponent = min(exponent * 10 + Int(digit), 1_000_000_000)  // keeps clear of overflow
        } else {
          digits.append(digit)
          if part == 1 { fraction += 1 }
        }
      default: break  // "+"
      }
    }
    while digits.last == 0 {
      digits.removeLast()
      fraction -= 1
    }
    let significant = digits.drop { $0 == 0 }
    guard !significant.isEmpty else { return (true, 0) }
    let zeros = (exponentIsNegative ? -exponent : exponent) - fraction
    guard zeros >= 0 else { return (false, nil) }
    guard significant.count + zeros <= 16 else { return (true, nil) }
    var value = significant.reduce(0) { $0 * 10 + Int($1) }
    for _ in 0..<zeros { value *= 10 }
    guard value <= 1 << 53 else { return (true, nil) }
    return (true, isNegative ? -value : value)
  }

  /// What `Double` refuses: beyond the largest double, or so small that it is 0.
  private static func beyondDouble(_ text: String) -> Double {
    let magnitude = text.hasPrefix("-") ? text.dropFirst() : text[...]
    let mantissa = magnitude.prefix { $0 != "e" && $0 != "E" }
    let exponent = magnitude.dropFirst(mantissa.count + 1)
    let isTiny = exponent.hasPrefix("-") || (exponent.isEmpty && mantissa.hasPrefix("0."))
    let size = isTiny ? 0 : Double.infinity
    return text.hasPrefix("-") ? -size : size
  }
}
