import RunStore
import SpreadModel
import StudyFiles
package import Tables

extension TableSchema {
  package static let groupCurves = TableSchema(
    name: "group_curves", row: "one group at one step of a run",
    columns: [.point, .replicate, .step, TableColumn("group", .string, "name of the group")]
      + curves.columns.dropFirst(3),
    key: ["point", "replicate", "step", "group"])

  /// With the columns that go with a course.
  static let groupCurvesOfCourse: TableSchema = {
    var schema = groupCurves
    schema.columns += columnsOfCourse
    return schema
  }()
}

extension ResultTable {
  static let groupCurves = ResultTable(
    schema: .groupCurves,
    columns: {
      $0.study.record.groups == 0 ? nil : $0.study.hasCourse ? .groupCurvesOfCourse : .groupCurves
    },
    wholeSchema: .groupCurvesOfCourse,
    mayBeCompressed: true,
    rows: .ofRuns(.groupCurves) { pass, table in
      let point = pass.point
      let names = point.scenario.groups?.names ?? []
      return { runs in
        runs.visit { replicate, _ in
          guard let groups = runs.groupCurves(of: replicate)?.map(\.columns) else { return }
          for step in groups.first?[0].indices ?? 0..<0 {
            for (name, columns) in zip(names, groups) {
              table.write(point.number)
              table.write(replicate)
              table.write(step)
              table.write(name)
              for column in columns { table.write(Int(column[step])) }
              table.endRow()
            }
          }
        }
      }
    })
}
