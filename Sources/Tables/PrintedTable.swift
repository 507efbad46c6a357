package import PlainText

/// A table that goes to standard output instead of a file.
package struct PrintedTable: Sendable {
  package let columns: [String]
  package let rows: [[Cell]]

  package init(columns: [String], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  package init<Row>(_ columns: Columns<Row>, rows: [Row]) {
    self.init(columns: columns.names, rows: rows.map(columns.cells))
  }

  package var csv: String {
    ([columns] + rows.map { $0.map(\.csv) }).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A list of objects, one per row.
  package var json: JSONText {
    .array(rows.map { row in .object(zip(columns, row).map { ($0, $1.json) }) })
  }
}
