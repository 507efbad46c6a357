/// Reads a CSV file row by row, in memory that does not grow with the file: a header, then rows as
/// wide as the header (RFC 4180).
///
/// Not `Sendable`: one owner.
package final class CSVReader {
  package typealias Problem = CSVRecords.Problem

  /// The names in the header.
  package private(set) var columns: [String] = []
  /// The line of the file in which the last row begins, from 1.
  package var rowLine: Int { records.recordLine }
  /// Rows without any value that were left out.
  package var emptyRows: Int { records.emptyRows }

  private let records: CSVRecords
  /// Whether no row was read yet.
  private var isFirst = true

  package convenience init(_ bytes: [UInt8], _ dialect: CSVRecords.Dialect) throws {
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
  ///   - source: as `CSVRecords.init`.
  /// - Throws: what `source` throws; `Problem` where the header is none or names two columns alike.
  package init(
    _ dialect: CSVRecords.Dialect, file: String? = nil,
    _ source: @escaping (UnsafeMutableRawBufferPointer) throws -> Int
  ) throws {
    records = try CSVRecords(dialect, file: file, source)
    guard try records.next() else {
      throw records.problem(
        "the file is empty; line 1 holds the names of the columns",
        at: CSVRecords.Place(line: 1, column: 1, width: 1, text: ""))
    }
    let header = records.fields.map(records.string)
    try expectDistinct(header)
    columns = header
    records.keepsEmptyLines = header.count == 1
  }

  /// The index of a column; nil if there is none of that name.
  package func place(of column: String) -> Int? {
    column.isEmpty ? nil : columns.firstIndex(of: column)
  }

  /// Whether a field of the last row was in quotes.
  package func isQuoted(_ column: Int) -> Bool { records.fields[column].isQuoted }

  /// Reads the next row.
  ///
  /// - Returns: false at the end of the file.
  /// - Throws: what the source throws; `Problem` where a row is not as wide as the header, and for text
  ///   that is no CSV.
  package func nextRow() throws -> Bool {
    guard try records.next() else { return false }
    let count = records.fields.count
    guard count == columns.count else {
      let isNamed = isFirst && count == columns.count + 1
      throw records.problem(
        "\(count) field\(count == 1 ? "" : "s"), but the header has \(columns.count) columns"
          + (isNamed
            ? "; if the first field is the name of the row, as R writes it, leave it out "
              + "(row.names = FALSE)" : ""),
        at: records.place())
    }
    isFirst = false
    return true
  }

  /// Hands over the next row's fields.
  ///
  /// - Returns, throws: as `nextRow`.
  package func nextRow(
    _ body: (_ column: Int, _ text: UnsafeBufferPointer<UInt8>) throws -> Void
  ) throws -> Bool {
    guard try nextRow() else { return false }
    for column in columns.indices { try body(column, text(column)) }
    return true
  }

  /// A field of the last row, gone with the next one.
  package func text(_ column: Int) -> UnsafeBufferPointer<UInt8> {
    records.text(records.fields[column])
  }

  /// Which of two columns of one name is meant, nobody can know. Columns without a name may be
  /// many, as spreadsheets leave them; they cannot be asked for.
  private func expectDistinct(_ header: [String]) throws {
    var places: [String: Int] = [:]
    for (place, name) in header.enumerated() where !name.isEmpty {
      if let first = places.updateValue(place, forKey: name) {
        throw records.problem(
          "columns \(first + 1) and \(place + 1) are both named \"\(name)\"; rename one",
          at: records.place(of: records.fields[place]))
      }
    }
  }
}
