/// A row of a table: its cells as they stand in the file, by the names of their columns.
package struct CSVRow: Hashable, Sendable {
  package let columns: [String]
  package var cells: [String]

  package init(columns: [String], cells: [String]) {
    self.columns = columns
    self.cells = cells
  }

  /// - Parameter column: one of `columns`.
  package subscript(column: String) -> String {
    guard let place = columns.firstIndex(of: column) else {
      preconditionFailure("the column \(column) was not read")
    }
    return cells[place]
  }

  package func texts(_ columns: [String]) -> [String] { columns.map { self[$0] } }

  /// The number in a cell; nil where it is empty or endless.
  package func number(_ column: String) -> Double? { finite(self[column]) }

  /// The whole number in a cell; nil where it is empty.
  package func whole(_ column: String) -> Int? { Int(self[column]) }

  /// The count in a cell; nil for what is none, or is beyond all that can be run and counted.
  package func count(_ column: String) -> Int? {
    whole(column).flatMap { (0...1_000_000_000_000).contains($0) ? $0 : nil }
  }
}

/// The number in a cell, if it is one: neither infinite nor "nan".
package func finite(_ cell: String) -> Double? {
  Double(cell).flatMap { $0.isFinite ? $0 : nil }
}
