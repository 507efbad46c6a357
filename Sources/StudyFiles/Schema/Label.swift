/// Names that users choose (study, rules): safe in tables, file names and spreadsheets.
enum Label {
  static let plainPattern = "[A-Za-z0-9][A-Za-z0-9_.:-]{0,63}"
  static let pattern = "^\(plainPattern)$"
  static let meaning =
    "1 to 64 of the characters A-Z a-z 0-9 _ . : - of which the first is a letter or a digit"

  static func isValid(_ text: String) -> Bool {
    let bytes = Array(text.utf8)
    guard (1...64).contains(bytes.count), isLetterOrDigit(bytes[0]) else { return false }
    return bytes.allSatisfy { isLetterOrDigit($0) || "_.:-".utf8.contains($0) }
  }

  private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte) || (0x61...0x7a).contains(byte)
  }
}
