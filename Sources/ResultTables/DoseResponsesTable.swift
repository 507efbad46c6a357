import RunStore
import SpreadModel
import Statistics
import StudyFiles

extension TableSchema {
  package static let doseResponses = TableSchema(
    name: "dose_responses",
    row: "a number of a dose-response curve, within one combination of the other factors",
    columns: TableColumn.parameters.map(\.optional) + doseResponseColumns,
    key: TableColumn.parameters.map(\.name) + ["factor", "response", "link", "parameter"],
    refersToPoints: false)

  /// The columns that `spreadlab fit` prints too.
  package static let doseResponseColumns = [
    TableColumn("factor", .string, "the factor whose levels are the doses"),
    TableColumn("response", .string, "the event or share whose mean is the curve"),
    TableColumn(
      "link", .string, "how the mean follows from intercept + slope x dose",
      allowed: ResponseLink.allCases.map(\.rawValue)),
    TableColumn(
      "parameter", .string,
      "intercept, slope, or dose_ and a mean response: the dose at which it is reached"),
    TableColumn(
      "estimate", .number, unit: "that of the dose; of the slope its inverse; 1",
      "maximum-likelihood estimate; empty where status says why", required: false),
    TableColumn(
      "std_error", .number, unit: "that of the estimate",
      "standard error; of a dose by the delta method", required: false, minimum: 0),
    TableColumn(
      "ci_low", .number, unit: "that of the estimate",
      "lower end of the profile-likelihood interval; empty where it is open, or there is none",
      required: false),
    TableColumn(
      "ci_high", .number, unit: "that of the estimate",
      "upper end of the interval; empty like ci_low", required: false),
    TableColumn(
      "deviance", .number, unit: "1", "deviance of the curve, of shares over all runs",
      required: false, minimum: 0),
    TableColumn(
      "lack_of_fit_p", .number, unit: "1",
      "p-value of the misfit; if small, another curve is needed, or there is more scatter than the binomial distribution explains",
      required: false, minimum: 0, maximum: 1),
    TableColumn(
      "dispersion", .number, unit: "1",
      "Pearson's sum over its degrees of freedom; about 1 for events around the right curve",
      required: false, minimum: 0),
    TableColumn("converged", .flag, "whether there is a finite curve and it was found"),
    DoseResponseStatus.column,
    TableColumn(
      "message", .string, "a remark on the row; empty if there is none", required: false),
  ]
}

extension ResultTable {
  static let doseResponses = ResultTable(
    schema: .doseResponses,
    columns: { $0.study.analysis.doseResponses.isEmpty ? nil : .doseResponses },
    rows: .ofStudy { results, table in
      for row in try doseResponseRows(of: results) {
        for cell in row { table.write(cell.csv) }
        table.endRow()
      }
      return []
    })
}

/// The rows of all requests, combination by combination in design order.
func doseResponseRows(of results: StudyResults) throws -> [[Cell]] {
  let points = results.points.map(\.point)
  return try results.study.analysis.doseResponses.flatMap { request in
    try results.study.combinations(of: points, apartFrom: request.factor).flatMap { combination in
      let data = try gatheredDoses(request, combination, in: results)
      let curve = DoseResponseRows(
        factor: request.factor.name, response: request.response.rawValue, link: request.link,
        levels: request.levels, data: data, confidence: results.study.analysis.confidence)
      let others = results.texts(fixedIn: combination).map(\.cell)
      return curve.cells.map { others + $0 }
    }
  }
}

/// The curves that a study asks for, with all columns of `dose_responses.csv`.
package func doseResponseTable(of results: StudyResults) throws -> PrintedTable {
  PrintedTable(
    columns: TableSchema.doseResponses.with(results).columns.map(\.name),
    rows: try doseResponseRows(of: results))
}

/// A curve through counts or shares of any origin, with the columns of `dose_responses.csv` from
/// `factor` on.
package func doseResponseTable(_ curve: DoseResponseRows) -> PrintedTable {
  PrintedTable(columns: TableSchema.doseResponseColumns.map(\.name), rows: curve.cells)
}
