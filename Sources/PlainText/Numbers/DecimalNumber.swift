/// The number of a decimal text such as "0.5" or "1e-3"; nil for anything else. Swift by itself also reads
/// "0x10" (16), "inf" and "nan".
package func decimalNumber(_ text: some StringProtocol) -> Double? {
  guard text.utf8.allSatisfy({ decimalBytes.contains($0) }), let value = Double(text),
    value.isFinite
  else { return nil }
  return value
}

/// Whether a text is a whole number that a real number cannot hold, such as 9007199254740993: it would
/// become its neighbor without a word.
package func isRounded(_ text: String, to value: Double) -> Bool {
  guard abs(value) >= 0x1p53, let whole = Int128(text) else { return false }
  return Int128(exactly: value) != whole
}

private let decimalBytes = Set("0123456789+-.eE".utf8)
