import RunStore
import SpreadModel
import StudyFiles
package import Tables

extension TableSchema {
  package static let transmissions = TableSchema(
    name: "transmissions", row: "one infection of a run",
    columns: [
      .point, .replicate, .step,
      TableColumn(
        "person", .integer, "number of the person infected, row by row from 0", minimum: 0),
      TableColumn(
        "source", .integer, "number of the person who infected them; empty if introduced",
        required: false, minimum: 0),
    ],
    key: ["point", "replicate", "step", "person"])
}

extension ResultTable {
  static let transmissions = ResultTable(
    schema: .transmissions,
    columns: { $0.study.record.transmissions > 0 ? .transmissions : nil }, mayBeCompressed: true,
    rows: .ofPoints { TransmissionRows($0, table: $1) })
}

/// The rows of a point in `transmissions.csv`, one per infection of every run whose transmissions are
/// recorded.
private final class TransmissionRows: PointRows {
  private let table: TableWriter
  private let point: Int

  init(_ pass: PointPass, table: TableWriter) {
    self.table = table
    point = pass.point.number
  }

  func add(_ runs: RunColumns) {
    runs.visit { replicate, _ in
      if let transmissions = runs.transmissions(of: replicate) { write(transmissions, replicate) }
    }
  }

  private func write(_ transmissions: Transmissions, _ replicate: Int) {
    transmissions.forEachInfection { step, person, source in
      table.write(point)
      table.write(replicate)
      table.write(step)
      table.write(person)
      table.write(source)
      table.endRow()
    }
  }
}
