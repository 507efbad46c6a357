import PlainText

/// A line of an edge file taken apart into its columns.
struct EdgeLine {
  /// What stands between columns; the first line of a file that is no comment says it.
  enum Separator {
    case comma, tab, blanks

    init(firstLine line: UnsafeBufferPointer<UInt8>) {
      self =
        line.contains(UInt8(ascii: ",")) ? .comma : line.contains(0x09) ? .tab : .blanks
    }

    var words: String {
      switch self {
      case .comma: "commas"
      case .tab: "tabs"
      case .blanks: "blanks"
      }
    }
  }

  struct Column {
    /// Bytes of the line; of a quoted column what is between the quotes.
    var start: Int
    var end: Int
    /// Whether quotes within it are doubled.
    var hasQuotes = false
  }

  /// What no line may be.
  struct Fault: Error {
    /// Byte of the line.
    var place: Int
    var problem: String
  }

  let separator: Separator
  private(set) var columns: [Column] = []

  init(_ separator: Separator) { self.separator = separator }

  /// Takes the next line apart.
  mutating func split(_ line: UnsafeBufferPointer<UInt8>) throws(Fault) {
    columns.removeAll(keepingCapacity: true)
    var place = 0
    if separator == .blanks { skipBlanks(&place, line) }
    while true {
      if separator != .blanks { skipBlanks(&place, line) }
      let column = try column(&place, line)
      columns.append(column)
      if separator == .blanks {
        skipBlanks(&place, line)
        if place >= line.count { return }
      } else {
        guard place < line.count else { return }
        place += 1  // the separator; an empty column may follow it
      }
    }
  }

  /// The text of a column.
  func text(_ column: Column, of line: UnsafeBufferPointer<UInt8>) -> [UInt8] {
    let bytes = line[column.start..<column.end]
    guard column.hasQuotes else { return Array(bytes) }
    var text: [UInt8] = []
    var isSecond = false
    for byte in bytes {
      if byte == UInt8(ascii: "\""), !isSecond {
        isSecond = true
        continue
      }
      isSecond = false
      text.append(byte)
    }
    return text
  }

  private func skipBlanks(_ place: inout Int, _ line: UnsafeBufferPointer<UInt8>) {
    while place < line.count, line[place] == UInt8(ascii: " ") { place += 1 }
  }

  /// The column that begins at `place`, which moves to the separator behind it or the line's end.
  private func column(
    _ place: inout Int, _ line: UnsafeBufferPointer<UInt8>
  ) throws(Fault) -> Column {
    if place < line.count, line[place] == UInt8(ascii: "\"") { return try quoted(&place, line) }
    let start = place
    while place < line.count, !separates(line[place]) {
      // Labels may have blanks, but no sign that separates columns elsewhere.
      if line[place] == UInt8(ascii: ",") || line[place] == 0x09 {
        throw Fault(
          place: place,
          problem: (line[place] == 0x09 ? "a tab" : "a comma")
            + " in a line whose columns are separated by \(separator.words); separate all lines in "
            + "the same way, or put the text in quotes")
      }
      place += 1
    }
    var end = place
    while end > start, line[end - 1] == UInt8(ascii: " ") { end -= 1 }
    return Column(start: start, end: end)
  }

  private func separates(_ byte: UInt8) -> Bool {
    switch separator {
    case .comma: byte == UInt8(ascii: ",")
    case .tab: byte == 0x09
    case .blanks: byte == UInt8(ascii: " ")
    }
  }

  private func quoted(
    _ place: inout Int, _ line: UnsafeBufferPointer<UInt8>
  ) throws(Fault) -> Column {
    let quote = UInt8(ascii: "\"")
    let first = place
    var column = Column(start: first + 1, end: first + 1)
    place += 1
    while true {
      guard place < line.count else {
        throw Fault(place: first, problem: "the quotes are not closed on their line")
      }
      if line[place] == quote {
        guard place + 1 < line.count, line[place + 1] == quote else { break }
        column.hasQuotes = true
        place += 1
      }
      place += 1
    }
    column.end = place
    place += 1
    skipBlanks(&place, line)
    let isSeparated =
      place >= line.count || separates(line[place])
      || separator == .blanks && line[place - 1] == UInt8(ascii: " ")
    guard isSeparated else {
      throw Fault(place: place, problem: "there is text after the closing quote; separate it")
    }
    return column
  }
}
