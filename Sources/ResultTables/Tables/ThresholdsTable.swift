import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A search, as `thresholds.csv` has it.
private struct ThresholdRow {
  /// The parameters that the search leaves alone.
  let others: [ParameterCell]
  let asked: ThresholdDesign
  let made: ThresholdSearch
  let runs: Int
  let failure: FailedRun?
}

private let thresholdColumns: Columns<ThresholdRow> = [
  .text("factor", "the factor that was searched") { $0.asked.factor.name },
  .text("response", "the response whose mean crosses the target") { $0.asked.response.rawValue },
  .real("target", unit: "that of the response", "the target: the mean searched for") {
    $0.asked.target
  },
  .real(
    "estimate", unit: "that of the factor",
    "the level at which the mean response is the target; empty where status says why",
    required: false
  ) { $0.made.estimate?.level },
  .interval(
    unit: "that of the factor",
    low: "lower end of the interval: the levels around the crossing whose mean does not differ "
      + "significantly from the target; empty where it is open, or there is none",
    high: "upper end of the interval; empty like ci_low"
  ) { row in row.made.estimate.map { ($0.lower, $0.upper) } },
  .whole("runs", unit: "runs", "runs of the search", minimum: 0) { $0.runs },
  .flag("converged", "whether the interval has the half-width asked for") {
    $0.made.outcome == .narrowEnough
  },
  .status(
    plain: ThresholdStatus.unfinished,
    message: "whether the mean is rising or falling through the target; then remarks",
    required: true
  ) { ThresholdWords($0.asked, $0.made, failure: $0.failure).remarks },
]

extension TableSchema {
  package static let thresholds = TableSchema(
    name: "thresholds",
    row: "where a mean response crosses the target, within one combination of the other factors",
    columns: TableColumn.parameters.map(\.optional) + thresholdColumns.described,
    key: TableColumn.parameters.map(\.name) + ["factor", "response"], refersToPoints: false)
}

extension ResultTable {
  static let thresholds = ResultTable(
    schema: .thresholds, columns: { $0.study.threshold == nil ? nil : .thresholds },
    rows: .ofStudy { results, tables in
      for row in try thresholdRows(of: results) {
        tables[.thresholds].writeRow(
          row, thresholdColumns, after: PreparedFields(row.others.map(\.cell)))
      }
      return []
    })
}

/// The searches of a study, in design order.
private func thresholdRows(of results: CountedRuns) throws -> [ThresholdRow] {
  guard let asked = results.study.threshold else { return [] }
  let points = results.points.map(\.point)
  let strata = results.study.strata(of: points, apartFrom: asked.factor)
  return try zip(strata, results.searches).map { stratum, made in
    let places = stratum.places.map { results.points[$0] }
    return ThresholdRow(
      others: results.cells(fixedIn: stratum), asked: asked, made: made,
      runs: places.reduce(0) { $0 + $1.found },
      failure: made.outcome == .runFailed ? try results.firstFailure(of: places) : nil)
  }
}
