/// The text of a real number as all output files carry it: the shortest digits that read back to
/// the same number, always with `.` or an exponent (`1.0`, `1e-07`), whatever the locale.
///
/// - Precondition: finite; a missing value is an empty field, not a number.
package func realText(_ value: Double) -> String {
  precondition(value.isFinite, "a real number in a file is finite")
  return value.description
}

/// The characters of `realText`, without a string for each number, which takes as long as its digits.
struct RealDigits: TextOutputStream {
  /// Characters of the longest one, -2.2250738585072014e-308.
  static let mostCharacters = 24

  private let target: UnsafeMutablePointer<UInt8>
  private var count = 0

  private init(to target: UnsafeMutablePointer<UInt8>) { self.target = target }

  /// Writes the characters at `target`; returns their number.
  ///
  /// - Precondition: finite; `target` has room for `mostCharacters`.
  static func write(_ value: Double, to target: UnsafeMutablePointer<UInt8>) -> Int {
    precondition(value.isFinite, "a real number in a file is finite")
    var digits = RealDigits(to: target)
    value.write(to: &digits)
    return digits.count
  }

  mutating func write(_ text: String) {
    var text = text
    text.withUTF8 { append($0) }
  }

  /// What a number calls in place of `write`, where the standard library has it.
  mutating func _writeASCII(_ text: UnsafeBufferPointer<UInt8>) { append(text) }

  private mutating func append(_ text: UnsafeBufferPointer<UInt8>) {
    precondition(count + text.count <= Self.mostCharacters, "a number is short")
    guard let start = text.baseAddress else { return }
    (target + count).update(from: start, count: text.count)
    count += text.count
  }
}

/// Decimal digits of whole numbers, two at a time.
///
/// 18 ns per number against 175 for `description` (docs/reliability.md, "Numbers").
enum IntegerDigits {
  /// Characters of the longest `Int`, the sign included.
  static let mostCharacters = 20

  /// "00", "01", ... "99".
  private static let pairs: [UInt8] = (0..<100).flatMap { number in
    [UInt8(ascii: "0") + UInt8(number / 10), UInt8(ascii: "0") + UInt8(number % 10)]
  }

  /// Writes the digits at `target`; returns their number.
  ///
  /// - Precondition: `target` has room for `mostCharacters`.
  static func write(_ value: Int, to target: UnsafeMutablePointer<UInt8>) -> Int {
    var rest = value.magnitude
    var sign = 0
    if value < 0 {
      target[0] = UInt8(ascii: "-")
      sign = 1
    }
    if rest < 10 {
      target[sign] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
      return sign + 1
    }
    let count = sign + digits(of: rest)
    pairs.withUnsafeBufferPointer { pairs in
      var end = count
      while rest >= 100 {
        let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
        end -= 2
        target[end] = pairs[2 * Int(pair)]
        target[end + 1] = pairs[2 * Int(pair) + 1]
        rest = quotient
      }
      if rest >= 10 {
        target[end - 2] = pairs[2 * Int(rest)]
        target[end - 1] = pairs[2 * Int(rest) + 1]
      } else {
        target[end - 1] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest)
      }
    }
    return count
  }

  private static func digits(of value: UInt) -> Int {
    var count = 1
    var rest = value
    while rest >= 10_000 {
      rest /= 10_000
      count += 4
    }
    if rest >= 1000 { return count + 3 }
    if rest >= 100 { return count + 2 }
    return rest >= 10 ? count + 1 : count
  }
}
