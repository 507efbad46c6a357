/// The text without characters that a terminal obeys or that turn the order of others around: in their place
/// their numbers as JSON has them, such as `\u001b`. Line breaks and tabs stay.
///
/// Names of files, columns and people are of any origin. Source: ECMA-48 (8 bits: U+0080 to U+009F), and the
/// bidirectional formatting characters of UAX #9.
package func shownText(_ text: String) -> String {
  guard text.utf8.contains(where: { $0 < 0x20 && $0 != 9 && $0 != 10 || $0 >= 0x7f }) else {
    return text
  }
  var shown = ""
  for scalar in text.unicodeScalars {
    if scalar != "\n", scalar != "\t", isObeyed(scalar) {
      let digits = String(scalar.value, radix: 16)
      shown += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    } else {
      shown.unicodeScalars.append(scalar)
    }
  }
  return shown
}

private func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
  switch scalar.value {
  case 0x61c, 0x200e, 0x200f, 0x202a...0x202e, 0x2066...0x2069: true
  default:
    switch scalar.properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
