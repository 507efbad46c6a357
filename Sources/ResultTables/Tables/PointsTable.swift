import DurableFiles
import SpreadModel
import StudyFiles
package import Tables

private let pointColumns: Columns<CountedRuns.PointResult> = [
  .whole("replicates", unit: "runs", "replicates that count", minimum: 0) { $0.found },
  .flag(
    "converged",
    "whether every precision target was met; empty if the number of replicates was fixed",
    required: false
  ) { $0.converged },
]

extension TableSchema {
  package static let points = TableSchema(
    name: "points", row: "one point: a full set of parameter values",
    columns: [.point] + TableColumn.parameters + pointColumns.described,
    key: ["point"], refersToPoints: false)
}

extension ResultTable {
  static let points = ResultTable(
    schema: .points, columns: { _ in .points },
    rows: .ofStudy { results, tables in
      for result in results.points {
        tables[.points].writeRow(
          result, pointColumns, after: PreparedFields(result.point.cells(results.parameters)))
      }
      return []
    })
}
