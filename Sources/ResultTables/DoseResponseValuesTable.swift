import Statistics
import StudyFiles
package import Tables

/// A dose-response curve at one dose.
struct DoseResponseValue {
  let curve: DoseResponseRows
  let dose: Double
  let mean: (estimate: Double, lower: Double?, upper: Double?)

  /// At equal steps, of a curve that was found.
  static func all(_ curve: DoseResponseRows) -> [DoseResponseValue] {
    guard let fit = curve.fit, fit.converged else { return [] }
    return evenly(100, from: fit.data.levels.map(\.dose)).map {
      DoseResponseValue(curve: curve, dose: $0, mean: fit.mean(at: $0))
    }
  }
}

let doseResponseValueColumns: Columns<DoseResponseValue> = [
  doseCurveColumns.of(\.curve),
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
    key: TableColumn.parameters.map(\.name) + doseCurveColumns.names + ["dose"],
    refersToPoints: false)
}

extension ResultTable {
  static let doseResponseValues = ResultTable(
    schema: .doseResponseValues,
    columns: { $0.study.analysis.doseResponses.isEmpty ? nil : .doseResponseValues })
}

/// The values from the smallest to the largest of some, in equal steps.
func evenly(_ steps: Int, from values: [Double]) -> [Double] {
  guard let first = values.min(), let last = values.max(), first < last else { return [] }
  return (0...steps).map { step in
    step == steps ? last : first + (last - first) * (Double(step) / Double(steps))
  }
}
