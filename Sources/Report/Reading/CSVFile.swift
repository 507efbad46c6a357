import DurableFiles

/// A CSV table of a results folder, read strictly: RFC 4180, one header line, every row as wide
/// as the header, a line feed at the very end.
struct CSVFile {
  let path: String
  let header: [String]
  private let bytes: [UInt8]
  private let firstRow: Int

  /// - Throws: `ReportError` if the file cannot be read or has no header.
  init(path: String) throws(ReportError) {
    self.path = path
    do throws(DurableFileError) { bytes = try ReadableFile.bytes(of: path, .found) } catch {
      throw .file(error)
    }
    guard bytes.last == UInt8(ascii: "\n") else {
      throw .damaged(file: path, problem: "its last line does not end")
    }
    var scanner = RowScanner(at: 0)
    header = try bytes.withUnsafeBufferPointer { (raw) throws(ReportError) in
      try scanner.nextRow(in: raw, path: path).map { Self.text($0, raw) }
    }
    firstRow = scanner.position
  }

  /// Whether anything has the name; what is no file is refused when it is read.
  static func exists(_ path: String) -> Bool { entryExists(path) }

  /// Hands over the cells of some columns, row by row, as they stand in the file.
  ///
  /// - Throws: `ReportError` if a column is not there, or a row is not as wide as the header.
  func forEachRow(_ columns: [String], _ body: ([String]) throws(ReportError) -> Void)
    throws(ReportError)
  {
    var places: [Int] = []
    for name in columns {
      guard let place = header.firstIndex(of: name) else {
        throw .damaged(file: path, problem: "the column \(name) is not there")
      }
      places.append(place)
    }
    var scanner = RowScanner(at: firstRow)
    try bytes.withUnsafeBufferPointer { (raw) throws(ReportError) in
      while scanner.position < raw.count {
        let fields = try scanner.nextRow(in: raw, path: path)
        guard fields.count == header.count else {
          throw .damaged(
            file: path,
            problem: "line \(scanner.line) has \(fields.count) cells, the header \(header.count)")
        }
        try body(places.map { Self.text(fields[$0], raw) })
      }
    }
  }

  /// All rows of some columns, for small tables.
  func rows(_ columns: [String]) throws(ReportError) -> [[String]] {
    var rows: [[String]] = []
    try forEachRow(columns) { rows.append($0) }
    return rows
  }

  private static func text(_ field: RowScanner.Field, _ raw: UnsafeBufferPointer<UInt8>) -> String {
    let text = String(decoding: raw[field.range], as: UTF8.self)
    return field.isQuoted ? text.replacing("\"\"", with: "\"") : text
  }
}

/// Finds the cells of one row after another.
private struct RowScanner {
  struct Field {
    var range: Range<Int>
    var isQuoted: Bool
  }

  private(set) var position: Int
  /// Number of the row read last, where the header is row 1.
  private(set) var line = 1

  init(at position: Int) {
    self.position = position
    line = position == 0 ? 0 : 1
  }

  mutating func nextRow(in raw: UnsafeBufferPointer<UInt8>, path: String) throws(ReportError)
    -> [Field]
  {
    line += 1
    var fields: [Field] = []
    while true {
      let isQuoted = raw[position] == UInt8(ascii: "\"")
      let range = isQuoted ? try quoted(in: raw, path: path) : plain(in: raw)
      fields.append(Field(range: range, isQuoted: isQuoted))
      guard position < raw.count, isSeparator(raw[position]) else {
        throw .damaged(file: path, problem: "line \(line) has text after a quoted cell")
      }
      position += 1
      if raw[position - 1] == UInt8(ascii: "\n") { return fields }
      if position == raw.count {
        throw .damaged(file: path, problem: "line \(line) does not end")
      }
    }
  }

  private mutating func plain(in raw: UnsafeBufferPointer<UInt8>) -> Range<Int> {
    let start = position
    while position < raw.count, raw[position] != UInt8(ascii: ","),
      raw[position] != UInt8(ascii: "\n")
    { position += 1 }
    return start..<position
  }

  private func isSeparator(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: ",") || byte == UInt8(ascii: "\n")
  }

  /// The cell between its quotes; a doubled quote inside stands for one.
  private mutating func quoted(in raw: UnsafeBufferPointer<UInt8>, path: String) throws(ReportError)
    -> Range<Int>
  {
    position += 1
    let start = position
    while position < raw.count {
      if raw[position] == UInt8(ascii: "\"") {
        guard position + 1 < raw.count, raw[position + 1] == UInt8(ascii: "\"") else {
          position += 1
          return start..<(position - 1)
        }
        position += 1
      }
      position += 1
    }
    throw .damaged(file: path, problem: "line \(line) has a quote that is never closed")
  }
}

/// The number in a cell, if it is one: neither infinite nor "nan".
func finite(_ cell: String) -> Double? { Double(cell).flatMap { $0.isFinite ? $0 : nil } }

/// The count in a cell; nil for what is none, or is beyond all that can be run and counted.
func wholeCount(_ cell: String) -> Int? {
  Int(cell).flatMap { (0...1_000_000_000_000).contains($0) ? $0 : nil }
}
