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

  /// Whether numbers are written like 0,5.
  let decimalComma: Bool

  package init(decimalComma: Bool) { self.decimalComma = decimalComma }

  package func read(_ text: String) -> Reading {
    if let value = number(text) {
      return isRounded(text, to: value) ? .rounded(value) : .value(value)
    }
    return MissingValue.isCell(text) ? .missing : .fault
  }

  /// What is wrong with a cell, in words; nil if nothing is.
  package func problem(_ reading: Reading, _ text: String) -> CallerText? {
    switch reading {
    case .value, .missing: nil
    case .fault:
      "is not a number (\"\(text)\"); "
        + (Self.dateAdvice(text) ?? Self.flagAdvice(text) ?? Self.infiniteAdvice(text)
          ?? (decimalComma ? Self.pointAdvice(text) : Self.commaAdvice(text))
            ?? "a missing value is an empty cell, NA, NaN or null")
    case .rounded:
      "is \(text), beyond 2^53: it would be rounded; subtract a constant from the column, or give counts of "
        + "at most 9,007,199,254,740,992"
    }
  }

  /// What to give instead of a date or a time of day; nil of other texts.
  private static func dateAdvice(_ text: String) -> CallerText? {
    let dates = [
      /^[0-9]{4}([-\/.])[0-9]{1,2}\1[0-9]{1,2}(?![0-9])/,
      /^[0-9]{1,2}([-\/.])[0-9]{1,2}\1[0-9]{2,4}(?![0-9])/,
    ]
    if dates.contains(where: text.contains) {
      return "it is a date: give a number, such as the days since the first one"
    }
    guard text.contains(/^[0-9]{1,2}:[0-9]{2}(:[0-9]{2})?(?![0-9])/) else { return nil }
    return "it is a time: give a number, such as the hours since the first one"
  }

  /// What to give instead of a yes or a no; nil of other texts.
  private static func flagAdvice(_ text: String) -> CallerText? {
    ["true", "false", "yes", "no"].contains(text.lowercased())
      ? "give 1 for yes and 0 for no" : nil
  }

  /// Of infinity, and of what is too large for a double; nil of other texts.
  private static func infiniteAdvice(_ text: String) -> CallerText? {
    Double(text)?.isInfinite == true
      ? "it is infinite, or too large: leave out the row, or divide the column by a constant" : nil
  }

  /// Where numbers are written like 0,5; nil of texts that are no numbers with points.
  private static func pointAdvice(_ text: String) -> CallerText? {
    text.contains(".") && text.contains(/^[-+]?[0-9.]+(,[0-9]+)?$/)
      ? "a point may separate thousands there: write \(text.replacing(".", with: "")), or decimals with a comma"
      : nil
  }

  /// What a number with commas may mean; nil of other texts.
  private static func commaAdvice(_ text: String) -> CallerText? {
    guard text.contains(",") else { return nil }
    let grouped = text.replacing(",", with: "")
    let isGrouped = mayHaveThousands(text)
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
