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

/// Names of columns that users choose: as those of the program, so that databases and formulas take them.
enum ColumnLabel {
  static let pattern = "^[a-z][a-z0-9_]*$"
  static let meaning = "a name of lower-case letters, digits and _, of which the first is a letter"

  static func isValid(_ text: String) -> Bool {
    text.utf8.first.map { (0x61...0x7a).contains($0) } ?? false
      && text.utf8.allSatisfy {
        (0x61...0x7a).contains($0) || (0x30...0x39).contains($0) || $0 == 0x5f
      }
  }
}
