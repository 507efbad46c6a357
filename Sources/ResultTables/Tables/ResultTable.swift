import PlainText
import RunStore
import StudyFiles
import Tables

/// A table of results folders: which studies have it, with which columns, and who makes its rows.
///
/// `all` is the one list of them. The pass over the runs, the removal of tables that are no longer
/// asked for and the data package walk it; a table that is not in it is not written.
struct ResultTable: Sendable {
  enum Rows: Sendable {
    /// Made point by point while the runs pass, many points at a time.
    case ofPoints(@Sendable (PointPass, TableWriters) -> any PointRows)
    /// Written block by block as the runs pass, from them alone: another analysis leaves them as they are.
    case ofRuns(TableSchema, @Sendable (PointPass, TableWriter) -> (RunColumns) -> Void)
    /// Made when all runs have passed; returns what readers must know of it, one sentence each.
    case ofStudy(@Sendable (CountedRuns, TableWriters) throws -> [Note])

    /// Who makes the rows of a point.
    var maker: RunPass.Maker? {
      switch self {
      case .ofPoints(let maker): maker
      case .ofRuns(let schema, let maker): { pass, tables in RunRows(maker(pass, tables[schema])) }
      case .ofStudy: nil
      }
    }

    var areOfRuns: Bool { if case .ofRuns = self { true } else { false } }
  }

  /// Without the columns that only some studies add.
  let schema: TableSchema
  /// The columns of a study's own table; nil if it does not ask for the table.
  let columns: @Sendable (CountedRuns) -> TableSchema?
  /// With the columns that only some studies add.
  var whole: TableSchema { wholeSchema ?? schema }
  /// Nil where no study adds any.
  var wholeSchema: TableSchema?
  /// Whether `record.compress` is about it.
  var mayBeCompressed = false
  let rows: Rows

  /// The names its file may have.
  var fileNames: [String] { Self.endings.map { "\(schema.name).\($0)" } }
  static let endings = ["csv", "csv.gz"]

  func fileName(in study: Study) -> String {
    "\(schema.name).\(Self.endings[mayBeCompressed && study.record.compress ? 1 : 0])"
  }
}

/// The names of files that are the same bytes for the same study.
package let reproducibleTableNames = ResultTable.all.filter(\.schema.isReproducible)
  .flatMap(\.fileNames)

extension ResultTable {
  /// Every table, in the order in which they are listed to people.
  static let all: [ResultTable] = [
    points, runs, summary, summaryGiven, curves, groupCurves, curveSummary, curveSummaryGiven, maps,
    transmissions, reproduction, people, fits, comparisons, averted, sensitivity, doseResponses,
    timings, thresholds, finalSizeCurves,
    selection, posterior, posteriorSummary, posteriorPredictive, generations,
  ]
}
