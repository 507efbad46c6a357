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
      let point = pass.fields
      let isReal = pass.responses.responses.map { !$0.isWhole }
      let finished = StopReason.allCases.map {
        ($0, PreparedFields([.text("ok"), .text($0.rawValue)]))
      }
      let failed = PreparedFields(
        [.text("failed")] + [Cell](repeating: .text(""), count: 1 + isReal.count))
      return { runs in
        runs.visit { replicate, row in
          table.write(point)
          table.write(replicate)
          if let row, let (_, fields) = finished.first(where: { $0.0 == runs.stopReasons[row] }) {
            table.write(fields)
            for (place, isReal) in isReal.enumerated() {
              let value = runs.responses[place][row]
              if isReal { table.write(value) } else { table.write(value.map { Int($0) }) }
            }
          } else {
            table.write(failed)
          }
          table.endRow()
        }
      }
    })
}
