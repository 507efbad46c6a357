import DurableFiles
package import Statistics
import StudyFiles

extension TableSchema {
  package static let fits = TableSchema(
    name: "fits", row: "one parameter of a growth model fitted to a curve of a point",
    columns: [.point] + TableColumn.parameters + fitColumns,
    key: ["point", "model", "fitted_to", "parameter"])

  /// The columns that `spreadlab fit` prints too.
  package static let fitColumns = [
    TableColumn(
      "model", .string, "growth model", allowed: GrowthModel.allCases.map(\.rawValue)),
    TableColumn("fitted_to", .string, "mean_curve, or run_ and the number of the replicate"),
    TableColumn(
      "parameter", .string,
      "parameter of the model, or a quantity computed from them; akaike_weight: of this model "
        + "among those fitted to the same steps"),
    TableColumn("unit", .string, "unit of the estimate"),
    TableColumn(
      "estimate", .number, unit: "that of the row", "least-squares estimate", required: false),
    TableColumn("std_error", .number, unit: "that of the row", "standard error", required: false),
    TableColumn(
      "ci_low", .number, unit: "that of the row", "lower end of the interval", required: false),
    TableColumn(
      "ci_high", .number, unit: "that of the row", "upper end of the interval", required: false),
    TableColumn(
      "rss", .number, unit: "people^2", "sum of squared residuals", required: false, minimum: 0),
    TableColumn("r2", .number, unit: "1", "share of the variation explained", required: false),
    TableColumn(
      "aicc", .number, unit: "1", "corrected Akaike criterion; compare fits of the same steps only",
      required: false),
    TableColumn("bic", .number, unit: "1", "Bayesian criterion", required: false),
    TableColumn(
      "lack_of_fit_p", .number, unit: "1",
      "p of the greatest misfit of the mean curve against the scatter of its runs; small: the law "
        + "does not describe it",
      required: false, minimum: 0, maximum: 1),
    TableColumn("converged", .flag, "whether the fit converged"),
    TableColumn("message", .string, "which steps were fitted, or why the fit failed"),
  ]
}

/// The rows of a point in `fits.csv`, one per fit and parameter; a fit that fails keeps its rows.
struct FitRows {
  let table: TableWriter
  let analysis: Analysis

  /// Fits to the mean of a point's curves.
  func write(_ curves: PointCurves, of point: PreparedFields, people: Int, key: UInt64) {
    guard curves.count > 0 else { return }
    write(
      CurveFits(
        models(.meanCurve), to: curves.mean, people: people, runs: curves,
        level: analysis.confidence, key: key),
      of: point, label: meanCurveLabel)
  }

  /// Fits to the curve of one run.
  func write(
    _ curve: [UInt32], replicate: Int, of point: PreparedFields, people: Int, key: UInt64
  ) {
    write(
      CurveFits(
        models(.eachRun), to: curve.map(Double.init), people: people, runs: nil,
        level: analysis.confidence, key: key),
      of: point, label: runLabel(replicate))
  }

  private func models(_ target: FitRequest.Target) -> [GrowthModel] {
    analysis.fits.filter { $0.to == target }.map(\.model)
  }

  private func write(_ fits: CurveFits, of point: PreparedFields, label: String) {
    for row in fits.cells(label: label) {
      table.write(point)
      for cell in row { table.write(cell.csv) }
      table.endRow()
    }
  }
}

/// Values of the column `fitted_to`.
let meanCurveLabel = FitRequest.Target.meanCurve.rawValue
func runLabel(_ replicate: Int) -> String { "run_\(replicate)" }

extension GrowthFit {
  package struct Row {
    package let name: String
    package let unit: String
    package let estimate: Double?
    package let standardError: Double?
    package let interval: Interval?
  }

  /// The parameters, then the quantities derived from them where the fit converged.
  ///
  /// - Parameter first: the time of the initial growth rate; by default that of the first step.
  package func rows(level: Double, first: Double = 1) -> [Row] {
    let parameters = zip(fit.parameters, model.units()).map { parameter, unit in
      Row(
        name: parameter.name, unit: unit, estimate: parameter.estimate,
        standardError: parameter.standardError, interval: parameter.interval)
    }
    guard fit.converged else { return parameters }
    return parameters
      + derived(first: first, level: level).map { quantity in
        Row(
          name: quantity.name, unit: quantity.unit, estimate: quantity.estimate,
          standardError: quantity.standardError, interval: quantity.interval)
      }
  }
}

/// A message as a CSV field that needs no quotes.
func labelText(_ message: String) -> String {
  String(message.map { $0 == "," ? ";" : $0 == "\"" ? "'" : $0.isNewline ? " " : $0 })
}
