import Foundation

/// A cell's number with up to four digits for people, such as "12.35" or "0.001235"; the cell
/// itself if it is no number, and a dash if it is empty.
package func shortNumber(_ cell: String) -> String {
  guard !cell.isEmpty else { return "\u{2013}" }
  guard let value = Double(cell) else { return cell }
  return shortNumber(value)
}

package func shortNumber(_ value: Double) -> String {
  if let whole = Int(exactly: value), whole.magnitude < 1_000_000_000 { return String(whole) }
  guard value.isFinite else { return "\u{2013}" }
  let size = abs(value)
  if size >= 1e6 || size < 1e-4 { return trimmed(String(format: "%.3e", value)) }
  let digits = max(0, 3 - Int(log10(size).rounded(.down)))
  return trimmed(String(format: "%.\(digits)f", value))
}

/// Such as "16 000", with a narrow space that does not break.
package func grouped(_ count: Int) -> String {
  let digits = String(count)
  guard digits.count > 4 else { return digits }
  let pieces = digits.reversed().enumerated().map { place, digit in
    place % 3 == 2 && place + 1 < digits.count ? "\u{202F}\(digit)" : String(digit)
  }
  return pieces.reversed().joined()
}

/// Such as "< 0.001" or "= 0.012".
package func probabilityText(_ p: Double) -> String {
  p < 0.001 ? "< 0.001" : "= \(trimmed(String(format: "%.3f", p)))"
}

/// To a tenth, and further where this would make nothing of a little, or all of nearly all.
package func percent(_ share: Double) -> String {
  let tenths = (share * 1000).rounded() / 10
  let isRough = [0, 100].contains(tenths) && tenths != 100 * share
  let text = shortNumber(isRough ? 100 * share : tenths)
  // Four digits make all of nearly all, too.
  let isAll = text == "100" && share < 1
  return "\(isAll ? trimmed(String(format: "%.13f", 100 * share)) : text)\u{00A0}%"
}

/// Without zeros that end a fraction. The C library's `.` is certain: nothing here sets a locale.
package func trimmed(_ text: String) -> String {
  guard text.contains("."), !text.contains("e") else { return text }
  var text = text[...]
  while text.last == "0" { text.removeLast() }
  if text.last == "." { text.removeLast() }
  return String(text)
}
