import DurableFiles
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

/// The rows of a point in `curves.csv`, one per step of every run whose curve is recorded.
struct CurveRows {
  let table: TableWriter

  /// - Parameter curve: infected people by step.
  func write(_ curve: [UInt32], point: Int, replicate: Int) {
    var before: UInt32 = 0
    for (step, infected) in curve.enumerated() {
      table.write(point)
      table.write(replicate)
      table.write(step)
      table.write(Int(infected))
      table.write(Int(infected - before))
      table.endRow()
      before = infected
    }
  }
}
