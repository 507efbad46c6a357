import Foundation
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
  var text: String { text(number) }

  private func text(_ number: String) -> String {
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
    // The interval of a mean share may reach beyond all of a group.
    let known = [low, high].compactMap(\.self).map { unit == "%" ? min(1, max(0, $0)) : $0 }
    let ends = digits.ends(known.map { $0 * scale }, besides: border * scale).map(withGroups)
    guard low != nil else { return high.map { _ in "\(ends[0]) or less" } }
    return high == nil ? "\(ends[0]) or more" : "\(ends[0]) to \(ends[1])"
  }

  /// Such as "0.8 to 9.8 steps": both with the fewer decimals of the two, but for a number that would be 0.
  static func span(_ least: Measured, _ most: Measured) -> String {
    let ends = [least, most].map { one in
      let (value, text) = (one.value * one.scale, one.digits.text(one.value * one.scale))
      let isPlain = !text.contains("e")
      let decimals = isPlain ? text.split(separator: ".").dropFirst().first?.count ?? 0 : .max
      return (value: value, text: text, decimals: decimals)
    }
    let fewer = min(ends[0].decimals, ends[1].decimals)
    let texts = ends.map { value, text, decimals in
      let needed = value == 0 ? 0 : -Int(log10(value.magnitude).rounded(.down))
      let places = max(fewer, needed)
      return withGroups(
        places < decimals && decimals < .max ? String(format: "%.\(places)f", value) : text)
    }
    return most.text(texts[0] == texts[1] ? texts[0] : "\(texts[0]) to \(texts[1])")
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

/// The text with narrow spaces between its thousands, if it is a number of at least five digits before the point.
func withGroups(_ text: String) -> String {
  let whole = text.prefix { $0 != "." }
  guard whole.count > 4, let number = Int(whole) else { return text }
  return grouped(number) + text.dropFirst(whole.count)
}

extension Sequence<String> {
  /// Such as "a, b and c".
  var listed: String {
    let all = Array(self)
    guard all.count > 1 else { return all.first ?? "" }
    return all.dropLast().joined(separator: ", ") + " and " + all[all.count - 1]
  }

  /// The same of places behind "for", which may have commas of their own.
  var listedPlaces: String {
    contains { $0.contains(", ") } ? joined(separator: " and for ") : listed
  }
}

extension String {
  /// The sentence with a capital.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }

  /// The same, but for a sentence that begins with a name of the study's.
  func withCapital(unlessAt name: String) -> String {
    hasPrefix(name) && dropFirst(name.count).first?.isLetter != true ? self : capitalizedFirst
  }
}
