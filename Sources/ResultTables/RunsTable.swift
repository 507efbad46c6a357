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
    rows: .ofPoints { RunRows($0, table: $1) })
}

/// The rows of a point in `runs.csv`, one per run.
private final class RunRows: PointRows {
  private let table: TableWriter
  private let point: PreparedFields
  private let isReal: [Bool]
  /// `ok` and the stop reason.
  private let finished: [(reason: StopReason, fields: PreparedFields)]
  private let failed: PreparedFields

  init(_ pass: PointPass, table: TableWriter) {
    self.table = table
    point = pass.fields
    isReal = pass.responses.responses.map { $0.kind == .real }
    finished = StopReason.allCases.map { ($0, PreparedFields([.text("ok"), .text($0.rawValue)])) }
    failed = PreparedFields(
      [.text("failed")] + [Cell](repeating: .text(""), count: 1 + isReal.count))
  }

  func add(_ runs: RunColumns) {
    runs.visit { replicate, row in
      table.write(point)
      table.write(replicate)
      if let row, let status = finished.first(where: { $0.reason == runs.stopReasons[row] }) {
        table.write(status.fields)
        for place in isReal.indices { write(runs.responses[place][row], isReal: isReal[place]) }
      } else {
        table.write(failed)
      }
      table.endRow()
    }
  }

  private func write(_ value: Double?, isReal: Bool) {
    guard let value else { return table.writeEmpty() }
    if isReal { table.write(value) } else { table.write(Int(value)) }
  }
}
