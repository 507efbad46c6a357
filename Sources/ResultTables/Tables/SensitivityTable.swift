import DurableFiles
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// An index of a response, as `sensitivity.csv` has it.
private struct SensitivityRow {
  let response: Response
  let method: SensitivityMethod
  let found: SensitivityRows.Row
}

private let sensitivityColumns: Columns<SensitivityRow> = [
  .text("response", "what is explained", allowed: Response.allCases.map(\.rawValue)) {
    $0.response.rawValue
  },
  .text("factor", "the factor; for a pair both, with a colon between") { $0.found.factor },
  .text(
    "index",
    "first: share of the variance explained alone; total: with all interactions; pair: by the "
      + "interaction of two; mu, mu_star, sigma: mean, mean size and sd of elementary effects; prcc: "
      + "partial rank correlation",
    allowed: SensitivityIndex.allCases.map(\.rawValue)
  ) { $0.found.index.rawValue },
  .real(
    "estimate", unit: "1, or that of the response for elementary effects",
    "the index; empty where status says why",
    required: false
  ) { $0.found.estimate },
  .interval(unit: "that of the estimate") { $0.found.interval?.ends },
  .text(
    "method",
    "sobol: bootstrap of base points; anova: jackknife over replicates; morris: t over paths; prcc: Fisher's "
      + "transformation",
    allowed: SensitivityMethod.allCases.map(\.rawValue)
  ) { $0.method.rawValue },
  .status(
    plain: SensitivityStatus.ok, message: "a remark on the row; empty if there is none"
  ) { $0.found.remarks },
]

extension TableSchema {
  package static let sensitivity = TableSchema(
    name: "sensitivity", row: "one index of a response and a factor, or a pair of factors",
    columns: sensitivityColumns.described, key: ["response", "factor", "index"],
    refersToPoints: false)
}

/// Raw values are those of the column `index`.
enum SensitivityIndex: String, CaseIterable, Sendable {
  case first, total, pair, mu
  case muStar = "mu_star"
  case sigma, prcc
}

extension ResultTable {
  static let sensitivity = ResultTable(
    schema: .sensitivity, columns: { $0.study.analysis.sensitivity.map { _ in .sensitivity } },
    rows: .ofStudy { results, tables in
      if let request = results.study.analysis.sensitivity {
        try writeSensitivity(request, of: results, to: tables[.sensitivity])
      }
      return []
    })
}

/// One row per response, factor (or pair of factors) and index.
private func writeSensitivity(
  _ request: SensitivityRequest, of results: CountedRuns, to table: TableWriter
) throws {
  guard let method = request.method else { return }
  let rows = try results.mapped(request.responses.count) {
    try SensitivityRows(response: request.responses[$0], results: results).rows(method)
  }
  for (response, rows) in zip(request.responses, rows) {
    for row in rows {
      table.writeRow(
        SensitivityRow(response: response, method: method, found: row), sensitivityColumns)
    }
  }
}
