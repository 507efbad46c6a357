import DurableFiles
import RunStore
import SpreadModel
import StudyFiles

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
  static func runs(of responses: ResponseList) -> TableSchema {
    var schema = runs
    schema.columns += responses.responses.map(TableColumn.init)
    return schema
  }
}

/// The rows of a point in `runs.csv`, one per run, written as the runs pass by.
struct RunRows {
  let table: TableWriter
  private let kinds: [Response.Kind]

  init(table: TableWriter, responses: ResponseList) {
    self.table = table
    kinds = responses.responses.map(\.kind)
  }

  func write(_ run: RunRecord, of point: PreparedFields) {
    table.write(point)
    table.write(run.replicate)
    switch run.outcome {
    case .ok(let stopReason, let responses, _, _):
      table.write("ok")
      table.write(stopReason.rawValue)
      for (kind, value) in zip(kinds, responses) {
        guard let value else {
          table.writeEmpty()
          continue
        }
        if kind == .real { table.write(value) } else { table.write(Int(value)) }
      }
    case .failed:
      table.write("failed")
      for _ in 0...kinds.count { table.writeEmpty() }
    }
    table.endRow()
  }
}
