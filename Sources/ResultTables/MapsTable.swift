import RunStore
import StudyFiles
package import Tables

extension TableSchema {
  package static let maps = TableSchema(
    name: "maps", row: "one person of a run",
    columns: [
      .point, .replicate,
      TableColumn("person", .integer, "number of the person, row by row from 0", minimum: 0),
      .row, .column,
      TableColumn(
        "infected_at_step", .integer, unit: "steps",
        "step at which the person was first infected; empty if never", required: false, minimum: 0),
    ],
    key: ["point", "replicate", "person"])
}

extension TableColumn {
  fileprivate static let row = TableColumn(
    "row", .integer, unit: "cells", "row of the person's place, from 0", minimum: 0)
  fileprivate static let column = TableColumn(
    "column", .integer, unit: "cells", "column of the person's place, from 0", minimum: 0)
}

extension StudyResults {
  /// Nobody has a place where contacts are not those of the grid.
  fileprivate var mapsSchema: TableSchema {
    var schema = TableSchema.maps
    guard points.contains(where: { !$0.point.isOnGrid }) else { return schema }
    for place in schema.columns.indices
    where [TableColumn.row, .column].contains(schema.columns[place]) {
      schema.columns[place] = schema.columns[place].optional
      schema.columns[place].meaning += "; empty where contacts are not those of the grid"
    }
    return schema
  }
}

extension ResultTable {
  static let maps = ResultTable(
    schema: .maps, columns: { $0.study.record.maps > 0 ? $0.mapsSchema : nil },
    mayBeCompressed: true,
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

  func add(_ runs: RunColumns) {
    runs.visit { replicate, _ in
      if let map = runs.map(of: replicate) { write(map, replicate) }
    }
  }

  private func write(_ map: [Int32], _ replicate: Int) {
    for (person, step) in map.enumerated() {
      table.write(point.number)
      table.write(replicate)
      table.write(person)
      table.write(point.isOnGrid ? person / point.columns : nil)
      table.write(point.isOnGrid ? person % point.columns : nil)
      table.write(step < 0 ? nil : Int(step))
      table.endRow()
    }
  }
}
