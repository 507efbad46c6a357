import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// Two parameters of a calibration and how they are correlated.
private struct PosteriorCorrelation {
  let a, b: ModelKey
  /// Nil where one of them has a single value.
  let value: Double?
}

private let posteriorCorrelationColumns: Columns<PosteriorCorrelation> = [
  .text("parameter_a", "the first factor") { $0.a.name },
  .text("parameter_b", "the second factor") { $0.b.name },
  .real(
    "correlation", unit: "1",
    "weighted correlation of the accepted draws; empty where a factor has a single value",
    required: false, minimum: -1, maximum: 1
  ) { $0.value },
]

extension TableSchema {
  package static let posteriorCorrelations = TableSchema(
    name: "posterior_correlations", row: "two parameters of a calibration",
    columns: posteriorCorrelationColumns.described, key: ["parameter_a", "parameter_b"],
    refersToPoints: false)
}

extension ResultTable {
  static let posteriorCorrelations = ResultTable(
    schema: .posteriorCorrelations,
    columns: { $0.abc == nil ? nil : .posteriorCorrelations },
    rows: .ofStudy { results, tables in
      let accepted = results.abc?.accepted ?? []
      guard !accepted.isEmpty else { return [] }
      let factors = results.study.factors.map(\.parameter)
      let values = factors.map { key in
        accepted.map { results.points[$0.draw].point.level(of: key).number ?? .nan }
      }
      for a in factors.indices {
        for b in factors.indices.dropFirst(a + 1) {
          let value = weightedCorrelation(
            values[a], values[b], weights: accepted.map(\.weight))
          tables[.posteriorCorrelations].writeRow(
            PosteriorCorrelation(a: factors[a], b: factors[b], value: value),
            posteriorCorrelationColumns)
        }
      }
      return []
    })
}
