import DurableFiles
import RunStore
import SpreadModel
import Statistics
import StudyFiles

extension TableSchema {
  package static let summary = TableSchema(
    name: "summary", row: "one response of a point",
    columns: [.point] + TableColumn.parameters + [
      TableColumn(
        "response", .string, "name of the response", allowed: Response.allCases.map(\.rawValue)),
      TableColumn("unit", .string, "unit of the statistics; of people, steps, cells or 1"),
      TableColumn("n", .integer, unit: "runs", "runs that finished", minimum: 0),
      TableColumn(
        "n_reached", .integer, unit: "runs", "of these, runs that have a value", minimum: 0),
      statistic("mean", "mean; empty if some runs have no value"),
      statistic("sd", "standard deviation (n - 1); empty if some runs have no value"),
      statistic("se", "standard error of the mean"),
      statistic("ci_low", "lower end of the mean's interval"),
      statistic("ci_high", "upper end of the mean's interval"),
      TableColumn(
        "ci_level", .number, unit: "1", "confidence level of the intervals", minimum: 0, maximum: 1),
      TableColumn(
        "ci_method", .string, "how the mean's interval is made", required: false,
        allowed: ["t", "wilson", "bootstrap_bca"]),
      statistic("min", "smallest value"),
      statistic("q05", "5 % quantile; of times by Kaplan-Meier where censored"),
      statistic("q25", "25 % quantile; of times by Kaplan-Meier where censored"),
      statistic("median", "median; of times by Kaplan-Meier where censored"),
      statistic("median_ci_low", "lower end of the median's interval"),
      statistic("median_ci_high", "upper end of the median's interval"),
      statistic("q75", "75 % quantile; of times by Kaplan-Meier where censored"),
      statistic("q95", "95 % quantile; of times by Kaplan-Meier where censored"),
      statistic("max", "largest value; empty for times that were not always reached"),
    ],
    key: ["point", "response"])

  private static func statistic(_ name: String, _ meaning: String) -> TableColumn {
    TableColumn(name, .number, unit: "that of the response", meaning, required: false)
  }
}

/// The responses of one point's finished runs.
struct ResponseTally {
  let responses: ResponseList
  private let steps: Int?
  private let maxSteps: Int
  private(set) var runs = 0
  private var values: [Tally]
  private var censored: [Tally]

  /// - Parameters:
  ///   - maxSteps: after which runs of the point end.
  ///   - spool: where values go that are too many for memory.
  init(_ responses: ResponseList, maxSteps: Int, spool: SpoolFile) {
    self.responses = responses
    self.maxSteps = maxSteps
    steps = responses.place(of: .steps)
    values = [Tally](repeating: Tally(spool: spool), count: responses.responses.count)
    censored = values
  }

  /// - Parameter block: its columns in the order of `responses`.
  mutating func add(_ block: RunColumns) {
    var rows: [Int] = []
    rows.reserveCapacity(block.wanted.count)
    block.visit { _, row in if let row { rows.append(row) } }
    runs += rows.count
    for (index, column) in block.responses.enumerated() {
      for row in rows {
        if let value = column[row] {
          values[index].add(value)
        } else {
          let steps = steps.flatMap { block.responses[$0][row] } ?? 0
          censored[index].add(
            block.stopReasons[row].lastKnownStep(steps, maxSteps: maxSteps))
        }
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
    columns: { $0.posterior == nil ? .summary : nil },
    rows: .ofPoints { pass, _ in SummaryRows(pass) })
}

/// The rows of a point in `summary.csv`, one per response.
private final class SummaryRows: PointRows {
  private let pass: PointPass
  private var tally: ResponseTally

  init(_ pass: PointPass) {
    self.pass = pass
    tally = ResponseTally(
      pass.responses, maxSteps: pass.point.scenario.maxSteps, spool: pass.spool)
  }

  func add(_ runs: RunColumns) { tally.add(runs) }

  func join(_ next: SummaryRows) { tally.add(next.tally) }

  func finish(_ table: TableWriter) {
    let analysis = pass.study.analysis
    for (index, response) in tally.responses.responses.enumerated() {
      let values = tally.values(of: index)
      let row = SummaryStatistics(
        of: response, values: values, endings: tally.endings(of: index), analysis: analysis,
        key: pass.key)
      table.write(pass.fields)
      table.write(response.rawValue)
      table.write(response.unit)
      table.write(tally.runs)
      table.write(values.count)
      table.write(row.mean)
      table.write(row.sd)
      table.write(row.standardError)
      table.write(row.low)
      table.write(row.high)
      table.write(analysis.confidence)
      table.write(row.method)
      table.write(row.minimum)
      table.write(row.q05)
      table.write(row.q25)
      table.write(row.median)
      table.write(row.medianLow)
      table.write(row.medianHigh)
      table.write(row.q75)
      table.write(row.q95)
      table.write(row.maximum)
      table.endRow()
    }
  }
}
