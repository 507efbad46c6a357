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
        table.write(result.point.fields(results.parameters))
        table.write(result.found)
        table.write(result.converged.map { $0 ? 1 : 0 })
        table.endRow()
      }
      return []
    })
}
