import RunStore
import StudyFiles

extension TableSchema {
  package static let maps = TableSchema(
    name: "maps", row: "one person of a run",
    columns: [
      .point, .replicate,
      TableColumn("person", .integer, "number of the person, row by row from 0", minimum: 0),
      TableColumn("row", .integer, unit: "cells", "row of the person's place, from 0", minimum: 0),
      TableColumn(
        "column", .integer, unit: "cells", "column of the person's place, from 0", minimum: 0),
      TableColumn(
        "infected_at_step", .integer, unit: "steps",
        "step at which the person was infected; empty if never", required: false, minimum: 0),
    ],
    key: ["point", "replicate", "person"])
}

extension ResultTable {
  static let maps = ResultTable(
    schema: .maps, columns: { $0.study.record.maps > 0 ? .maps : nil }, mayBeCompressed: true,
    rows: .ofPoints { MapRows($0, table: $1) })
}

/// The rows of a point in `maps.csv`, one per person of every run whose map is recorded.
private final class MapRows: PointRows {
  private let table: TableWriter
  private let point: Point

  init(_ pass: PointPass, table: TableWriter) {
    self.table = table
    point = pass.point
  }

  func add(_ run: RunRecord) {
    guard case .ok(_, _, _, let map?, _) = run.outcome else { return }
    for (person, step) in map.enumerated() {
      table.write(point.number)
      table.write(run.replicate)
      table.write(person)
      table.write(person / point.columns)
      table.write(person % point.columns)
      table.write(step < 0 ? nil : Int(step))
      table.endRow()
    }
  }
}
