import SpreadModel
import Statistics
import StudyFiles

extension TableSchema {
  package static let posteriorPredictive = TableSchema(
    name: "posterior_predictive", row: "an observed quantity of a calibration",
    columns: [
      TableColumn("quantity", .string, "the response, or the column of the curve"),
      TableColumn(
        "step", .integer, unit: "steps", "of a curve: the step it was observed at",
        required: false, minimum: 0),
      TableColumn(
        "observed", .number, unit: "that of the quantity", "mean of the observed replicates"),
      TableColumn(
        "observed_low", .number, unit: "that of the quantity", "smallest of them"),
      TableColumn("observed_high", .number, unit: "that of the quantity", "largest of them"),
      TableColumn(
        "mean", .number, unit: "that of the quantity",
        "weighted mean over the runs of the accepted draws", required: false),
    ]
      + PredictedQuantity.shares.map { name, share in
        TableColumn(
          name, .number, unit: "that of the quantity",
          "value at or below which \(Int(100 * share)) % of these runs lie", required: false)
      } + [
        TableColumn(
          "prior_low", .number, unit: "that of the quantity",
          "smallest value among the runs of draws from the prior", required: false),
        TableColumn(
          "prior_high", .number, unit: "that of the quantity", "largest value among them",
          required: false),
      ],
    key: ["quantity", "step"], refersToPoints: false)
}

extension ResultTable {
  static let posteriorPredictive = ResultTable(
    schema: .posteriorPredictive, columns: { $0.posterior == nil ? nil : .posteriorPredictive },
    rows: .ofStudy { results, table in
      for (item, predicted) in zip(
        results.study.calibration?.data ?? [], PredictedQuantity.all(of: results))
      {
        table.write(item.quantity.name)
        table.write(item.quantity.step)
        table.write(item.values.reduce(0, +) / Double(item.values.count))
        table.write(item.values.min() ?? 0)
        table.write(item.values.max() ?? 0)
        table.write(predicted.sample?.mean)
        for (_, share) in PredictedQuantity.shares {
          table.write(predicted.sample?.quantile(share))
        }
        table.write(Optional(predicted.priorLow))
        table.write(Optional(predicted.priorHigh))
        table.endRow()
      }
      return []
    })
}

/// What the runs of a calibration have of a quantity that was observed.
struct PredictedQuantity {
  /// Columns, and which share of runs lies at or below their values.
  static let shares = [
    ("q05", 0.05), ("q25", 0.25), ("median", 0.5), ("q75", 0.75), ("q95", 0.95),
  ]

  /// Of the runs of accepted draws; nil if there are none.
  let sample: WeightedSample?
  /// The smallest and the largest value in the first generation; infinite if there are none.
  let priorLow, priorHigh: Double

  /// By quantity, as they stand in the data.
  static func all(of results: StudyResults) -> [PredictedQuantity] {
    guard let search = results.posterior, let calibration = results.study.calibration else {
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
