import DurableFiles
package import Statistics
import StudyFiles

/// A comparison with the names of its row, for a table that is printed.
package struct NamedComparison: Sendable {
  /// Values of the other factors, as many as there are parameters; empty for a table without.
  package var others: [String]
  package var factor: String
  package var response: String
  package var comparison: GroupComparison

  package init(
    others: [String], factor: String, response: String, comparison: GroupComparison
  ) {
    self.others = others
    self.factor = factor
    self.response = response
    self.comparison = comparison
  }
}

/// The rows as CSV with the columns of `comparisons.csv`, or as JSON.
package func comparisonTable(
  _ rows: [NamedComparison], correction: Correction, alpha: Double, asJSON: Bool
) -> String {
  let adjusted = correction.adjust(rows.map { $0.comparison.result?.p })
  let withOthers = rows.contains { !$0.others.isEmpty }
  var columns = TableSchema.comparisonColumns.map(\.name)
  if withOthers { columns = Parameter.allCases.map(\.rawValue) + columns }
  let cells = zip(rows, adjusted).map { row, p in
    (withOthers ? row.others.map(Cell.text) : [])
      + [.text(row.factor)]
      + comparisonCells(
        row.comparison, response: row.response, adjusted: p, correction: correction, alpha: alpha)
  }
  return printed(columns, cells, asJSON: asJSON)
}

/// The parameters of a fit as CSV with the columns of `fits.csv`, or as JSON.
package func fitTable(_ fit: GrowthFit, label: String, level: Double, asJSON: Bool) -> String {
  let cells = fit.rows(level: level).map { row -> [Cell] in
    [
      .text(fit.model.rawValue), .text(label), .text(row.name), .text(row.unit),
      .real(row.estimate), .real(row.standardError), .real(row.interval?.lower),
      .real(row.interval?.upper), .real(fit.fit.quality?.rss), .real(fit.fit.quality?.r2),
      .real(fit.fit.quality?.aicc), .real(fit.fit.quality?.bic), .real(nil),
      .whole(fit.fit.converged ? 1 : 0), .text(labelText(fit.fit.message)),
    ]
  }
  return printed(TableSchema.fitColumns.map(\.name), cells, asJSON: asJSON)
}

/// A cell of a table before it is known whether it becomes CSV or JSON.
enum Cell {
  case text(String)
  case whole(Int)
  /// nil, and what is not finite, is an empty cell.
  case real(Double?)

  var csv: String {
    switch self {
    case .text(let text):
      text.contains { $0 == "," || $0 == "\"" || $0.isNewline }
        ? "\""
          + text.split(separator: "\"", omittingEmptySubsequences: false)
          .joined(separator: "\"\"") + "\"" : text
    case .whole(let value): String(value)
    case .real(let value): value.flatMap { $0.isFinite ? realText($0) : nil } ?? ""
    }
  }

  var json: JSONText {
    switch self {
    case .text(let text): .string(text)
    case .whole(let value): .int(value)
    case .real(let value): value.map(JSONText.real) ?? .null
    }
  }
}

/// The cells of a comparison from `level_a` on.
func comparisonCells(
  _ row: GroupComparison, response: String, adjusted: Double?, correction: Correction,
  alpha: Double
) -> [Cell] {
  // TOST tests for equivalence: its small p is no sign of a difference.
  let isEquivalenceTest = row.test == ComparisonTest.tost.rawValue
  let verdict = Verdict(
    adjustedP: isEquivalenceTest ? nil : adjusted, equivalenceP: row.equivalenceP, alpha: alpha)
  return [
    .text(row.levelA), .text(row.levelB), .text(response), .whole(row.countA),
    .whole(row.countB), .whole(row.isPaired ? 1 : 0),
    .text(row.estimate == nil ? "" : row.effect.rawValue), .real(row.estimate),
    .real(row.interval?.lower), .real(row.interval?.upper), .text(row.test),
    .real(row.result?.statistic), .real(row.result?.p), .real(adjusted),
    .text(correction.rawValue), .text(verdict.rawValue),
  ]
}

private func printed(_ columns: [String], _ rows: [[Cell]], asJSON: Bool) -> String {
  if asJSON {
    return JSONText.array(
      rows.map { row in .object(zip(columns, row).map { ($0, $1.json) }) }
    ).text
  }
  return ([columns] + rows.map { $0.map(\.csv) }).map { $0.joined(separator: ",") + "\n" }.joined()
}
