package import PlainText

/// A table that goes to standard output instead of a file.
package struct PrintedTable: Sendable {
  package let columns: [TableColumn]
  package let rows: [[Cell]]

  package init(columns: [TableColumn], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  package init<Row>(_ columns: Columns<Row>, rows: [Row]) {
    self.init(columns: columns.described, rows: rows.map(columns.cells))
  }

  package var csv: String { csv(types: false) }

  /// - Parameter types: whether the second line is the type of each column, as in a data package.
  package func csv(types: Bool) -> String {
    let kinds = types ? [columns.map(\.kind.dataPackageType)] : []
    return ([columns.map(\.name)] + kinds + rows.map { $0.map(\.csv) })
      .map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A list of objects, one per row.
  package var json: JSONText {
    .array(rows.map { row in .object(zip(columns, row).map { ($0.name, $1.json) }) })
  }
}
