import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// A step of a point over its recorded curves, as `curve_summary.csv` and `curve_summary_given.csv` have it.
private struct CurveSummaryRow {
  /// The response that is 1 in these runs; nil of all runs.
  let given: Response?
  let step: Int
  let series: CurveSeries
  let values: SortedTally
  let moments: (mean: Double, sd: Double?)
  let interval: Interval?
  /// Half the width of the simultaneous band.
  let reach: Double?
}

/// - Parameters:
///   - all: with a row for each of these series; nil where there is one.
///   - hasBand: with the simultaneous band beside the pointwise interval.
///   - isGiven: with the condition on the runs of a row.
private func curveSummaryColumns(
  series all: [CurveSeries]?, hasBand: Bool, isGiven: Bool
) -> Columns<CurveSummaryRow> {
  let series: Columns<CurveSummaryRow> = [
    .text(
      "series", "who is counted: a column of curves.csv",
      allowed: (all ?? []).map(\.rawValue)
    ) { $0.series.rawValue }
  ]
  func quantile(_ name: String, _ words: String, _ share: Double) -> Columns<CurveSummaryRow> {
    .real(name, unit: "people", words) { $0.values.quantile(share) }
  }
  func end(_ name: String, _ word: String, _ sign: Double) -> Columns<CurveSummaryRow> {
    .real(
      name, unit: "people",
      "\(word) end of the simultaneous band of the mean over all steps; empty for fewer than "
        + "\(CurveBand.fewestCurves) curves", required: false
    ) { row in row.reach.map { row.moments.mean + sign * $0 } }
  }
  return [
    isGiven ? [.given { $0.given }] : [],
    .column(.step) { .whole($0.step) },
    all == nil ? [] : series,
    .whole(
      "n", unit: "runs", "recorded curves; ended runs keep their last value", minimum: 0
    ) { $0.values.count },
    .real(
      "mean", unit: "people",
      all == nil ? "mean of the infected people" : "mean of the people whom `series` counts"
    ) { $0.moments.mean },
    .real("sd", unit: "people", "standard deviation (n - 1)", required: false) { $0.moments.sd },
    .interval(
      unit: "people", low: "lower end of the mean's pointwise t interval",
      high: "upper end of the mean's pointwise t interval"
    ) { $0.interval?.ends },
    quantile("q05", "5 % quantile", 0.05), quantile("q25", "25 % quantile", 0.25),
    quantile("median", "median", 0.5), quantile("q75", "75 % quantile", 0.75),
    quantile("q95", "95 % quantile", 0.95),
    hasBand ? [end("simultaneous_low", "lower", -1), end("simultaneous_high", "upper", 1)] : [],
  ]
}

extension TableSchema {
  package static let curveSummary = curveSummary(series: nil, hasBand: false, isGiven: false)
  package static let curveSummaryGiven = curveSummary(
    series: nil, hasBand: false, isGiven: true)

  fileprivate static func curveSummary(
    series: [CurveSeries]?, hasBand: Bool, isGiven: Bool
  ) -> TableSchema {
    TableSchema(
      name: isGiven ? "curve_summary_given" : "curve_summary",
      row: isGiven
        ? "one step of a point, over the recorded curves of the runs in which a response is 1"
        : "one step of a point, over its recorded curves",
      columns: [.point] + TableColumn.parameters
        + curveSummaryColumns(series: series, hasBand: hasBand, isGiven: isGiven)
        .described,
      key: ["point"] + (isGiven ? ["given"] : []) + ["step"] + (series == nil ? [] : ["series"]))
  }

  /// Nil where the study keeps no curves.
  fileprivate static func curveSummary(of results: CountedRuns, isGiven: Bool) -> TableSchema? {
    let study = results.study
    guard study.record.curves != .none, results.abc == nil else { return nil }
    return curveSummary(
      series: study.namedSeries, hasBand: study.analysis.curveBands == .simultaneous,
      isGiven: isGiven)
  }
}

extension Study {
  /// Those whose names stand in `curve_summary.csv`; nil of the infected alone.
  fileprivate var namedSeries: [CurveSeries]? {
    let series = curveSeries
    return series == [.infected] ? nil : series
  }
}

/// The recorded curves of one point, step by step.
struct CurveTally {
  private var running: [Tally] = []  // by step: runs that have that step
  private var ended: [Tally] = []  // by step: last values of runs whose last step it is

  mutating func add(_ curve: [UInt32]) {
    makeRoom(for: curve.count)
    for (step, infected) in curve.enumerated() { running[step].add(Double(infected)) }
    ended[curve.count - 1].add(Double(curve[curve.count - 1]))
  }

  mutating func add(_ others: CurveTally) {
    makeRoom(for: others.stepCount)
    for step in others.running.indices {
      running[step].add(others.running[step])
      ended[step].add(others.ended[step])
    }
  }

  private mutating func makeRoom(for steps: Int) {
    while running.count < steps {
      running.append(Tally())
      ended.append(Tally())
    }
  }

  var stepCount: Int { running.count }

  /// The distributions step by step; a run that has ended keeps its last value.
  struct Steps {
    private let tally: CurveTally
    private var finished = Tally()
    private var step = 0

    init(_ tally: CurveTally) { self.tally = tally }

    mutating func next() -> SortedTally {
      var all = tally.running[step]
      all.add(finished)
      finished.add(tally.ended[step])
      step += 1
      return all.sorted()
    }
  }
}

extension CountedRuns {
  /// Passes the infected people of a point's recorded curves by, step by step, as `curve_summary.csv`
  /// sums them up.
  ///
  /// - Throws: `WordedError` where they cannot be read.
  package func forEachStep(ofPoint number: Int, _ body: (SortedTally) -> Void) throws {
    var tally = CurveTally()
    try forEachBlock(
      of: points[number], replicates: 0..<points[number].replicates, wanted: [], [.curves]
    ) { runs in
      runs.visit { replicate, _ in
        if let curves = runs.curve(of: replicate) { tally.add(curves.infected) }
      }
    }
    var steps = CurveTally.Steps(tally)
    for _ in 0..<tally.stepCount { body(steps.next()) }
  }
}

extension ResultTable {
  static let curveSummary = ResultTable(
    schema: .curveSummary,
    columns: { .curveSummary(of: $0, isGiven: false) },
    wholeSchema: .curveSummary(series: CurveSeries.allCases, hasBand: true, isGiven: false),
    rows: .ofPoints { pass, _ in CurveSummaryRows(pass, .curveSummary, given: [nil]) })

  static let curveSummaryGiven = ResultTable(
    schema: .curveSummaryGiven,
    columns: { $0.conditions.isEmpty ? nil : .curveSummary(of: $0, isGiven: true) },
    wholeSchema: .curveSummary(series: CurveSeries.allCases, hasBand: true, isGiven: true),
    rows: .ofPoints { pass, _ in CurveSummaryRows(pass, .curveSummaryGiven, given: pass.conditions)
    })
}

/// The rows of a point in `curve_summary.csv` or `curve_summary_given.csv`: one per condition and step, or per
/// condition, step and series.
private final class CurveSummaryRows: PointRows {
  /// The runs with a condition, or all runs.
  private struct Part {
    let given: Response?
    /// The index of its column among the responses.
    let condition: Int?
    var series: [(name: CurveSeries, tally: CurveTally, curves: CurveSample)]
  }

  private let pass: PointPass
  private let schema: TableSchema
  private let wantsBand: Bool
  private var parts: [Part]

  /// - Parameter given: the conditions; nil takes all runs.
  init(_ pass: PointPass, _ schema: TableSchema, given: [Response?]) {
    self.pass = pass
    self.schema = schema
    wantsBand = pass.study.analysis.curveBands == .simultaneous
    let series = pass.study.curveSeries
    parts = given.map { given in
      Part(
        given: given, condition: given.flatMap(pass.responses.place),
        series: series.map { ($0, CurveTally(), CurveSample()) })
    }
  }

  func add(_ runs: RunColumns) {
    runs.visit { replicate, row in
      guard let row, let curves = runs.curve(of: replicate) else { return }
      for part in parts.indices
      where parts[part].condition.map({ runs.responses[$0][row] == 1 })
        ?? (parts[part].given == nil)
      {
        add(curves, to: &parts[part])
      }
    }
  }

  private func add(_ curves: RunCurves, to part: inout Part) {
    for place in part.series.indices {
      guard let values = part.series[place].name.values(of: curves) else { continue }
      part.series[place].tally.add(values)
      if wantsBand { part.series[place].curves.add(values) }
    }
  }

  func join(_ next: CurveSummaryRows) {
    for part in parts.indices {
      for place in parts[part].series.indices {
        parts[part].series[place].tally.add(next.parts[part].series[place].tally)
        parts[part].series[place].curves.merge(next.parts[part].series[place].curves)
      }
    }
  }

  func finish(_ tables: TableWriters) {
    let columns = curveSummaryColumns(
      series: pass.study.namedSeries, hasBand: wantsBand,
      isGiven: parts.contains { $0.given != nil })
    for part in parts { finish(part, columns, tables[schema]) }
  }

  private func finish(_ part: Part, _ columns: Columns<CurveSummaryRow>, _ table: TableWriter) {
    let bands = part.series.map { series in
      wantsBand
        ? CurveBand(
          series.curves.few(0..<series.curves.length), level: pass.study.analysis.confidence,
          key: pass.key) : nil
    }
    var walks = part.series.map { CurveTally.Steps($0.tally) }
    for step in 0..<(part.series.first?.tally.stepCount ?? 0) {
      for place in part.series.indices {
        table.writeRow(
          row(part.given, step, part.series[place].name, walks[place].next(), bands[place]),
          columns,
          after: pass.fields)
      }
    }
  }

  private func row(
    _ given: Response?, _ step: Int, _ series: CurveSeries, _ values: SortedTally,
    _ band: CurveBand?
  ) -> CurveSummaryRow {
    let moments = values.moments()
    let reach = moments.sd.flatMap { sd in
      band.map { $0.factor * sd / Double(values.count).squareRoot() }
    }
    return CurveSummaryRow(
      given: given, step: step, series: series, values: values, moments: moments,
      interval: StudentEstimate(mean: moments.mean, sd: moments.sd, count: values.count)?
        .interval(level: pass.study.analysis.confidence),
      reach: reach)
  }
}
