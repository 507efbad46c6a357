internal import Glibc

/// Takes tables of text apart into records and fields, in memory that does not grow with the file: the one
/// reader of CSV (RFC 4180) and its relatives.
///
/// Source: docs/files-we-read.md. Not `Sendable`: one owner.
package final class CSVRecords {
  package enum Dialect: Sendable {
    /// As this program writes tables: UTF-8, commas, LF, a line feed at the very end.
    case own
    /// Of any origin: UTF-8 or UTF-16; `,`, `;` or tab between fields, the one that is most frequent in
    /// the first line, or as Excel's line `sep=;` says; LF, CRLF or CR. Blanks around fields, empty
    /// lines and rows without any value are left out.
    case any
    /// A list of edges: as `any`; where the first line has none of these separators, blanks separate.
    /// A third or later field that begins with a brace goes on to the end of the line, as networkx
    /// writes attributes.
    case edges
  }

  /// What stands between fields.
  package enum Separator: UInt8, Sendable {
    case comma = 0x2c
    case semicolon = 0x3b
    case tab = 0x09
    /// One or several.
    case blanks = 0x20

    package var words: String {
      switch self {
      case .comma: "commas"
      case .semicolon: "semicolons"
      case .tab: "tabs"
      case .blanks: "blanks"
      }
    }
  }

  package struct Field: Sendable {
    /// Bytes of the record; of a quoted field what is between the quotes.
    fileprivate(set) package var bytes: Range<Int>
    fileprivate(set) package var isQuoted = false
    /// If quotes within it are doubled: how many bytes it has without, in `unquoted` from the same place on.
    fileprivate var count: Int?
  }

  /// Where something stands in the file, for messages.
  package struct Place: Hashable, Sendable {
    /// From 1.
    package var line: Int
    /// From 1, in Unicode characters.
    package var column: Int
    /// Characters that are meant.
    package var width: Int
    /// The line, or its beginning.
    package var text: String

    package init(line: Int, column: Int, width: Int, text: String) {
      (self.line, self.column, self.width, self.text) = (line, column, width, text)
    }
  }

  /// What is wrong with a table: a file of ours is damaged, one of the user's is no table.
  package struct Problem: WordedError, Hashable {
    package let code: ErrorCode
    package let file: CallerText?
    package let place: Place
    package let words: String

    package var line: Int { place.line }
    package var message: CallerText { "\(file.map { "\($0): " } ?? "")line \(line): \(words)" }
  }

  /// More bytes of one row are a quote that does not end, or no table.
  package static let longestRow = 1 << 24

  /// Of the last record.
  package private(set) var fields: [Field] = []
  /// In which the last record begins, from 1.
  package private(set) var recordLine = 1
  /// Rows without any value that were left out.
  package private(set) var emptyRows = 0
  /// Known once the first record was read.
  package private(set) var separator: Separator?
  /// Whether an empty line is a record: a missing value, where there is one column.
  package var keepsEmptyLines = false
  /// Sees each line that begins with `#` or `%`, and says whether to leave it out; nil: none is.
  package var comment: ((_ line: UnsafeBufferPointer<UInt8>, _ number: Int) throws -> Bool)?

  private var source: (UnsafeMutableRawBufferPointer) throws -> Int
  private let dialect: Dialect
  private let file: CallerText?
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 18
  /// The buffer holds bytes 0..<end, of which those before `at` were read and those from `start` on
  /// belong to the record.
  private var (start, at, end) = (0, 0, 0)
  private var line = 1
  /// As large as the buffer; nil until the first field with doubled quotes.
  private var unquoted: UnsafeMutablePointer<UInt8>?

  /// - Parameters:
  ///   - file: its path, for messages.
  ///   - source: fills the buffer with the next bytes and returns their number; 0 at the end.
  /// - Throws: what `source` throws; `Problem` where the file begins as no table does.
  package init(
    _ dialect: Dialect, file: String? = nil,
    _ source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    self.source = source
    self.file = file.map { CallerText($0) }
    self.dialect = dialect
    buffer = .allocate(capacity: capacity)
    if dialect == .own { separator = .comma } else { try prepare() }
  }

  deinit {
    buffer.deallocate()
    unquoted?.deallocate()
  }

  /// Reads the next record.
  ///
  /// - Returns: false at the end of the file.
  /// - Throws: what the source throws; `Problem` for text that is no CSV.
  package func next() throws -> Bool {
    while true {
      start = at
      guard try hasByte() else { return false }
      recordLine = line
      if let comment, [UInt8(ascii: "#"), UInt8(ascii: "%")].contains(buffer[at]) {
        let text = try currentLine()
        if try comment(text, line) {
          at = start + text.count
          try endLine()
          continue
        }
      }
      if separator == nil, try !findSeparator() { continue }
      try readFields()
      try checkText()
      guard dialect != .own, !fields.contains(where: { $0.isQuoted || !$0.bytes.isEmpty }) else {
        return true
      }
      if fields.count > 1 { emptyRows += 1 } else if keepsEmptyLines { return true }
    }
  }

  /// The bytes of a field of the last record, until the next one is read.
  package func text(_ field: Field) -> UnsafeBufferPointer<UInt8> {
    let first = field.bytes.lowerBound
    if let count = field.count, let unquoted {
      return UnsafeBufferPointer(start: unquoted + first, count: count)
    }
    return UnsafeBufferPointer(start: buffer + start + first, count: field.bytes.count)
  }

  package func string(_ field: Field) -> String { String(decoding: text(field), as: UTF8.self) }

  /// Where a field of the last record stands; nil: its first line.
  package func place(of field: Field? = nil) -> Place {
    guard let field else {
      var place = place(of: 0..<0)
      place.width = max(1, place.text.unicodeScalars.count)
      return place
    }
    return place(of: field.bytes)
  }

  /// A mistake in the last record.
  package func problem(_ words: String, at place: Place) -> Problem {
    Problem(code: dialect == .own ? .damaged : .badTable, file: file, place: place, words: words)
  }

  // MARK: Reading

  private func readFields() throws {
    fields.removeAll(keepingCapacity: true)
    if dialect == .own, readPlainLine() { return }
    let separator = (separator ?? .comma).rawValue
    while true {
      if dialect != .own { try skipBlanks() }
      let first = at - start
      if try hasByte(), buffer[at] == quote {
        fields.append(try quotedField())
      } else if dialect == .edges, fields.count >= 2, try hasByte(), buffer[at] == openingBrace {
        while try hasByte(), !endsLine(buffer[at]) { at += 1 }
        fields.append(Field(bytes: first..<withoutBlanks(first)))
      } else {
        while try hasByte(), buffer[at] != separator, !endsLine(buffer[at]) { at += 1 }
        fields.append(Field(bytes: first..<withoutBlanks(first)))
      }
      if separator == blank { try skipBlanks() }
      guard try hasByte() else {
        if dialect == .own { throw problem("the line does not end", at: place()) }
        return
      }
      if endsLine(buffer[at]) { return try endLine() }
      if separator != blank { at += 1 }
    }
  }

  /// Reads a record of our own that has no quote and is in the buffer whole, as nearly all are.
  private func readPlainLine() -> Bool {
    let text = buffer + at
    guard let feed = memchr(text, Int32(lineFeed), end - at) else { return false }
    let count = feed - UnsafeMutableRawPointer(text)
    guard memchr(text, Int32(quote), count) == nil else { return false }
    var first = 0
    for place in 0..<count where text[place] == Separator.comma.rawValue {
      fields.append(Field(bytes: first..<place))
      first = place + 1
    }
    fields.append(Field(bytes: first..<count))
    at += count + 1
    line += 1
    return true
  }

  /// The field whose first quote is at `at`, which moves behind the closing one and blanks.
  private func quotedField() throws -> Field {
    let opening = at - start
    let openingLine = line
    at += 1
    var copied: Int?
    while try hasByte() {
      if buffer[at] == quote {
        let closing = at - start
        at += 1
        if try !hasByte() || buffer[at] != quote {
          try expectSeparator(line: openingLine)
          return Field(bytes: opening + 1..<closing, isQuoted: true, count: copied)
        }
        // A doubled quote: from here on the field is copied.
        if copied == nil {
          copied = closing - opening - 1
          let copy = unquoted ?? .allocate(capacity: capacity)
          unquoted = copy
          (copy + opening + 1).update(
            from: buffer + start + opening + 1, count: closing - opening - 1)
        }
      } else if buffer[at] == lineFeed {
        line += 1
      }
      if let count = copied {
        unquoted?[opening + 1 + count] = buffer[at]
        copied = count + 1
      }
      at += 1
    }
    line = openingLine
    throw problem("a quote that does not end", at: place(of: opening..<opening + 1))
  }

  /// Moves behind the blanks that follow a closing quote.
  ///
  /// - Parameter opening: the line of the opening quote.
  private func expectSeparator(line opening: Int) throws {
    let separator = separator ?? .comma
    let isApart = try separator == .blanks && hasByte() && buffer[at] == blank
    if dialect != .own { try skipBlanks() }
    guard try hasByte(), !endsLine(buffer[at]), buffer[at] != separator.rawValue, !isApart else {
      return
    }
    let isByBlanks = dialect == .any && buffer[at - 1] == blank
    throw problem(
      "text after a closing quote"
        + (opening == line ? "" : " of the field that begins on line \(opening)")
        + (isByBlanks
          ? "; if blanks separate the columns, as R's write.table does by default, write commas, in R "
            + "with write.csv(..., row.names = FALSE)" : ""),
      at: place(of: at - start..<at - start + 1))
  }

  private func endsLine(_ byte: UInt8) -> Bool {
    byte == lineFeed || byte == carriageReturn && dialect != .own
  }

  /// Moves behind the end of the line at `at`, if there is one.
  private func endLine() throws {
    guard try hasByte() else { return }
    let byte = buffer[at]
    at += 1
    line += 1
    if byte == carriageReturn, try hasByte(), buffer[at] == lineFeed { at += 1 }
  }

  private func skipBlanks() throws {
    let takesTabs = separator != .tab && separator != .blanks
    while try hasByte(), buffer[at] == blank || takesTabs && buffer[at] == tab { at += 1 }
  }

  /// The end of the field before `at`, which begins at `first`.
  private func withoutBlanks(_ first: Int) -> Int {
    var last = at - start
    guard dialect != .own else { return last }
    while last > first, [blank, tab].contains(buffer[start + last - 1]) { last -= 1 }
    return last
  }

  // MARK: What a file is

  /// Decodes UTF-16, skips a byte order mark, and refuses what is known to be something else.
  private func prepare() throws {
    while end < 4_096, try fill() {}
    var head = UnsafeBufferPointer(start: buffer, count: end)
    if let isLittleEndian = UTF16Bytes.isLittleEndian(head) {
      let text = UTF16Bytes(Array(head), isLittleEndian: isLittleEndian, source)
      end = 0
      source = { try text.read(into: $0) }
      while end < 4_096, try fill() {}
      head = UnsafeBufferPointer(start: buffer, count: end)
    }
    if let format = KnownFormat(firstBytes: head) {
      throw problem(
        "the file is \(format.words)", at: Place(line: 1, column: 1, width: 1, text: ""))
    }
    if head.starts(with: [0xef, 0xbb, 0xbf]) { (start, at) = (3, 3) }
  }

  /// Looks at the first line; moves behind it where it only names the separator.
  ///
  /// - Returns: whether the line is a record.
  private func findSeparator() throws -> Bool {
    let text = try currentLine()
    let word = Array("sep=".utf8)
    if text.count == 5, text.prefix(4).map({ $0 | 0x20 }) == word.map({ $0 | 0x20 }),
      let named = Separator(rawValue: text[4])
    {
      separator = named
      at = start + text.count
      try endLine()
      return false
    }
    guard text.contains(where: { $0 != blank && $0 != tab }) else { return true }
    var counts: [Separator: Int] = [:]
    var isQuoted = false
    var isBehindSeparator = false
    for byte in text {
      // As networkx writes attributes.
      if dialect == .edges, byte == openingBrace, isBehindSeparator, !isQuoted { break }
      if byte == quote { isQuoted.toggle() }
      let found = Separator(rawValue: byte)
      isBehindSeparator = found != nil
      if !isQuoted, let found { counts[found, default: 0] += 1 }
    }
    let most = [Separator.comma, .semicolon, .tab]
      .reduce((Separator.blanks, 0)) { best, next in
        counts[next, default: 0] > best.1 ? (next, counts[next, default: 0]) : best
      }
    separator = most.0 == .blanks && dialect == .any ? .comma : most.0
    return true
  }

  /// The line from `at` on, without its end.
  private func currentLine() throws -> UnsafeBufferPointer<UInt8> {
    let offset = at - start
    while try hasByte(), !endsLine(buffer[at]) { at += 1 }
    let count = at - start - offset
    at = start + offset
    return UnsafeBufferPointer(start: buffer + at, count: count)
  }

  /// Text is UTF-8 and has no zero bytes.
  private func checkText() throws {
    let bytes = UnsafeBufferPointer(start: buffer + start, count: at - start)
    if bytes.reduce(0, { $0 | $1 }) >= 0x80, let bad = firstMalformedUTF8(Array(bytes)) {
      throw problem(
        "the text is not UTF-8 (the byte 0x\(String(bytes[bad], radix: 16, uppercase: true))); save the "
          + "file as UTF-8, in Excel as CSV UTF-8", at: place(of: bad..<bad + 1))
    }
    guard dialect != .own, let base = bytes.baseAddress,
      let found = memchr(base, 0, bytes.count)
    else { return }
    let zero = found - UnsafeMutableRawPointer(mutating: base)
    throw problem("a zero byte: this is no text file", at: place(of: zero..<zero + 1))
  }

  private func place(of bytes: Range<Int>) -> Place {
    func characters(_ range: Range<Int>) -> Int {
      range.count { buffer[start + $0] & 0xc0 != 0x80 }
    }
    let record = UnsafeBufferPointer(start: buffer + start, count: end - start)
    let before = record[..<min(bytes.lowerBound, record.count)]
    let first = before.lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
    let shown = record[first...].prefix { !endsLine($0) }
    let upper = min(bytes.upperBound, shown.endIndex)
    // More than that no message shows.
    let text = shown.prefix(max(400, bytes.lowerBound - first + 400))
    return Place(
      line: recordLine + before.count { $0 == lineFeed },
      column: 1 + characters(first..<before.endIndex),
      width: max(1, bytes.lowerBound < upper ? characters(bytes.lowerBound..<upper) : 0),
      text: String(decoding: text, as: UTF8.self))
  }

  /// Whether there is a byte at `at`, reading on where the buffer ends.
  @inline(__always)
  private func hasByte() throws -> Bool {
    if at < end { return true }
    return try fill()
  }

  /// Makes room behind what is still needed, and fills it.
  private func fill() throws -> Bool {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      (start, at, end) = (0, at - start, end - start)
    }
    if end == capacity {
      guard capacity < Self.longestRow else {
        throw problem("a row of more than \(Self.longestRow >> 20) MiB", at: place())
      }
      let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
      wider.update(from: buffer, count: end)
      buffer.deallocate()
      buffer = wider
      if let old = unquoted {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
        copy.update(from: old, count: capacity)
        old.deallocate()
        unquoted = copy
      }
      capacity *= 2
    }
    let count = try source(
      UnsafeMutableRawBufferPointer(start: buffer + end, count: capacity - end))
    end += count
    return count > 0
  }
}

private let quote = UInt8(ascii: "\"")
private let lineFeed = UInt8(ascii: "\n")
private let carriageReturn = UInt8(ascii: "\r")
private let blank = UInt8(ascii: " ")
private let tab = UInt8(ascii: "\t")
private let openingBrace = UInt8(ascii: "{")
