import DurableFiles
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

/// The rows of a point in `maps.csv`, one per person of every run whose map is recorded.
struct MapRows {
  let table: TableWriter

  /// - Parameter map: infection step by person, -1 for never.
  func write(_ map: [Int32], of point: Point, replicate: Int) {
    for (person, step) in map.enumerated() {
      table.write(point.number)
      table.write(replicate)
      table.write(person)
      table.write(person / point.columns)
      table.write(person % point.columns)
      table.write(step < 0 ? nil : Int(step))
      table.endRow()
    }
  }
}
