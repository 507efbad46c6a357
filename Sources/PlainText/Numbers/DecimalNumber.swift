/// The number of a decimal text such as "0.5" or "1e-3"; nil for anything else. Swift by itself also reads
/// "0x10" (16), "inf" and "nan".
package func decimalNumber(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy(isDecimal), let value = Double(text),
    value.isFinite
  else { return nil }
  return value
}

/// Whether a text may be a number with its thousands apart by commas, such as "1,200".
package func mayHaveThousands(_ text: String) -> Bool {
  guard text.utf8.contains(UInt8(ascii: ",")) else { return false }
  func areDigits(_ part: Substring) -> Bool { part.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  let whole = text.prefix { $0 != "." }
  let fraction = text.dropFirst(whole.count + 1)
  var groups = whole.split(separator: ",", omittingEmptySubsequences: false)
  if let sign = groups[0].first, "+-".contains(sign) { groups[0].removeFirst() }
  return groups.count > 1 && (1...3).contains(groups[0].count) && groups[0].first != "0"
    && groups.dropFirst().allSatisfy { $0.count == 3 } && groups.allSatisfy(areDigits)
    && areDigits(fraction)
}

/// How a number with a comma, such as "0,2" or "5,000", is to be written; nil of other texts.
package func withoutComma(_ text: some StringProtocol) -> String? {
  let parts = text.split(separator: ",", omittingEmptySubsequences: false)
  guard parts.count > 1, parts.dropFirst().allSatisfy({ $0.first?.isNumber == true }) else {
    return nil
  }
  var forms: [String] = []
  let isGrouped = parts.dropFirst().allSatisfy { $0.prefix { $0 != "." }.count == 3 }
  if isGrouped, !parts[0].hasSuffix("0") || parts[0].count > 1 { forms.append(parts.joined()) }
  if parts.count == 2 { forms.append(parts.joined(separator: ".")) }
  forms = forms.compactMap(jsonNumber)
  guard let first = forms.first, let last = forms.last else { return nil }
  let rule = "numbers have a decimal point and no comma: write "
  if forms.count == 1 { return rule + first }
  return rule + "\(first) if the comma separates thousands, or \(last) if decimals follow it"
}

/// A decimal number as JSON takes it: `.5`, `5.` and `+5` become `0.5`, `5` and `5`; nil of other texts.
package func jsonNumber(_ text: some StringProtocol) -> String? {
  guard decimalNumber(text) != nil else { return nil }
  var digits = text.drop { $0 == "+" || $0 == "-" }[...]
  let exponent = digits.firstIndex { $0 == "e" || $0 == "E" } ?? digits.endIndex
  var parts = digits[..<exponent].split(separator: ".", omittingEmptySubsequences: false)
  digits = digits[exponent...]
  parts[0] = parts[0].drop { $0 == "0" }
  let whole = parts[0].isEmpty ? "0" : String(parts[0])
  let fraction = parts.count > 1 && !parts[1].isEmpty ? "." + parts[1] : ""
  return (text.hasPrefix("-") ? "-" : "") + whole + fraction + digits
}

/// Whether a text is a whole number that a real number cannot hold, such as 9007199254740993: it would
/// become its neighbor without a word.
package func isRounded(_ text: String, to value: Double) -> Bool {
  guard abs(value) >= 0x1p53, let whole = Int128(text) else { return false }
  return Int128(exactly: value) != whole
}

private func isDecimal(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"),
    UInt8(ascii: "."),
    UInt8(ascii: "e"), UInt8(ascii: "E"):
    true
  default: false
  }
}
