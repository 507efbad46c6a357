/// A CSV file of any origin, in memory: a header and rows of texts.
///
/// RFC 4180 with some kindness: LF or CRLF, a byte order mark is skipped, `,`, `;` or tab as the
/// separator (the one that is most frequent in the header).
package struct CSVTable: Sendable {
  package struct Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// From 1.
    package var line: Int
    package var message: String
    package var description: String { "line \(line): \(message)" }
  }

  package let columns: [String]
  /// As many texts per row as columns.
  package let rows: [[String]]
  /// The line of the file in which each row begins, from 1.
  package let lines: [Int]

  /// - Throws: `Problem` for a header that names two columns alike, at the first row that does not
  ///   fit the header, or an open quote.
  package init(_ bytes: [UInt8]) throws(Problem) {
    var parser = CSVParser(bytes)
    guard let header = try parser.nextRow() else {
      throw Problem(line: 1, message: "the file is empty; line 1 holds the names of the columns")
    }
    try Self.expectDistinct(header)
    var rows: [[String]] = []
    var lines: [Int] = []
    while let row = try parser.nextRow() {
      if row == [""] && header.count > 1 { continue }  // an empty line
      guard row.count == header.count else {
        throw Problem(
          line: parser.rowLine,
          message: "\(row.count) fields, but the header has \(header.count) columns")
      }
      rows.append(row)
      lines.append(parser.rowLine)
    }
    columns = header
    self.rows = rows
    self.lines = lines
  }

  /// Which of two columns of one name is meant, nobody can know. Columns without a name may be
  /// many, as spreadsheets leave them; they cannot be asked for.
  private static func expectDistinct(_ header: [String]) throws(Problem) {
    var places: [String: Int] = [:]
    for (place, name) in header.enumerated() where !name.isEmpty {
      if let first = places.updateValue(place, forKey: name) {
        throw Problem(
          line: 1,
          message: "columns \(first + 1) and \(place + 1) are both named \"\(name)\"; rename one")
      }
    }
  }

  /// The place of a column; nil if there is none of that name.
  package func place(of column: String) -> Int? {
    column.isEmpty ? nil : columns.firstIndex(of: column)
  }
}

private struct CSVParser {
  private let bytes: [UInt8]
  private var at = 0
  private var line = 1
  private(set) var rowLine = 1
  private let separator: UInt8

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { at = 3 }
    let header = bytes.dropFirst(at).prefix { $0 != UInt8(ascii: "\n") }
    let candidates = [UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "\t")]
    let counts = candidates.map { candidate in header.count { $0 == candidate } }
    let best = counts.indices.max { (counts[$0], -$0) < (counts[$1], -$1) } ?? 0
    separator = candidates[best]
  }

  /// nil at the end of the file.
  mutating func nextRow() throws(CSVTable.Problem) -> [String]? {
    guard at < bytes.count else { return nil }
    rowLine = line
    var row: [String] = []
    while true {
      row.append(try nextField())
      guard at < bytes.count else { return row }
      let byte = bytes[at]
      at += 1
      if byte == separator { continue }
      line += 1
      return row
    }
  }

  /// Stops before a separator, a line feed or the end.
  private mutating func nextField() throws(CSVTable.Problem) -> String {
    var text: [UInt8] = []
    guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
      while at < bytes.count, bytes[at] != separator, bytes[at] != UInt8(ascii: "\n") {
        text.append(bytes[at])
        at += 1
      }
      if text.last == UInt8(ascii: "\r") { text.removeLast() }
      return String(decoding: text, as: UTF8.self)
    }
    let start = line
    at += 1
    while at < bytes.count {
      if bytes[at] == UInt8(ascii: "\"") {
        at += 1
        guard at < bytes.count, bytes[at] == UInt8(ascii: "\"") else {
          if at < bytes.count, bytes[at] == UInt8(ascii: "\r") { at += 1 }
          guard at == bytes.count || bytes[at] == separator || bytes[at] == UInt8(ascii: "\n")
          else { throw CSVTable.Problem(line: line, message: "text after a closing quote") }
          return String(decoding: text, as: UTF8.self)
        }
      }
      if bytes[at] == UInt8(ascii: "\n") { line += 1 }
      text.append(bytes[at])
      at += 1
    }
    throw CSVTable.Problem(line: start, message: "a quote that does not end")
  }
}
