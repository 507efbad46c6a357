import DurableFiles
import RunStore
import StudyFiles

/// A table of results folders: which studies have it, with which columns, and who makes its rows.
///
/// `all` is the one list of them. The pass over the runs, the removal of tables that are no longer
/// asked for, the data package and the folder's README walk it; a table that is not in it is not
/// written.
struct ResultTable: Sendable {
  enum Rows: Sendable {
    /// Made point by point while the runs pass, many points at a time.
    case ofPoints(@Sendable (PointPass, TableWriter) -> any PointRows)
    /// Made when all runs have passed; returns what readers must know of it, one sentence each.
    case ofStudy(@Sendable (StudyResults, TableWriter) throws -> [String])
  }

  /// Without the columns that only some studies add.
  let schema: TableSchema
  /// The columns of a study's own table; nil if it does not ask for the table.
  let columns: @Sendable (StudyResults) -> TableSchema?
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

extension ResultTable {
  /// Every table, in the order in which they are listed to people.
  static let all: [ResultTable] = [
    points, runs, summary, curves, curveSummary, maps, transmissions, people, degrees, fits,
    comparisons, sensitivity, doseResponses, timings, surfaces, thresholds,
    posterior, posteriorSummary, posteriorPredictive, generations,
  ]
}

/// Makes the rows of one point, or of a part of its runs, in one table. Not `Sendable`: one owner.
protocol PointRows: AnyObject {
  /// Called for each block of runs, in order of replicates.
  func add(_ runs: RunColumns)
  /// Takes over what the maker of the point's next part has seen.
  func join(_ next: Self)
  /// Called once, when all runs of the point have passed: writes the rows that all of them make.
  func finish(_ table: TableWriter)
}

extension PointRows {
  func join(_ next: Self) {}
  func finish(_ table: TableWriter) {}

  /// - Precondition: the next part's maker for the same table.
  fileprivate func join(any next: any PointRows) {
    guard let next = next as? Self else { preconditionFailure("rows of one table join") }
    join(next)
  }
}

/// The makers of a point's rows in all tables, or of a part of it.
struct PointMakers {
  let pass: PointPass
  private let makers: [any PointRows]

  init(_ pass: PointPass, _ makers: [any PointRows]) {
    self.pass = pass
    self.makers = makers
  }

  func add(_ runs: RunColumns) {
    pass.add(runs)
    for maker in makers { maker.add(runs) }
  }

  /// Takes over what those of the point's next part have seen.
  func join(_ next: PointMakers) {
    pass.join(next.pass)
    for (maker, next) in zip(makers, next.makers) { maker.join(any: next) }
  }

  /// - Parameter tables: in the order of the makers.
  /// - Throws: what went wrong with values that were too many for memory.
  func finish(_ tables: [TableWriter]) throws(DurableFileError) {
    for (maker, table) in zip(makers, tables) { maker.finish(table) }
    try pass.spool.check()
  }
}
