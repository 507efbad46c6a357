extension JSONNumber {
  /// Reads a number that already follows JSON's grammar; exact for whole numbers up to 2^53.
  ///
  /// A file may hold a million of them, so nothing is allocated for a number of up to 15 characters.
  init(grammatical bytes: ArraySlice<UInt8>) {
    text = String(decoding: bytes, as: UTF8.self)
    let number = Digits(bytes)
    isWhole = number.isWhole
    integer = number.integer
    // Swift reads all of JSON's grammar; what is beyond its range is infinite or 0.
    double = number.double ?? Double(text) ?? .nan
  }

  /// A whole number of the program's own.
  package init(_ integer: Int) {
    text = String(integer)
    double = Double(integer)
    self.integer = integer
    isWhole = true
  }

  /// A finite number of the program's own; -0 becomes 0.
  package init(_ real: Double) {
    text = String(real)
    double = real + 0
    isWhole = real.rounded() == real
    integer = isWhole && abs(real) <= 0x1p53 ? Int(real) : nil
  }

  /// The number as `mantissa` times ten to the `exponent`, without rounding.
  private struct Digits {
    private var isNegative = false
    /// From the first digit that is not 0 to the last; kept while they fit, see `count`.
    private var mantissa: UInt64 = 0
    private var exponent = 0
    /// How many digits the mantissa has; above 19 it is not kept.
    private var count = 0

    init(_ bytes: ArraySlice<UInt8>) {
      /// Zeros that count only if another digit follows.
      var zeros = 0
      var written = 0
      var isFraction = false
      var place = bytes.startIndex
      func isExponent(_ byte: UInt8) -> Bool { byte | 0x20 == UInt8(ascii: "e") }
      while place < bytes.endIndex, !isExponent(bytes[place]) {
        let byte = bytes[place]
        place += 1
        switch byte {
        case UInt8(ascii: "-"): isNegative = true
        case UInt8(ascii: "."): isFraction = true
        case UInt8(ascii: "0"):
          zeros += 1
          if isFraction { exponent -= 1 }
        default:
          if isFraction { exponent -= 1 }
          let added = count == 0 ? 1 : zeros + 1
          zeros = 0
          count += added
          guard count <= 19 else { continue }
          for _ in 1..<added { mantissa *= 10 }
          mantissa = mantissa * 10 + UInt64(byte - UInt8(ascii: "0"))
        }
      }
      exponent += zeros
      var isSmall = false
      while place < bytes.endIndex {
        let byte = bytes[place]
        place += 1
        if byte == UInt8(ascii: "-") { isSmall = true }
        guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) else { continue }
        // Keeps clear of overflow.
        written = min(written * 10 + Int(byte - UInt8(ascii: "0")), 1_000_000_000)
      }
      exponent += isSmall ? -written : written
    }

    var isWhole: Bool { count == 0 || exponent >= 0 }

    /// The value, if it is a whole number within -2^53...2^53.
    var integer: Int? {
      guard count > 0 else { return 0 }
      guard exponent >= 0, count + exponent <= 16 else { return nil }
      var value = Int(mantissa)
      for _ in 0..<exponent { value *= 10 }
      guard value <= 1 << 53 else { return nil }
      return isNegative ? -value : value
    }

    /// The nearest double, where one operation with exact operands gives it; else nil. Source:
    /// Clinger (1990), doi:10.1145/93542.93557.
    var double: Double? {
      guard count <= 16, mantissa <= 1 << 53, (-22...22).contains(exponent) || count == 0 else {
        return nil
      }
      guard count > 0 else { return isNegative ? -0.0 : 0 }
      let power = Self.powersOfTen[abs(exponent)]
      let value = exponent < 0 ? Double(mantissa) / power : Double(mantissa) * power
      return isNegative ? -value : value
    }

    /// 10^0 to 10^22: all exact as doubles.
    private static let powersOfTen: [Double] = (0...22).map { exponent in
      (0..<exponent).reduce(1.0) { power, _ in power * 10 }
    }
  }
}
