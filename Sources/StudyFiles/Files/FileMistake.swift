import PlainText

/// A mistake in a file that a study names.
struct FileMistake: Error, Sendable {
  var code: ErrorCode
  var message: String
  var place: CSVRecords.Place

  init(_ code: ErrorCode, _ message: String, at place: CSVRecords.Place) {
    (self.code, self.message, self.place) = (code, message, place)
  }

  /// A mistake of a whole line that was read before: its message says what is on it.
  init(_ code: ErrorCode, _ message: String, line: Int) {
    self.init(
      code, message, at: CSVRecords.Place(line: line, column: 1, width: 1, text: ""))
  }

  /// As in files that were put one behind the other.
  static func repeatedHeader(at place: CSVRecords.Place) -> FileMistake {
    FileMistake(
      .badTable, "the names of the columns stand here once more; keep the first line alone",
      at: place)
  }

  func diagnostic(file: String, path: JSONPath) -> Diagnostic {
    Diagnostic(
      code: code, file: CallerText(file), line: place.line, column: place.column, path: path.text,
      message: message, suggestion: nil, sourceLine: place.text, sourceColumn: place.column,
      width: place.width, isOption: false)
  }
}
