package import PlainText

/// How the cells of a column of numbers are read.
package struct NumberCell: Sendable {
  package enum Reading: Hashable, Sendable {
    case value(Double)
    /// An empty cell, or what R, pandas and databases write where there is no value.
    case missing
    /// A whole number that is not itself any more as a `Double`.
    case rounded(Double)
    /// No number.
    case fault
  }

  private static let missing: Set = ["", "NA", "NaN", "nan", "null", "NULL"]

  /// Whether numbers are written like 0,5.
  let decimalComma: Bool

  package init(decimalComma: Bool) { self.decimalComma = decimalComma }

  package func read(_ text: String) -> Reading {
    if let value = number(text) {
      return isRounded(text, to: value) ? .rounded(value) : .value(value)
    }
    return Self.missing.contains(text) ? .missing : .fault
  }

  /// What is wrong with a cell, in words; nil if nothing is.
  package func problem(_ reading: Reading, _ text: String) -> CallerText? {
    switch reading {
    case .value, .missing: nil
    case .fault:
      "is not a number (\"\(text)\"); "
        + ((decimalComma ? nil : Self.commaAdvice(text))
          ?? "a missing value is an empty cell, NA, NaN or null")
    case .rounded:
      "is \(text), beyond 2^53: it would be rounded; subtract a constant from the column"
    }
  }

  /// What a number with commas may mean; nil of other texts.
  private static func commaAdvice(_ text: String) -> CallerText? {
    guard text.contains(",") else { return nil }
    let grouped = text.replacing(",", with: "")
    let isGrouped = text.contains(/^[+-]?[1-9][0-9]{0,2}(,[0-9]{3})+(\.[0-9]*)?$/)
    let isDecimal = text.count { $0 == "," } == 1 && !text.contains(".")
    let thousands: CallerText = "write thousands without commas, as \(grouped)"
    let decimal: CallerText = "for numbers with a decimal comma, give \(setting: "decimal_comma")"
    guard isGrouped else { return decimal }
    return isDecimal
      ? thousands + "; if it is \(text.replacing(",", with: ".")), with a decimal comma, give "
        + "\(setting: "decimal_comma")" : thousands
  }

  private func number(_ text: String) -> Double? {
    guard decimalComma else { return decimalNumber(text) }
    // A point there separates thousands, or is a mistake: nobody can know.
    return text.contains(".") ? nil : decimalNumber(text.replacing(",", with: "."))
  }
}
