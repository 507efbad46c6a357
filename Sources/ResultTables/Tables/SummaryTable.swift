import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// One response of a point, as `summary.csv` and `summary_given.csv` have it.
private struct SummaryRow {
  /// The response that is 1 in these runs; nil of all runs.
  let given: Response?
  let response: Response
  /// Runs that finished, and those of them that have a value.
  let runs, reached: Int
  let level: Double
  let statistics: SummaryStatistics
}

private let summaryColumns: Columns<SummaryRow> = [
  .text("response", "name of the response", allowed: Response.allCases.map(\.rawValue)) {
    $0.response.rawValue
  },
  .text("unit", "unit of the statistics; of people, steps, cells or 1") { $0.response.unit },
  .whole("n", unit: "runs", "runs that finished", minimum: 0) { $0.runs },
  .whole("n_reached", unit: "runs", "of these, runs that have a value", minimum: 0) { $0.reached },
  statistic("mean", "mean; empty if some runs have no value") { $0.mean },
  statistic("sd", "standard deviation (n - 1); empty if some runs have no value") { $0.sd },
  statistic("se", "standard error of the mean") { $0.standardError },
  .interval(
    unit: unitOfResponse, low: "lower end of the mean's interval",
    high: "upper end of the mean's interval"
  ) { $0.statistics.interval?.ends },
  .real(
    "ci_level", unit: "1", "confidence level of the intervals", minimum: 0, maximum: 1
  ) { $0.level },
  .text(
    "ci_method", "how the mean's interval is made", required: false,
    allowed: ["t", "wilson", "bootstrap_bca"]
  ) { $0.statistics.interval?.method.rawValue },
  statistic("min", "smallest value") { $0.minimum },
  statistic("q05", "5 % quantile; of times by Kaplan-Meier where censored") { $0.q05 },
  statistic("q25", "25 % quantile; of times by Kaplan-Meier where censored") { $0.q25 },
  statistic("median", "median; of times by Kaplan-Meier where censored") { $0.median },
  statistic("median_ci_low", "lower end of the median's interval") { $0.medianLow },
  statistic("median_ci_high", "upper end of the median's interval") { $0.medianHigh },
  statistic("q75", "75 % quantile; of times by Kaplan-Meier where censored") { $0.q75 },
  statistic("q95", "95 % quantile; of times by Kaplan-Meier where censored") { $0.q95 },
  statistic("max", "largest value; empty for times that were not always reached") { $0.maximum },
]

private let givenColumns: Columns<SummaryRow> = [.given { $0.given }, summaryColumns]

private let unitOfResponse = "that of the response"

private func statistic(
  _ name: String, _ meaning: String, _ value: @escaping @Sendable (SummaryStatistics) -> Double?
) -> Columns<SummaryRow> {
  .real(name, unit: unitOfResponse, meaning, required: false) { value($0.statistics) }
}

extension TableSchema {
  package static let summary = TableSchema(
    name: "summary", row: "one response of a point",
    columns: [.point] + TableColumn.parameters + summaryColumns.described,
    key: ["point", "response"])

  package static let summaryGiven = TableSchema(
    name: "summary_given", row: "one response of a point, over the runs in which another is 1",
    columns: [.point] + TableColumn.parameters + givenColumns.described,
    key: ["point", "given", "response"])
}

/// The responses of one point's finished runs, or of those in which a response is 1.
struct ResponseTally {
  let responses: ResponseList
  let given: Response?
  private let condition: Int?
  private let steps: Int?
  private let maxSteps: Int
  private(set) var runs = 0
  private var values: [Tally]
  private var censored: [Tally]

  /// - Parameters:
  ///   - given: which must be 1; nil of all runs.
  ///   - maxSteps: after which runs of the point end.
  init(_ responses: ResponseList, given: Response? = nil, maxSteps: Int) {
    self.responses = responses
    self.given = given
    condition = given.flatMap(responses.place(of:))
    self.maxSteps = maxSteps
    steps = responses.place(of: .steps)
    values = [Tally](repeating: Tally(), count: responses.responses.count)
    censored = values
  }

  /// - Parameter block: its columns in the order of `responses`.
  mutating func add(_ block: RunColumns) {
    var rows = block.wantedRows
    // A condition that the runs do not have holds in none of them.
    if given != nil {
      rows.removeAll { row in condition.map { block.responses[$0][row] != 1 } ?? true }
    }
    runs += rows.count
    for (index, column) in block.responses.enumerated() {
      let (found, missing) = column.values(in: rows)
      values[index].add(found)
      for row in missing {
        let steps = steps.flatMap { block.responses[$0][row] } ?? 0
        censored[index].add(
          responses.responses[index].lastKnown(
            endedBy: block.stopReasons[row], steps: steps, maxSteps: maxSteps) ?? 0)
      }
    }
  }

  /// Runs of further replicates.
  mutating func add(_ others: ResponseTally) {
    runs += others.runs
    for index in values.indices {
      values[index].add(others.values[index])
      censored[index].add(others.censored[index])
    }
  }

  func values(of index: Int) -> SortedTally { values[index].sorted() }
  /// Up to when the runs without a value are known: the censoring times of a time that was not reached.
  func endings(of index: Int) -> SortedTally { censored[index].sorted() }
}

extension ResultTable {
  static let summary = ResultTable(
    schema: .summary,
    // A draw of a calibration is run so often as was observed: that is no sample to be summarized.
    columns: { $0.abc == nil ? .summary : nil },
    rows: .ofPoints { pass, _ in SummaryRows(pass, .summary, summaryColumns, given: [nil]) })

  static let summaryGiven = ResultTable(
    schema: .summaryGiven,
    columns: { $0.abc == nil && !$0.conditions.isEmpty ? .summaryGiven : nil },
    rows: .ofPoints { pass, _ in
      SummaryRows(pass, .summaryGiven, givenColumns, given: pass.conditions)
    })
}

/// The rows of a point in `summary.csv` or `summary_given.csv`, one per condition and response.
private final class SummaryRows: PointRows {
  private let pass: PointPass
  private let schema: TableSchema
  private let columns: Columns<SummaryRow>
  private var tallies: [ResponseTally]

  /// - Parameter given: the conditions; nil takes all runs.
  init(
    _ pass: PointPass, _ schema: TableSchema, _ columns: Columns<SummaryRow>, given: [Response?]
  ) {
    self.pass = pass
    self.schema = schema
    self.columns = columns
    tallies = given.map {
      ResponseTally(
        pass.responses, given: $0, maxSteps: pass.point.scenario.maxSteps)
    }
  }

  func add(_ runs: RunColumns) {
    for index in tallies.indices { tallies[index].add(runs) }
  }

  func join(_ next: SummaryRows) {
    for index in tallies.indices { tallies[index].add(next.tallies[index]) }
  }

  func finish(_ tables: TableWriters) {
    let analysis = pass.study.analysis
    // Most responses have as many values.
    var ranks: [Int: SortedSample.QuantileRanks] = [:]
    func medianRanks(_ count: Int) -> SortedSample.QuantileRanks {
      let found =
        ranks[count]
        ?? SortedSample.quantileRanks(count: count, p: 0.5, level: analysis.confidence)
      ranks[count] = found
      return found
    }
    for tally in tallies {
      for (index, response) in tally.responses.responses.enumerated()
      where pass.has(response) && (tally.given == nil || !response.isOncePerFamily) {
        let values = tally.values(of: index)
        let row = SummaryRow(
          given: tally.given, response: response, runs: tally.runs, reached: values.count,
          level: analysis.confidence,
          statistics: SummaryStatistics(
            of: response, values: values, endings: tally.endings(of: index), analysis: analysis,
            key: pass.key, medianRanks: medianRanks))
        tables[schema].writeRow(row, columns, after: pass.fields)
      }
    }
  }
}
