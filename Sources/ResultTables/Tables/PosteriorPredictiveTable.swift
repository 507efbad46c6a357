import SpreadModel
import Statistics
import StudyFiles
package import Tables

private typealias Predicted = (observed: Calibration.Item, predicted: PredictedQuantity)

private let predictiveColumns: Columns<Predicted> = [
  .text("quantity", "the response, or the column of the curve") { $0.observed.quantity.name },
  .whole(
    "step", unit: "steps", "of a curve: the step it was observed at", required: false, minimum: 0
  ) { $0.observed.quantity.step },
  .real("observed", unit: unitOfQuantity, "mean of the observed replicates") {
    $0.observed.values.reduce(0, +) / Double($0.observed.values.count)
  },
  .real("observed_low", unit: unitOfQuantity, "smallest of them") { $0.observed.values.min() ?? 0 },
  .real("observed_high", unit: unitOfQuantity, "largest of them") { $0.observed.values.max() ?? 0 },
  .real(
    "mean", unit: unitOfQuantity, "weighted mean over the runs of the accepted draws",
    required: false
  ) { $0.predicted.sample?.mean },
  quantile("q05", 0.05), quantile("q25", 0.25), quantile("median", 0.5), quantile("q75", 0.75),
  quantile("q95", 0.95),
  .real(
    "prior_low", unit: unitOfQuantity, "smallest value among the runs of draws from the prior",
    required: false
  ) { $0.predicted.priorLow },
  .real("prior_high", unit: unitOfQuantity, "largest value among them", required: false) {
    $0.predicted.priorHigh
  },
]

private let unitOfQuantity = "that of the quantity"

private func quantile(_ name: String, _ share: Double) -> Columns<Predicted> {
  .real(
    name, unit: unitOfQuantity,
    "value at or below which \(Int(100 * share)) % of these runs lie", required: false
  ) { $0.predicted.sample?.quantile(share) }
}

extension TableSchema {
  package static let posteriorPredictive = TableSchema(
    name: "posterior_predictive", row: "an observed quantity of a calibration",
    columns: predictiveColumns.described, key: ["quantity", "step"], refersToPoints: false)
}

extension ResultTable {
  static let posteriorPredictive = ResultTable(
    schema: .posteriorPredictive, columns: { $0.abc == nil ? nil : .posteriorPredictive },
    rows: .ofStudy { results, tables in
      for row in zip(results.study.calibration?.data ?? [], PredictedQuantity.all(of: results)) {
        tables[.posteriorPredictive].writeRow(row, predictiveColumns)
      }
      return []
    })
}

/// What the runs of a calibration have of a quantity that was observed.
struct PredictedQuantity {
  /// Of the runs of accepted draws; nil if there are none.
  let sample: WeightedSample?
  /// The smallest and the largest value in the first generation; infinite if there are none.
  let priorLow, priorHigh: Double

  /// By quantity, as they stand in the data.
  static func all(of results: CountedRuns) -> [PredictedQuantity] {
    guard let search = results.abc, let calibration = results.study.calibration else {
      return []
    }
    return calibration.data.indices.map { PredictedQuantity($0, search) }
  }

  private init(_ quantity: Int, _ search: SequentialABC) {
    var (values, weights): ([Double], [Double]) = ([], [])
    for draw in search.accepted {
      for value in search.values(of: quantity, in: draw.draw) {
        values.append(value)
        weights.append(draw.weight)
      }
    }
    sample = values.isEmpty ? nil : WeightedSample(values, weights: weights)
    var (low, high) = (Double.infinity, -Double.infinity)
    if let first = search.generations.first, first.isJudged || search.stop != nil {
      for draw in first.draws {
        for value in search.values(of: quantity, in: draw) {
          low = min(low, value)
          high = max(high, value)
        }
      }
    }
    (priorLow, priorHigh) = (low, high)
  }
}
