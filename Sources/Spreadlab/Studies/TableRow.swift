import PlainText
import Tables

/// A row of a table as it stands there, by its columns.
public struct TableRow: Hashable, Sendable {
  /// In the order of the table.
  public let columns: [String]
  /// As many as columns; empty where a cell is.
  public let cells: [String]

  /// The text of a column; nil where the table has none of that name.
  public subscript(column: String) -> String? {
    columns.firstIndex(of: column).map { cells[$0] }
  }

  /// The number in a column; nil where the cell is empty or no number, or the table has no such column.
  public func number(_ column: String) -> Double? { self[column].flatMap { Double($0) } }

  /// The cells between two columns, by their names.
  func cells(after first: String, before last: String?) -> [String: String] {
    let start = columns.firstIndex(of: first).map { $0 + 1 } ?? columns.count
    let end = last.flatMap { columns.firstIndex(of: $0) } ?? columns.count
    guard start < end else { return [:] }
    return Dictionary(uniqueKeysWithValues: zip(columns[start..<end], cells[start..<end]))
  }
}

extension TableRow {
  /// The whole number in a column that every row has.
  ///
  /// - Parameter file: the table's, for the error.
  /// - Throws: `WordedError` where the table has no such column.
  func whole(_ column: String, in file: String) throws -> Int {
    guard let value = self[column].flatMap({ Int($0) }) else {
      throw Failure.damaged(file, "a row has no whole number in the column \(column)")
    }
    return value
  }
}

extension Results {
  /// - Parameter file: such as `runs.csv`; with or without the ending.
  func rows<Row>(
    of file: String, _ make: (TableRow, _ file: String) throws -> Row
  ) throws(SpreadlabError) -> [Row] {
    do {
      try expectFinishedTables(in: folder)
      let tables = try FolderTables(in: folder)
      let name = file.prefix { $0 != "." }
      guard let table = tables[String(name)] else {
        throw Failure(
          .unknownValue, file: folder,
          "\(folder) has no table \(name); it has \(tables.all.map(\.schema.name).joined(separator: ", "))"
        )
      }
      var rows: [Row] = []
      try table.forEachRow(table.columns) {
        rows.append(try make(TableRow(columns: $0.columns, cells: $0.cells), table.path))
      }
      return rows
    } catch { throw SpreadlabError(error) }
  }
}
