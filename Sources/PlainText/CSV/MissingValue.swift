/// What tables of other programs have where there is no value.
package enum MissingValue {
  /// Beside nothing at all: by R, pandas and databases.
  private static let words = ["NA", "NaN", "nan", "null", "NULL"]

  /// Whether a cell has no value.
  package static func isCell(_ text: String) -> Bool { text.isEmpty || words.contains(text) }

  /// Whether a text without quotes stands for a value that is not there.
  package static func isWord(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    (2...4).contains(text.count) && words.contains { $0.utf8.elementsEqual(text) }
  }

  /// Whether some reader takes a name for a missing value.
  package static func isMistaken(for name: String) -> Bool {
    guard name.utf8.count <= 4 else { return false }
    return name == "None"
      || ["na", "nan", "null", "n/a", "#na", "<na>", "#n/a"].contains(name.lowercased())
  }
}
