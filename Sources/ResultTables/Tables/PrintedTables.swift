import SpreadModel
package import Statistics
package import StudyFiles
package import Tables

/// The rows with the columns of `comparisons.csv`.
package func comparisonTable(_ rows: ComparisonRows) -> PrintedTable {
  let others = rows.rows.first?.others.map { TableColumn($0.key) } ?? []
  let columns = comparisonColumns(
    ofCurves: rows.rows.contains { $0.comparison.test == .curvePermutation })
  return PrintedTable(
    columns: others + columns.described,
    rows: rows.judged.map { $0.named.others.map(\.cell) + columns.cells($0) })
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

/// A model fitted to the recorded curves of a study, with all columns of `fits.csv`.
package func fitTable(
  _ plan: StudyFitPlan, of results: CountedRuns
) throws -> PrintedTable {
  var rows: [[Cell]] = []
  for result in results.points where plan.points?.contains(result.point.number) ?? true {
    let names =
      result.point.cells(results.parameters)
    func add(_ curve: [Double], _ runs: CurveSample?, _ label: String) {
      let fits = CurveFits(
        [plan.model], to: curve, people: result.point.groupSize, runs: runs, level: plan.level,
        start: plan.start, key: results.key(of: result.point))
      rows += fits.rows(label: label).map { names + fitColumns.cells($0) }
    }
    var curves = CurveSample()
    try results.forEachCurve(of: result, 0..<result.replicates) { replicate, curve in
      switch plan.target {
      case .meanCurve: curves.add(curve)
      case .eachRun: add(curve.map(Double.init), nil, runLabel(replicate))
      }
    }
    if curves.count > 0 { add(curves.mean, curves, meanCurveLabel) }
  }
  return PrintedTable(
    columns: TableSchema.fits.with(results).columns, rows: rows)
}
