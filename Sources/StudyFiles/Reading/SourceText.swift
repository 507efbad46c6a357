import PlainText

/// One text that mistakes are reported in: the study file, or a setting of the caller's.
struct SourceText: Sendable {
  /// What stands before line and column: the file as the user gave it, or the setting.
  let name: CallerText
  let bytes: [UInt8]
  /// Whether this is such a setting, whose single line is its own name.
  let isOption: Bool

  init(name: CallerText, bytes: [UInt8], isOption: Bool = false) {
    self.name = name
    self.bytes = bytes
    self.isOption = isOption
  }

  /// Line and column of a byte, from 1; columns count Unicode characters (scalars), a tab as one.
  struct Place {
    fileprivate(set) var line = 1
    fileprivate(set) var column = 1
    fileprivate var offset = 0
  }

  /// The place of a byte, from that of one before it: mistakes are reported in order, and a file of
  /// them is walked once.
  func place(of offset: Int, after place: Place = Place()) -> Place {
    var place = place
    let end = min(offset, bytes.count)
    guard place.offset < end else { return place }
    for byte in bytes[place.offset..<end] {
      if byte == 0x0a {
        place.line += 1
        place.column = 1
      } else if byte & 0xc0 != 0x80 {
        place.column += 1
      }
    }
    place.offset = end
    return place
  }

  /// More bytes of a line, to either side of a mistake, are never shown.
  private static let mostShown = 400

  /// What is shown of the line that holds the byte, and from where in it, in characters.
  func excerpt(at offset: Int) -> (text: String, column: Int) {
    let offset = min(offset, bytes.count)
    var start = offset
    while start > 0, bytes[start - 1] != 0x0a,
      offset - start < Self.mostShown || bytes[start] & 0xc0 == 0x80
    {
      start -= 1
    }
    var end = offset
    while end < bytes.count, bytes[end] != 0x0a,
      end - offset < Self.mostShown || bytes[end] & 0xc0 == 0x80
    {
      end += 1
    }
    if end > start, bytes[end - 1] == 0x0d { end -= 1 }
    return (
      String(decoding: bytes[start..<end], as: UTF8.self),
      1 + bytes[start..<max(start, min(offset, end))].count { $0 & 0xc0 != 0x80 }
    )
  }

  /// Characters of a span, at least 1 and at most to the end of its first line.
  func width(_ span: SourceSpan) -> Int {
    let start = min(span.start, bytes.count)
    // Of a longer one the part that is shown has the same carets.
    let end = max(start, min(span.end, bytes.count, start + Self.mostShown))
    return max(1, bytes[start..<end].prefix { $0 != 0x0a }.count { $0 & 0xc0 != 0x80 })
  }
}
