import PlainText

/// A number with its interval, as sentences have it. A share has the unit %, a difference of shares percentage points,
/// and their values are still those of shares from 0 to 1.
struct Measured: Hashable, Sendable {
  var value: Double
  var low: Double?
  var high: Double?
  /// Such as "people" or "%"; empty of plain numbers.
  var unit = ""

  /// The unit of differences of shares.
  static let points = "percentage points"

  private var scale: Double { ["%", Self.points].contains(unit) ? 100 : 1 }
  private var digits: Digits { Digits(low.map { $0 * scale }, high.map { $0 * scale }) }
  /// Such as "12.5", without the unit.
  var number: String { digits.text(value * scale) }

  /// Such as "12.5 people" or "1 step".
  var text: String {
    if unit.isEmpty { return number }
    if unit == "%" { return "\(number)\u{00A0}%" }
    return "\(number) \(number == "1" && unit.hasSuffix("s") ? String(unit.dropLast()) : unit)"
  }

  /// Such as "12 to 13"; nil unless both ends are there.
  ///
  /// - Parameter border: what ends are never rounded to.
  func range(besides border: Double = .nan) -> String? {
    guard let low, let high else { return nil }
    let border = border * scale
    return
      "\(digits.end(low * scale, besides: border)) to \(digits.end(high * scale, besides: border))"
  }

  /// Such as "12.5 people (95 % interval 12 to 13)"; without a level "12.5 people (12 to 13)".
  func words(_ level: String? = nil) -> String {
    guard let range = range() else { return text }
    return "\(text) (\(level.map { "\($0) interval " } ?? "")\(range))"
  }

  /// The size of a difference, whichever way it goes.
  var magnitude: Measured {
    value >= 0
      ? self
      : Measured(value: -value, low: high.map { -$0 }, high: low.map { -$0 }, unit: unit)
  }
}

extension Sequence<String> {
  /// Such as "a, b and c".
  var listed: String {
    let all = Array(self)
    guard all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1]
  }
}

extension String {
  /// The sentence with a capital.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The same, but for a sentence that begins with a name of the study's.
  func withCapital(unlessAt name: String) -> String { hasPrefix(name) ? self : capitalizedFirst }
}
