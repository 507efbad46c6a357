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
    TableColumn("parameter", .string, "parameter of the model, or a quantity computed from them"),
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
      "p of the lack-of-fit test against the scatter of replicates; small: the law is wrong",
      required: false, minimum: 0, maximum: 1),
    TableColumn("converged", .flag, "whether the fit converged"),
    TableColumn("message", .string, "which steps were fitted, or why the fit failed"),
  ]
}

/// `fits.csv`: one row per point, fit and parameter; a fit that fails keeps its rows.
final class FitsTable {
  private let table: TableWriter
  private let requests: [FitRequest]
  private let confidence: Double

  init(in folder: String, analysis: Analysis) throws(DurableFileError) {
    table = try TableWriter(.fits, in: folder)
    requests = analysis.fits
    confidence = analysis.confidence
  }

  /// Whether single runs are fitted, so their curves have to be handed in.
  static func wantsRuns(_ analysis: Analysis) -> Bool {
    analysis.fits.contains { $0.to == .eachRun }
  }

  /// Fits to the mean of a point's curves.
  func write(_ curves: CurveTally, of point: PreparedFields, people: Int) {
    var means: [Double] = []
    var scatter: [Moments] = []
    curves.forEachStep { _, values in
      means.append(values.moments().mean)
      var moments = Moments()
      values.visit { value, times in
        for _ in 0..<times { moments.add(value) }
      }
      scatter.append(moments)
    }
    for request in requests where request.to == .meanCurve {
      write(request, to: means, scatter: scatter, of: point, label: "mean_curve", people: people)
    }
  }

  /// Fits to the curve of one run.
  func write(_ curve: [UInt32], replicate: Int, of point: PreparedFields, people: Int) {
    for request in requests where request.to == .eachRun {
      write(
        request, to: curve.map(Double.init), scatter: [], of: point, label: "run_\(replicate)",
        people: people)
    }
  }

  private func write(
    _ request: FitRequest, to curve: [Double], scatter: [Moments], of point: PreparedFields,
    label: String, people: Int
  ) {
    let steps = request.model.fittedSteps(curve, people: people)
    let times = steps.map(Double.init)
    let values = steps.map { curve[$0] }
    let fit = GrowthFit(request.model, t: times, y: values, level: confidence)
    var misfit: Double?
    if fit.fit.converged, !scatter.isEmpty {
      let groups = steps.map {
        LackOfFit.Group(moments: scatter[$0], fitted: fit.value(at: Double($0)) ?? .nan)
      }
      misfit = LackOfFit(groups, parameterCount: fit.fit.parameters.count)?.p
    }
    let range = "steps \(steps.lowerBound)...\(steps.upperBound - 1)"
    let message =
      fit.fit.message.isEmpty || fit.fit.converged ? range : "\(range): \(fit.fit.message)"
    for row in fit.rows(level: confidence) {
      table.write(point)
      table.write(request.model.rawValue)
      table.write(label)
      table.write(row.name)
      table.write(row.unit)
      table.write(row.estimate)
      table.write(row.standardError)
      table.write(row.interval?.lower)
      table.write(row.interval?.upper)
      table.write(fit.fit.quality?.rss)
      table.write(fit.fit.quality?.r2)
      table.write(fit.fit.quality?.aicc)
      table.write(fit.fit.quality?.bic)
      table.write(misfit)
      table.write(fit.fit.converged)
      table.write(labelText(message))
      table.endRow()
    }
  }

  func commit() throws(DurableFileError) -> WrittenFile { try table.commit() }
}

extension GrowthModel {
  /// The steps a curve is fitted over: all of it, or, for the laws that never level off, up to
  /// half of the group, where the edge of the grid is not yet felt.
  func fittedSteps(_ curve: [Double], people: Int) -> Range<Int> {
    switch self {
    case .power, .quadratic, .exponential:
      let half = curve.firstIndex { 2 * $0 > Double(people) } ?? curve.count
      let start = self == .power ? 1 : 0
      return start..<max(half, start + 1, min(curve.count, start + parameterNames.count + 1))
    case .logistic, .gompertz, .richards, .weibull, .monomolecular:
      return 0..<curve.count
    }
  }
}

extension GrowthFit {
  package struct Row {
    package let name: String
    package let unit: String
    package let estimate: Double?
    package let standardError: Double?
    package let interval: Interval?
  }

  /// The parameters, then the quantities derived from them where the fit converged.
  package func rows(level: Double) -> [Row] {
    let parameters = zip(fit.parameters, model.units()).map { parameter, unit in
      Row(
        name: parameter.name, unit: unit, estimate: parameter.estimate,
        standardError: parameter.standardError, interval: parameter.interval)
    }
    guard fit.converged else { return parameters }
    return parameters
      + derived(first: 1, level: level).map { quantity in
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
