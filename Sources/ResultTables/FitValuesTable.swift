import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A growth model fitted to the mean curve of a point, at one step.
private struct FitValue {
  let fit: GrowthFit
  let step: Int
}

private let fitValueColumns: Columns<FitValue> = [
  .text("model", "growth model", allowed: GrowthModel.allCases.map(\.rawValue)) {
    $0.fit.model.rawValue
  },
  .whole("step", unit: "steps", "one of the steps that were fitted", minimum: 0) { $0.step },
  .real("estimate", unit: "people", "value of the fitted model at the step") {
    $0.fit.model.value(at: Double($0.step), $0.fit.fit.parameters.compactMap(\.estimate))
  },
]

extension TableSchema {
  package static let fitValues = TableSchema(
    name: "fit_values", row: "a growth model fitted to the mean curve of a point, at a step",
    columns: [.point] + TableColumn.parameters + fitValueColumns.described,
    key: ["point", "model", "step"])
}

extension ResultTable {
  /// Fits that converged, at up to 200 of the steps that were fitted.
  static let fitValues = ResultTable(
    schema: .fitValues,
    columns: { results in
      results.study.analysis.fits.contains { $0.to == .meanCurve } ? .fitValues : nil
    },
    rows: .ofPoints { pass, _ in FitValueRows(pass) })
}

private final class FitValueRows: PointRows {
  private let pass: PointPass

  init(_ pass: PointPass) { self.pass = pass }

  func add(_ runs: RunColumns) {}

  func finish(_ table: TableWriter) {
    guard pass.curves.count > 0 else { return }
    let analysis = pass.study.analysis
    for request in analysis.fits where request.to == .meanCurve {
      let (fit, steps) = CurveFits.fit(
        request.model, to: pass.curves.mean, people: pass.point.groupSize,
        level: analysis.confidence)
      guard fit.fit.converged else { continue }
      let last = min(steps.count, 200) - 1
      for place in 0...last {
        let step = steps.lowerBound + place * (steps.count - 1) / max(1, last)
        table.writeRow(FitValue(fit: fit, step: step), fitValueColumns, after: pass.fields)
      }
    }
  }
}
