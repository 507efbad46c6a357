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
    rows: .ofRuns(.transmissions) { pass, table in
      let point = pass.point.number
      return { runs in
        runs.visit { replicate, _ in
          runs.transmissions(of: replicate)?.forEachInfection { step, person, source in
            table.write(point)
            table.write(replicate)
            table.write(step)
            table.write(person)
            table.write(source)
            table.endRow()
          }
        }
      }
    })
}
