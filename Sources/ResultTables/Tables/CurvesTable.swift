import RunStore
import SpreadModel
import StudyFiles
package import Tables

extension TableSchema {
  package static let curves = TableSchema(
    name: "curves", row: "one step of a run",
    columns: [
      .point, .replicate, .step,
      TableColumn(
        "infected", .integer, unit: "people", "infected people after the step", minimum: 0),
      TableColumn(
        "new_infections", .integer, unit: "people/step",
        "people newly infected in the step; at step 0 the people infected at the start", minimum: 0),
    ],
    key: ["point", "replicate", "step"])

  /// With the columns that go with a course.
  fileprivate static let curvesOfCourse: TableSchema = {
    var schema = curves
    schema.columns += columnsOfCourse
    return schema
  }()

  /// The columns that go with a course.
  static let columnsOfCourse = [
    TableColumn(
      "ever_infected", .integer, unit: "people", "people infected at least once so far",
      minimum: 0),
    TableColumn(
      "immune", .integer, unit: "people",
      "all who are immune: recovered, listed in the study, or drawn",
      minimum: 0),
    TableColumn(
      "latent", .integer, unit: "people", "infected people who do not act yet", minimum: 0),
  ]
}

extension TableSchema {
  /// With what is seen behind the others.
  static func curves(of study: Study) -> TableSchema {
    var schema = study.hasCourse ? curvesOfCourse : curves
    schema.columns += study.observed.map { series in
      TableColumn(
        series.name, .integer, unit: series.stay == nil ? "people/step" : "people",
        series.stay == nil
          ? "people whose infection is seen in the step"
          : "people whose infection was seen and who are not gone yet",
        minimum: 0)
    }
    return schema
  }
}

extension ResultTable {
  static let curves = ResultTable(
    schema: .curves,
    columns: { $0.study.record.curves == .none ? nil : .curves(of: $0.study) },
    wholeSchema: .curvesOfCourse,
    mayBeCompressed: true,
    rows: .ofRuns(.curves) { pass, table in
      let point = pass.point.number
      return { runs in
        runs.visit { replicate, _ in
          guard let columns = runs.curve(of: replicate)?.columns else { return }
          for step in columns[0].indices {
            table.write(point)
            table.write(replicate)
            table.write(step)
            for column in columns { table.write(Int(column[step])) }
            table.endRow()
          }
        }
      }
    })
}

extension RunCurves {
  /// The columns of `curves.csv` behind its key; a value for each step.
  var columns: [[UInt32]] {
    let new = course?.newInfections ?? zip(infected, [0] + infected).map { $0 &- $1 }
    return [infected, new] + (course.map { [$0.everInfected, $0.immune, $0.latent] } ?? [])
      + observed
  }
}
