internal import Glibc

/// Reads a CSV file row by row, in memory that does not grow with the file: a header, then rows as
/// wide as the header (RFC 4180).
///
/// Not `Sendable`: one owner.
package final class CSVReader {
  package enum Dialect: Sendable {
    /// As this program writes it: commas, LF, a line feed at the very end.
    case own
    /// Of any origin: `,`, `;` or tab as the separator (the one that is most frequent in the
    /// header), LF or CRLF; a byte order mark and empty lines are skipped.
    case any
  }

  /// What is wrong with a table: a file of ours is damaged, one of the user's is no table.
  package struct Problem: WordedError, Hashable {
    package let code: ErrorCode
    package let file: CallerText?
    /// From 1.
    package let line: Int
    package let words: String

    package var message: CallerText { "\(file.map { "\($0): " } ?? "")line \(line): \(words)" }
  }

  /// The names in the header.
  package private(set) var columns: [String] = []
  /// The line of the file in which the last row begins, from 1.
  package private(set) var rowLine = 1

  /// More bytes of one field are a quote that does not end, or no table.
  private static let longestField = 1 << 24

  private let source: (UnsafeMutableRawBufferPointer) throws -> Int
  private let dialect: Dialect
  /// For messages, where the rows come from a file.
  private let file: CallerText?
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity = 1 << 18
  /// The buffer holds bytes 0..<end, of which those before `at` were read and those from `start`
  /// on belong to the field being read.
  private var (start, at, end) = (0, 0, 0)
  private var line = 1
  private var separator = UInt8(ascii: ",")
  /// A quoted field without its doubled quotes.
  private var unquoted: [UInt8] = []

  package convenience init(_ bytes: [UInt8], _ dialect: Dialect) throws {
    var rest = bytes[...]
    try self.init(dialect) { room in
      let piece = rest.prefix(room.count)
      rest = rest.dropFirst(piece.count)
      room.copyBytes(from: piece)
      return piece.count
    }
  }

  /// - Parameters:
  ///   - file: its path, for messages.
  ///   - source: fills the buffer with the next bytes and returns their number; fewer than there is
  ///     room for at the end.
  /// - Throws: what `source` throws; `Problem` where the header is none or names two columns alike.
  package init(
    _ dialect: Dialect, file: String? = nil,
    _ source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    self.source = source
    self.file = file.map { CallerText($0) }
    self.dialect = dialect
    buffer = .allocate(capacity: capacity)
    if dialect == .any { try prepare() }
    var header: [String] = []
    let width = try readRow(upTo: .max) { _, text in
      header.append(String(decoding: text, as: UTF8.self))
    }
    guard width != nil else {
      throw problem(line: 1, "the file is empty; line 1 holds the names of the columns")
    }
    try expectDistinct(header)
    columns = header
  }

  deinit { buffer.deallocate() }

  /// The index of a column; nil if there is none of that name.
  package func place(of column: String) -> Int? {
    column.isEmpty ? nil : columns.firstIndex(of: column)
  }

  /// Hands over the next row's fields, each gone when `body` returns.
  ///
  /// - Returns: false at the end of the file.
  /// - Throws: what the source throws; `Problem` where a row is not as wide as the header (its fields
  ///   were handed over before that is seen), and for text that is no CSV.
  package func nextRow(
    _ body: (_ column: Int, _ text: UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws -> Bool {
    if dialect == .any, columns.count > 1 {
      while try isAtEmptyLine() {
        at += buffer[at] == carriageReturn ? 2 : 1
        line += 1
      }
    }
    guard let count = try readRow(upTo: columns.count, body) else { return false }
    guard count == columns.count else {
      throw problem(line: rowLine, "\(count) fields, but the header has \(columns.count) columns")
    }
    return true
  }

  /// Which of two columns of one name is meant, nobody can know. Columns without a name may be
  /// many, as spreadsheets leave them; they cannot be asked for.
  private func expectDistinct(_ header: [String]) throws {
    var places: [String: Int] = [:]
    for (place, name) in header.enumerated() where !name.isEmpty {
      if let first = places.updateValue(place, forKey: name) {
        throw problem(
          line: 1,
          "columns \(first + 1) and \(place + 1) are both named \"\(name)\"; rename one")
      }
    }
  }

  /// Skips a byte order mark and finds the separator; refuses what is not UTF-8 by its first bytes.
  private func prepare() throws {
    var seen = 0
    while !(seen..<end).contains(where: { buffer[$0] == lineFeed }) {
      seen = end
      guard try fill() else { break }
    }
    // Its byte order mark, or the zero byte beside its first letter.
    if end >= 2,
      buffer[0] == 0xFF && buffer[1] == 0xFE || buffer[0] == 0xFE && buffer[1] == 0xFF
        || (buffer[0] == 0) != (buffer[1] == 0)
    {
      throw problem(line: 1, "the file is UTF-16; save it as UTF-8 (in Excel: CSV UTF-8)")
    }
    if end >= 3, buffer[0] == 0xEF, buffer[1] == 0xBB, buffer[2] == 0xBF { (start, at) = (3, 3) }
    let header = UnsafeBufferPointer(start: buffer + at, count: end - at)
      .prefix { $0 != lineFeed }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = candidates.map { candidate in header.count { $0 == candidate } }
    let best = counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0
    separator = candidates[best]
  }

  private func isAtEmptyLine() throws -> Bool {
    start = at
    while end - at < 2, try fill() {}
    guard at < end else { return false }
    return buffer[at] == lineFeed
      || end - at > 1 && buffer[at] == carriageReturn && buffer[at + 1] == lineFeed
  }

  /// - Parameter width: most fields that are handed over.
  /// - Returns: the number of fields; nil at the end of the file.
  private func readRow(
    upTo width: Int, _ body: (Int, UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws -> Int? {
    start = at
    guard try hasByte() else { return nil }
    rowLine = line
    var count = 0
    while true {
      start = at
      if try hasByte(), buffer[at] == quote {
        try readQuoted()
        if count < width { try unquoted.withUnsafeBufferPointer { try body(count, $0) } }
      } else {
        while try hasByte(), buffer[at] != separator, buffer[at] != lineFeed { at += 1 }
        var length = at - start
        if dialect == .any, length > 0, buffer[at - 1] == carriageReturn { length -= 1 }
        if count < width {
          try body(count, UnsafeBufferPointer(start: buffer + start, count: length))
        }
      }
      count += 1
      guard try hasByte() else {
        if dialect == .own { throw problem(line: line, "the line does not end") }
        return count
      }
      at += 1
      if buffer[at - 1] == separator { continue }
      line += 1
      return count
    }
  }

  /// Reads a quoted field to `unquoted`; stops before a separator, a line feed or the end.
  private func readQuoted() throws {
    unquoted.removeAll(keepingCapacity: true)
    let first = line
    at += 1
    while try hasByte() {
      start = at  // what was read before is in `unquoted`
      if buffer[at] == quote {
        at += 1
        guard try hasByte(), buffer[at] == quote else {
          if dialect == .any, try hasByte(), buffer[at] == carriageReturn { at += 1 }
          guard try !hasByte() || buffer[at] == separator || buffer[at] == lineFeed else {
            throw problem(line: line, "text after a closing quote")
          }
          return
        }
      }
      if buffer[at] == lineFeed { line += 1 }
      guard unquoted.count < Self.longestField else { throw tooLong }
      unquoted.append(buffer[at])
      at += 1
    }
    throw problem(line: first, "a quote that does not end")
  }

  /// Whether there is a byte at `at`, reading on where the buffer ends.
  @inline(__always)
  private func hasByte() throws -> Bool {
    if at < end { return true }
    return try fill()
  }

  private func problem(line: Int, _ words: String) -> Problem {
    Problem(code: dialect == .own ? .damaged : .badTable, file: file, line: line, words: words)
  }

  private var tooLong: Problem {
    problem(line: rowLine, "a field of more than \(Self.longestField >> 20) MiB")
  }

  /// Makes room behind what is still needed, and fills it.
  private func fill() throws -> Bool {
    if start > 0 {
      memmove(buffer, buffer + start, end - start)
      (start, at, end) = (0, at - start, end - start)
    }
    if end == capacity {
      guard capacity < Self.longestField else { throw tooLong }
      let wider = UnsafeMutablePointer<UInt8>.allocate(capacity: 2 * capacity)
      wider.update(from: buffer, count: end)
      buffer.deallocate()
      buffer = wider
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
