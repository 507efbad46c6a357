import RunStore
import SpreadModel
package import Statistics
import StudyFiles
package import Tables

/// A number of a fit, as `fits.csv` and `spreadlab fit` have it.
struct FitsRow: Sendable {
  let fit: GrowthFit
  let number: GrowthFit.Row
  /// Of the column `fitted_to`.
  let label: String
  let misfit: Double?
  /// Those that were fitted; nil if x is not the step of a run.
  let steps: Range<Int>?
  /// Whether the latest of the runs decided how long the plateau is.
  var hasLatestRun = false

  private static let ofLatestRun =
    "the standard error leaves out much of what the latest run decides, and may be half of the true one; "
    + "compare the estimates of several seeds"

  /// What the numbers do not say.
  var remarks: [Remark<FitStatus>] {
    let fit = fit.fit
    let isUncertain = hasLatestRun && number.name == "K" && number.standardError != nil
    return [Remark(fit.status, fit.message)] + (isUncertain ? [Remark(.ok, Self.ofLatestRun)] : [])
  }
}

let fitColumns: Columns<FitsRow> = [
  .text("model", "growth model", allowed: GrowthModel.allCases.map(\.rawValue)) {
    $0.fit.model.rawValue
  },
  .text(
    "fitted_to",
    "the curve of people ever infected: mean_curve, or run_ and the number of the replicate"
  ) { $0.label },
  .text("parameter", "parameter of the model, or a quantity computed from them") {
    $0.number.name
  },
  .text("unit", "unit of the estimate") { $0.number.unit },
  .real("estimate", unit: unitOfRow, "least-squares estimate", required: false) {
    $0.number.estimate
  },
  .real(
    "std_error", unit: unitOfRow,
    "standard error; of a mean curve from a bootstrap of its runs, of one run from its points as if "
      + "these were independent",
    required: false
  ) { $0.number.standardError },
  .interval(unit: unitOfRow) { $0.number.interval?.ends },
  .real("rss", unit: "people^2", "sum of squared residuals", required: false, minimum: 0) {
    $0.fit.fit.quality?.rss
  },
  .real("r2", unit: "1", "share of the variation explained", required: false) {
    $0.fit.fit.quality?.r2
  },
  .real(
    "aicc", unit: "1", "corrected Akaike criterion; compare fits of the same steps only",
    required: false
  ) { $0.fit.fit.quality?.aicc },
  .real("bic", unit: "1", "Bayesian criterion", required: false) { $0.fit.fit.quality?.bic },
  .real(
    "lack_of_fit_p", unit: "1",
    "p-value of the largest deviation of the mean curve from the model, relative to the variance of "
      + "its runs; if small, the model does not describe the curve",
    required: false, minimum: 0, maximum: 1
  ) { $0.misfit },
  .whole(
    "from_step", unit: "steps",
    "first step that was fitted; empty if there was none, or if x is not the step of a run",
    required: false, minimum: 0
  ) { $0.steps?.first },
  .whole(
    "to_step", unit: "steps", "last step that was fitted; empty like from_step", required: false,
    minimum: 0
  ) { $0.steps?.last },
  .flag("converged", "whether the fit converged") { $0.fit.fit.converged },
  .status(
    plain: FitStatus.ok,
    message: "why the fit failed or has no errors, or what its error leaves out; else empty"
  ) { $0.remarks },
]

private let unitOfRow = "that of the row"

extension TableSchema {
  package static let fits = TableSchema(
    name: "fits",
    row: "one parameter of a growth model fitted to a curve of a point, over all runs",
    columns: [.point] + TableColumn.parameters + fitColumns.described,
    key: ["point", "model", "fitted_to", "parameter"])
}

extension ResultTable {
  static let fits = ResultTable(
    schema: .fits, columns: { $0.study.analysis.fits.isEmpty ? nil : .fits },
    rows: .ofPoints { FitRows($0, $1) })
}

/// The rows of a point in `fits.csv`, one per fit and parameter; a fit that fails keeps its rows.
private final class FitRows: PointRows {
  private let tables: TableWriters
  private let pass: PointPass

  init(_ pass: PointPass, _ tables: TableWriters) {
    self.tables = tables
    self.pass = pass
  }

  /// Fits to the curve of one run.
  func add(_ runs: RunColumns) {
    runs.visit { replicate, _ in
      guard let curve = runs.curve(of: replicate) else { return }
      write(
        fits(.eachRun, curve.everInfected.map(Double.init), runs: nil),
        label: runLabel(replicate), to: tables)
    }
  }

  /// Fits to the mean of the point's curves.
  func finish(_ tables: TableWriters) {
    guard pass.curves.count > 0 else { return }
    write(
      fits(.meanCurve, pass.curves.mean, runs: pass.curves), label: meanCurveLabel, to: tables)
  }

  private func fits(
    _ target: FitRequest.Target, _ curve: [Double], runs: CurveSample?
  ) -> CurveFits {
    let analysis = pass.study.analysis
    return CurveFits(
      analysis.fits.filter { $0.to == target }.map(\.model), to: curve,
      people: pass.point.groupSize, runs: runs, level: analysis.confidence, key: pass.key)
  }

  private func write(_ fits: CurveFits, label: String, to tables: TableWriters) {
    for row in fits.rows(label: label) {
      tables[.fits].writeRow(row, fitColumns, after: pass.fields)
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
  /// - Parameters:
  ///   - first: the time of the initial growth rate; by default that of the first step.
  ///   - t: the unit of the times.
  ///   - y: the unit of the values.
  package func rows(
    level: Double, first: Double = 1, t: String = "steps", y: String = "people"
  ) -> [Row] {
    let parameters = zip(fit.parameters, model.units).map { parameter, unit in
      Row(
        name: parameter.name, unit: Self.unit(unit, t: t, y: y), estimate: parameter.estimate,
        standardError: parameter.standardError, interval: parameter.interval)
    }
    guard fit.converged else { return parameters }
    // What is measured in cells is of people on a grid.
    let quantities = derived(first: first, level: level).filter {
      y == "people" || !$0.unit.hasPrefix("cells")
    }
    return parameters
      + quantities.map { quantity in
        Row(
          name: quantity.name, unit: Self.unit(quantity.unit, t: t, y: y),
          estimate: quantity.estimate, standardError: quantity.standardError,
          interval: quantity.interval)
      }
  }

  /// A unit of the models, such as "people/steps", in the units of other data.
  private static func unit(_ unit: String, t: String, y: String) -> String {
    unit.split(separator: "/").map { part in
      let (word, power) = (part.prefix { $0 != "^" }, part.drop { $0 != "^" })
      return ["people": y, "steps": t][String(word), default: String(word)] + power
    }.joined(separator: "/")
  }
}
