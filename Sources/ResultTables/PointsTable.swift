import DurableFiles
import SpreadModel
import StudyFiles

extension TableSchema {
  package static let points = TableSchema(
    name: "points", row: "one point: a full set of parameter values",
    columns: [.point] + TableColumn.parameters + [
      TableColumn("replicates", .integer, unit: "runs", "replicates that count", minimum: 0),
      TableColumn(
        "converged", .flag,
        "whether every precision target was met; empty if the number of replicates was fixed",
        required: false),
    ],
    key: ["point"], refersToPoints: false)
}

extension ResultTable {
  static let points = ResultTable(
    schema: .points, columns: { _ in .points },
    rows: .ofStudy { results, table in
      for result in results.points {
        table.write(result.point.preparedFields)
        table.write(result.found)
        table.write(result.converged.map { $0 ? 1 : 0 })
        table.endRow()
      }
      return []
    })
}

extension Point {
  /// The values of all parameters as they stand in tables, in the order of `ModelKey.factors`.
  var parameterTexts: [String] {
    ModelKey.factors.map { level(of: $0).description }
  }

  /// `point` and the parameters, as they begin a row of most tables.
  var preparedFields: PreparedFields { PreparedFields([String(number)] + parameterTexts) }
}

extension ModelKey {
  /// Its place among the parameters' columns.
  var place: Int { Self.factors.firstIndex(of: self) ?? 0 }
}
