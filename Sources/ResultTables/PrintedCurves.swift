package import SpreadModel
package import StudyFiles
package import Tables

extension PrintedTable {
  /// The curves of one run, with the columns of `curves.csv`.
  ///
  /// - Precondition: they are of a run of the study.
  package init(_ curves: RunCurves, of study: Study) {
    let columns = curves.columns
    self.init(
      columns: Array(TableSchema.curves(of: study).columns.dropFirst(2)),
      rows: curves.infected.indices.map { step in
        [.whole(step)] + columns.map { .whole(Int($0[step])) }
      })
  }

  /// Those of groups, with the columns of `group_curves.csv`.
  ///
  /// - Parameter groups: by group, in the order of their names.
  package init(_ groups: [RunCurves], names: [String], of study: Study) {
    let schema: TableSchema = study.hasCourse ? .groupCurvesOfCourse : .groupCurves
    let all = groups.map(\.columns)
    self.init(
      columns: Array(schema.columns.dropFirst(2)),
      rows: (all.first?[0].indices ?? 0..<0).flatMap { step in
        zip(names, all).map { name, columns in
          [.whole(step), .text(name)] + columns.map { .whole(Int($0[step])) }
        }
      })
  }
}
