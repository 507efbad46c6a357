import DurableFiles
package import PlainText
import RunStore
import SpreadModel
package import Statistics
package import StudyFiles

/// A table that goes to standard output instead of a file.
package struct PrintedTable: Sendable {
  package let columns: [String]
  let rows: [[Cell]]

  init(columns: [String], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }

  package init<Row>(_ columns: Columns<Row>, rows: [Row]) {
    self.init(columns: columns.names, rows: rows.map(columns.cells))
  }

  package var csv: String {
    ([columns] + rows.map { $0.map(\.csv) }).map { $0.joined(separator: ",") + "\n" }.joined()
  }

  /// A list of objects, one per row.
  package var json: JSONText {
    .array(rows.map { row in .object(zip(columns, row).map { ($0, $1.json) }) })
  }
}

/// The rows with the columns of `comparisons.csv`.
package func comparisonTable(_ rows: ComparisonRows) -> PrintedTable {
  let others = rows.rows.first?.others.map(\.key.name) ?? []
  return PrintedTable(
    columns: others + comparisonColumns.names,
    rows: rows.judged.map { $0.named.others.map(\.cell) + comparisonColumns.cells($0) })
}

/// The parameters of a fit with the columns of `fits.csv`.
///
/// - Parameters:
///   - x: the column of the times, which is their unit.
///   - y: the column of the values; likewise.
///   - misfit: p of the test of fit, where x values repeat.
package func fitTable(
  _ fit: GrowthFit, x: String, y: String, misfit: Double?, level: Double
) -> PrintedTable {
  PrintedTable(
    fitColumns,
    rows: fit.rows(level: level, first: fit.firstGrowth ?? 1, t: x, y: y).map {
      FitsRow(fit: fit, number: $0, label: y, misfit: misfit, steps: nil)
    })
}

/// What `fitTable` fits to the curves of a study.
package struct StudyFitPlan: Sendable {
  package var model: GrowthModel
  package var target: FitRequest.Target
  package var start: [Double]?
  package var level: Double
  /// The only points that are fitted; nil: all.
  package var points: Set<Int>?

  package init(
    model: GrowthModel, target: FitRequest.Target, start: [Double]?, level: Double,
    points: Set<Int>?
  ) {
    self.model = model
    self.target = target
    self.start = start
    self.level = level
    self.points = points
  }
}

/// A law fitted to the recorded curves of a study, with all columns of `fits.csv`.
package func fitTable(
  _ plan: StudyFitPlan, of results: StudyResults
) throws -> PrintedTable {
  var rows: [[Cell]] = []
  for result in results.points where plan.points?.contains(result.point.number) ?? true {
    let names =
      [Cell.whole(result.point.number)] + result.point.texts(of: results.parameters).map(\.cell)
    func add(_ curve: [Double], _ runs: PointCurves?, _ label: String) {
      let fits = CurveFits(
        [plan.model], to: curve, people: result.point.groupSize, runs: runs, level: plan.level,
        start: plan.start, key: results.key(of: result.point))
      rows += fits.rows(label: label).map { names + fitColumns.cells($0) }
    }
    var curves = PointCurves()
    try results.store.forEachRun(
      point: result.point.identity, replicates: 0..<result.replicates, withCurves: true,
      withMaps: false
    ) { run in
      guard case .ok(_, _, let curve?, _, _) = run.outcome else { return }
      switch plan.target {
      case .meanCurve: curves.add(curve.everInfected)
      case .eachRun: add(curve.everInfected.map(Double.init), nil, runLabel(run.replicate))
      }
    }
    if curves.count > 0 { add(curves.mean, curves, meanCurveLabel) }
  }
  return PrintedTable(
    columns: TableSchema.fits.with(results).columns.map(\.name), rows: rows)
}

/// A cell of a table before it is known whether it becomes CSV or JSON.
package enum Cell: Sendable {
  case text(String)
  /// nil is an empty cell.
  case whole(Int?)
  /// nil, and what is not finite, is an empty cell.
  case real(Double?)

  var csv: String {
    switch self {
    case .text(let text): csvField(text)
    case .whole(let value): value.map { String($0) } ?? ""
    case .real(let value): value.flatMap { $0.isFinite ? realText($0) : nil } ?? ""
    }
  }

  var json: JSONText {
    switch self {
    case .text(let text): .string(text)
    case .whole(let value): value.map(JSONText.int) ?? .null
    case .real(let value): value.map(JSONText.real) ?? .null
    }
  }
}
