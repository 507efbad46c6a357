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
  /// Nobody reads more than four digits in a sentence; tables have them.
  private var digits: Digits {
    Digits(low.map { $0 * scale }, high.map { $0 * scale }, of: [value * scale], most: 4)
  }
  /// Such as "12.5", without the unit.
  var number: String { withGroups(digits.text(value * scale)) }

  /// Such as "12.5 people" or "1 step".
  var text: String {
    if unit.isEmpty { return number }
    if unit == "%" { return "\(number)\u{00A0}%" }
    let parts = unit.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    // Any text may be a unit in a file of somebody else.
    var words = parts.count == 2 && !parts.contains("") ? parts : [unit]
    if number == "1" {
      words[0] = words[0] == "people" ? "person" : words[0].replacing(/s$/, with: "")
    }
    return "\(number) \(words.joined(separator: " per "))"
  }

  /// Such as "12 to 13", or "12 or more" where only one end is known; nil without any.
  ///
  /// - Parameter border: what ends are never rounded to.
  func range(besides border: Double = .nan) -> String? {
    func end(_ end: Double) -> String {
      withGroups(digits.end(end * scale, besides: border * scale))
    }
    guard let low else { return high.map { "\(end($0)) or less" } }
    return high.map { "\(end(low)) to \(end($0))" } ?? "\(end(low)) or more"
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

/// The text with narrow spaces between its thousands, if it is a whole number of more than four digits.
func withGroups(_ text: String) -> String { Int(text).map(grouped) ?? text }

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
