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

/// `curves.csv`: one row per step of every run whose curve is recorded.
final class CurvesTable {
  private let table: TableWriter

  init(in folder: String, compressed: Bool) throws(DurableFileError) {
    table = try TableWriter(.curves, in: folder, compressed: compressed)
  }

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

  func commit() throws(DurableFileError) -> WrittenFile { try table.commit() }
}
