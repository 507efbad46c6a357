import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A dose-response curve at one dose.
private struct DoseResponseValue {
  let curve: DoseResponseRows
  let dose: Double
  let mean: (estimate: Double, lower: Double?, upper: Double?)
}

private let doseResponseValueColumns: Columns<DoseResponseValue> = [
  .text("factor", "the factor whose levels are the doses") { $0.curve.factor },
  .text("response", "the event or share whose mean is the curve") { $0.curve.response },
  .text(
    "link", "how the mean follows from intercept + slope x dose",
    allowed: ResponseLink.allCases.map(\.rawValue)
  ) { $0.curve.link.rawValue },
  .real("dose", unit: "that of the factor", "from the first dose with runs to the last") {
    $0.dose
  },
  .real("estimate", unit: "1", "mean response of the curve at the dose", minimum: 0, maximum: 1) {
    $0.mean.estimate
  },
  .interval(
    unit: "1", low: "lower end of the pointwise interval, from standard errors",
    high: "upper end of the interval"
  ) { ($0.mean.lower, $0.mean.upper) },
]

extension TableSchema {
  package static let doseResponseValues = TableSchema(
    name: "dose_response_values",
    row: "a dose-response curve at a dose, within one combination of the other factors",
    columns: TableColumn.parameters.map(\.optional) + doseResponseValueColumns.described,
    key: TableColumn.parameters.map(\.name) + ["factor", "response", "link", "dose"],
    refersToPoints: false)
}

extension ResultTable {
  /// Curves that were found, at equal steps.
  static let doseResponseValues = ResultTable(
    schema: .doseResponseValues,
    columns: { $0.study.analysis.doseResponses.isEmpty ? nil : .doseResponseValues },
    rows: .ofStudy { results, table in
      for (others, curve) in try doseResponseCurves(of: results) {
        guard let fit = curve.fit, fit.converged else { continue }
        let fields = PreparedFields(others.map(\.cell))
        for dose in evenly(100, from: fit.data.levels.map(\.dose)) {
          table.writeRow(
            DoseResponseValue(curve: curve, dose: dose, mean: fit.mean(at: dose)),
            doseResponseValueColumns,
            after: fields)
        }
      }
      return []
    })
}

/// The values from the smallest to the largest of some, in equal steps.
func evenly(_ steps: Int, from values: [Double]) -> [Double] {
  guard let first = values.min(), let last = values.max(), first < last else { return [] }
  return (0...steps).map { step in
    step == steps ? last : first + (last - first) * (Double(step) / Double(steps))
  }
}
