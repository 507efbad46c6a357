import PlainText
import SpreadModel
import Tables

/// A row of `thresholds.csv`, and the points that the search placed.
struct ThresholdFacts: TableRow {
  static let columns = [
    "factor", "response", "target", "estimate", "ci_low", "ci_high", "runs", "message",
  ]
  let factor: ModelKey
  let points: [PointFacts]
  let row: CSVRow

  /// The searches in the order of the table; none where the design is another.
  static func read(_ folder: ReportedFolder) throws -> [ThresholdFacts] {
    guard let table = folder.tables["thresholds"] else { return [] }
    let keys = table.schema.columns.parameters
    return try table.rows(keys.map(\.name) + columns).compactMap { row in
      keys.first { $0.name == row["factor"] }.map { factor in
        ThresholdFacts(
          factor: factor,
          points: folder.points.points.filter { $0.lies(in: row, of: keys, apartFrom: factor) },
          row: row)
      }
    }
  }
}
