import Statistics
import StudyFiles
package import Tables

/// A growth model fitted to the mean curve of a point, at one step.
struct FitValue {
  let fit: GrowthFit
  let step: Int

  /// At up to 200 of the steps that were fitted; none of a fit that did not converge.
  static func all(_ entry: CurveFits.Entry) -> [FitValue] {
    guard entry.fit.fit.converged else { return [] }
    let steps = entry.steps
    let last = min(steps.count, 200) - 1
    return (0...last).map { place in
      FitValue(
        fit: entry.fit, step: steps.lowerBound + place * (steps.count - 1) / max(1, last))
    }
  }
}

let fitValueColumns: Columns<FitValue> = [
  growthModelColumn.of(\.fit),
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
  static let fitValues = ResultTable(
    schema: .fitValues,
    columns: { results in
      results.study.analysis.fits.contains { $0.to == .meanCurve } ? .fitValues : nil
    })
}
