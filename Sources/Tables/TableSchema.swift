/// A table of the results folder: its file, its columns, and which of them name a row.
package struct TableSchema: Hashable, Sendable {
  /// Without the ending: `runs` is written to `runs.csv`.
  package var name: String
  /// What one row is.
  package var row: String
  package var columns: [TableColumn]
  /// Columns that together name a row.
  package var key: [String]
  /// Whether `point` refers to `points.csv`.
  package var refersToPoints: Bool
  /// Whether two executions of a study write the same bytes; false for processor times.
  package var isReproducible: Bool

  package init(
    name: String, row: String, columns: [TableColumn], key: [String], refersToPoints: Bool = true,
    isReproducible: Bool = true
  ) {
    self.name = name
    self.row = row
    self.columns = columns
    self.key = key
    self.refersToPoints = refersToPoints
    self.isReproducible = isReproducible
  }
}
