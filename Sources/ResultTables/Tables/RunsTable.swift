import DurableFiles
import RunStore
import SpreadModel
import StudyFiles
package import Tables

extension TableSchema {
  package static let runs = TableSchema(
    name: "runs", row: "one run: a point and a replicate",
    columns: [.point] + TableColumn.parameters + [
      .replicate,
      TableColumn("status", .string, "whether the run finished", allowed: ["ok", "failed"]),
      TableColumn(
        "stop_reason", .string, "why the run ended; empty if it failed", required: false,
        allowed: StopReason.allCases.map(\.rawValue)),
    ],
    key: ["point", "replicate"])

  /// With a column for each response of the runs.
  fileprivate static func runs(of responses: ResponseList) -> TableSchema {
    var schema = runs
    schema.columns += responses.responses.map(TableColumn.init)
    return schema
  }
}

extension ResultTable {
  static let runs = ResultTable(
    schema: .runs, columns: { .runs(of: $0.responses) },
    wholeSchema: .runs(of: ResponseList(Response.allCases)),
    rows: .ofRuns(.runs) { pass, table in
      let areReal = pass.responses.responses.map { !$0.isWhole }
      let failed = PreparedFields(
        [.text("failed")] + [Cell](repeating: .text(""), count: 1 + areReal.count))
      return { runs in
        withUnsafeTemporaryAllocation(of: Double.self, capacity: areReal.count) { cells in
          runs.visit { replicate, row in
            table.write(pass.fields)
            table.write(replicate)
            if let row {
              table.write("ok")
              table.write(runs.stopReasons[row].rawValue)
              runs.copy(row: row, to: cells)
              table.write(UnsafeBufferPointer(cells), areReal: areReal)
            } else {
              table.write(failed)
            }
            table.endRow()
          }
        }
      }
    })
}
