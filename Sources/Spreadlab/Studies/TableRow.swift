import Report

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

extension Results {
  func rows(of table: String) throws(SpreadlabError) -> [TableRow] {
    do {
      try expectFinishedTables(in: folder)
      return try CSVFile(path: "\(folder)/\(table)").rows()
        .map { TableRow(columns: $0.columns, cells: $0.cells) }
    } catch { throw SpreadlabError(error) }
  }
}
