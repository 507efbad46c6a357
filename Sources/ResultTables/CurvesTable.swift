import RunStore
import StudyFiles

extension TableSchema {
  package static let curves = TableSchema(
    name: "curves", row: "one step of a run",
    columns: [
      .point, .replicate, .step,
      TableColumn(
        "infected", .integer, unit: "people", "infected people after the step", minimum: 0),
      TableColumn(
        "new_infections", .integer, unit: "people/step",
        "people infected in the step; at step 0 the people of the start state", minimum: 0),
    ],
    key: ["point", "replicate", "step"])
}

extension ResultTable {
  static let curves = ResultTable(
    schema: .curves, columns: { $0.study.record.curves == .none ? nil : .curves },
    mayBeCompressed: true, rows: .ofPoints { CurveRows($0, table: $1) })
}

/// The rows of a point in `curves.csv`, one per step of every run whose curve is recorded.
private final class CurveRows: PointRows {
  private let table: TableWriter
  private let point: Int

  init(_ pass: PointPass, table: TableWriter) {
    self.table = table
    point = pass.point.number
  }

  func add(_ run: RunRecord) {
    guard case .ok(_, _, let curve?, _) = run.outcome else { return }
    var before: UInt32 = 0
    for (step, infected) in curve.enumerated() {
      table.write(point)
      table.write(run.replicate)
      table.write(step)
      table.write(Int(infected))
      table.write(Int(infected - before))
      table.endRow()
      before = infected
    }
  }
}
