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

extension CountedRuns {
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
    rows: .ofRuns(.maps) { pass, table in
      let point = pass.point
      return { runs in
        runs.visit { replicate, _ in
          for (person, step) in (runs.map(of: replicate) ?? []).enumerated() {
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
    })
}
