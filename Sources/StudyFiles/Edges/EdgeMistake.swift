import PlainText

/// A mistake in an edge file.
struct EdgeMistake: Sendable {
  var code: ErrorCode
  /// From 1.
  var line: Int
  /// From 1, in Unicode characters.
  var column: Int
  /// Characters that are meant.
  var width: Int
  var message: String
  /// The line of the file, or its beginning.
  var text: String

  /// - Parameter bytes: those of the line that are meant.
  init(
    _ code: ErrorCode, _ message: String, line number: Int,
    of line: UnsafeBufferPointer<UInt8>, at bytes: Range<Int>
  ) {
    func characters(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Int {
      bytes.count { $0 & 0xc0 != 0x80 }
    }
    self.code = code
    self.message = message
    self.line = number
    column = 1 + characters(line[..<bytes.lowerBound])
    width = max(1, characters(line[bytes]))
    // More than that no message shows.
    let shown = line.prefix(max(400, min(line.count, bytes.lowerBound + 400)))
    text = String(decoding: shown, as: UTF8.self)
  }

  /// A mistake of a whole line that was read before: its message says what is on it.
  init(_ code: ErrorCode, _ message: String, line: Int) {
    (self.code, self.message, self.line) = (code, message, line)
    (column, width, text) = (1, 1, "")
  }

  func diagnostic(file: String, path: JSONPath) -> Diagnostic {
    Diagnostic(
      code: code, file: CallerText(file), line: line, column: column, path: path.text,
      message: message,
      suggestion: nil, sourceLine: text, sourceColumn: column, width: width, isOption: false)
  }
}
