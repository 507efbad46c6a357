import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

let doseResponseColumns: Columns<DoseResponseRow> = [
  .text("factor", "the factor whose levels are the doses") { $0.curve.factor },
  .text("response", "the event or share whose mean is the curve") { $0.curve.response },
  .text(
    "link", "how the mean follows from intercept + slope x dose",
    allowed: ResponseLink.allCases.map(\.rawValue)
  ) { $0.curve.link.rawValue },
  .text(
    "parameter",
    "intercept, slope, floor, plateau, or dose_ and a mean response: the dose at which it is reached"
  ) { $0.parameter },
  .real(
    "estimate", unit: "dose unit; slope: 1/dose unit; intercept: 1",
    "maximum-likelihood estimate; empty where status says why", required: false
  ) { $0.estimate },
  .real(
    "std_error", unit: unitOfEstimate, "standard error; of a dose by the delta method",
    required: false, minimum: 0
  ) { $0.error },
  .interval(
    unit: unitOfEstimate,
    low:
      "lower end of the profile-likelihood interval; empty where it is open, or there is none",
    high: "upper end of the interval; empty like ci_low"
  ) { $0.set?.ends },
  .real(
    "deviance", unit: "1", "deviance of the curve, of shares over all runs", required: false,
    minimum: 0
  ) { $0.curve.deviance },
  .real(
    "lack_of_fit_p", unit: "1",
    "p-value of the lack of fit; if small, the curve has another form, or the values vary more than "
      + "the binomial distribution allows",
    required: false, minimum: 0, maximum: 1
  ) { $0.curve.fit?.scatter.lackOfFitP },
  .real(
    "dispersion", unit: "1",
    "Pearson's sum over its degrees of freedom; about 1 for events around the right curve",
    required: false, minimum: 0
  ) { $0.curve.fit?.scatter.dispersion },
  .flag("converged", "whether there is a finite curve and it was found") {
    $0.curve.fit?.converged == true
  },
  .status(
    plain: DoseResponseStatus.ok, message: "a remark on the row; empty if there is none"
  ) { $0.remarks },
]

private let unitOfEstimate = "that of the estimate"

extension TableSchema {
  package static let doseResponses = TableSchema(
    name: "dose_responses",
    row:
      "a parameter of a dose-response curve, or a dose, within one combination of the other factors, over all runs",
    columns: TableColumn.parameters.map(\.optional) + doseResponseColumns.described,
    key: TableColumn.parameters.map(\.name) + ["factor", "response", "link", "parameter"],
    refersToPoints: false)
}

extension ResultTable {
  static let doseResponses = ResultTable(
    schema: .doseResponses,
    columns: { $0.study.analysis.doseResponses.isEmpty ? nil : .doseResponses },
    rows: .ofStudy { results, tables in
      for (others, curve) in try doseResponseCurves(of: results) {
        let fields = PreparedFields(others.map(\.cell))
        for row in curve.rows {
          tables[.doseResponses].writeRow(row, doseResponseColumns, after: fields)
        }
      }
      return []
    })
}

/// The curves of all requests, combination by combination in design order.
private func doseResponseCurves(
  of results: CountedRuns
) throws -> [(others: [ParameterCell], curve: DoseResponseRows)] {
  let points = results.points.map(\.point)
  return try results.study.analysis.doseResponses.flatMap { request in
    let strata = results.study.strata(of: points, apartFrom: request.factor)
    return try results.mapped(strata.count) {
      place -> (others: [ParameterCell], curve: DoseResponseRows) in
      let stratum = strata[place]
      let data = try gatheredDoses(request, stratum, in: results)
      let curve = DoseResponseRows(
        factor: request.factor.name, response: request.response.rawValue, link: request.link,
        levels: request.levels, ends: request.ends, data: data,
        confidence: results.study.analysis.confidence)
      return (results.cells(fixedIn: stratum), curve)
    }
  }
}

/// The curves that a study asks for, with all columns of `dose_responses.csv`.
package func doseResponseTable(of results: CountedRuns) throws -> PrintedTable {
  PrintedTable(
    columns: TableSchema.doseResponses.with(results).columns,
    rows: try doseResponseCurves(of: results).flatMap { others, curve in
      curve.rows.map { others.map(\.cell) + doseResponseColumns.cells($0) }
    })
}

/// A curve through counts or shares of any origin, with the columns of `dose_responses.csv` from
/// `factor` on.
package func doseResponseTable(_ curve: DoseResponseRows) -> PrintedTable {
  PrintedTable(doseResponseColumns, rows: curve.rows)
}
