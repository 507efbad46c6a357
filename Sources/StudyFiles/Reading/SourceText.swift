import PlainText

/// One text that mistakes are reported in: the study file, or a change given on the command line.
struct SourceText: Sendable {
  /// What stands before line and column: the file as the user gave it, or the option.
  let name: String
  let bytes: [UInt8]
  /// Whether this is an option of the command line, whose single line is its own name.
  let isOption: Bool

  init(name: String, bytes: [UInt8], isOption: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isOption = isOption
  }

  /// Line and column from 1; columns count Unicode characters (scalars), a tab as one.
  func place(of offset: Int) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let line = 1 + before.count { $0 == 0x0a }
    let lineStart = before.lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    return (line, 1 + bytes[lineStart..<min(offset, bytes.count)].count { $0 & 0xc0 != 0x80 })
  }

  /// The line that holds the byte, without its end.
  func line(at offset: Int) -> String {
    let offset = min(offset, bytes.count)
    let start = bytes[..<offset].lastIndex(of: 0x0a).map { $0 + 1 } ?? 0
    var end = bytes[offset...].firstIndex(of: 0x0a) ?? bytes.count
    if end > start, bytes[end - 1] == 0x0d { end -= 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  /// Characters of a span, at least 1 and at most to the end of its first line.
  func width(_ span: SourceSpan) -> Int {
    let start = min(span.start, bytes.count)
    let text = bytes[start..<max(start, min(span.end, bytes.count))].prefix { $0 != 0x0a }
    return max(1, text.count { $0 & 0xc0 != 0x80 })
  }
}
