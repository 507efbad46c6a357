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
  fileprivate static func runs(of responses: ResponseList) -> TableSchema {
    var schema = runs
    schema.columns += responses.responses.map(TableColumn.init)
    return schema
  }
}

extension ResultTable {
  static let runs = ResultTable(
    schema: .runs, columns: { .runs(of: $0.responses) },
    rows: .ofPoints { RunRows($0, table: $1) })
}

/// The rows of a point in `runs.csv`, one per run.
private final class RunRows: PointRows {
  private let table: TableWriter
  private let point: PreparedFields
  private let kinds: [Response.Kind]

  init(_ pass: PointPass, table: TableWriter) {
    self.table = table
    point = pass.fields
    kinds = pass.responses.responses.map(\.kind)
  }

  func add(_ run: RunRecord) {
    table.write(point)
    table.write(run.replicate)
    switch run.outcome {
    case .ok(let stopReason, let responses, _, _, _):
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
