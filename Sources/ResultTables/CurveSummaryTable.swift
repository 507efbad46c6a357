import DurableFiles
import RunStore
import SpreadModel
import Statistics
import StudyFiles

extension TableSchema {
  package static let curveSummary = TableSchema(
    name: "curve_summary", row: "one step of a point, over its recorded curves",
    columns: [.point] + TableColumn.parameters + [
      .step,
      TableColumn(
        "n", .integer, unit: "runs", "recorded curves; ended runs keep their last value",
        minimum: 0),
      TableColumn("mean", .number, unit: "people", "mean of the infected people"),
      TableColumn("sd", .number, unit: "people", "standard deviation (n - 1)", required: false),
      TableColumn(
        "ci_low", .number, unit: "people", "lower end of the mean's pointwise t interval",
        required: false),
      TableColumn(
        "ci_high", .number, unit: "people", "upper end of the mean's pointwise t interval",
        required: false),
      TableColumn("q05", .number, unit: "people", "5 % quantile"),
      TableColumn("q25", .number, unit: "people", "25 % quantile"),
      TableColumn("median", .number, unit: "people", "median"),
      TableColumn("q75", .number, unit: "people", "75 % quantile"),
      TableColumn("q95", .number, unit: "people", "95 % quantile"),
    ],
    key: ["point", "step"])

  /// With a row per series where people recover, and with the simultaneous band beside the pointwise
  /// interval where the study asks for it.
  fileprivate static func curveSummary(of study: Study) -> TableSchema {
    let bands = study.analysis.curveBands
    var schema = curveSummary
    if study.hasCourse, let place = schema.columns.firstIndex(where: { $0.name == "step" }) {
      schema.columns.insert(
        TableColumn(
          "series", .string, "who is counted: a column of curves.csv",
          allowed: CurveSeries.allCases.map(\.rawValue)), at: place + 1)
      schema.key.append("series")
      for place in schema.columns.indices where schema.columns[place].name == "mean" {
        schema.columns[place].meaning = "mean of the people whom `series` counts"
      }
    }
    guard bands == .simultaneous else { return schema }
    let meaning = "end of the band that holds for the mean at all steps together"
    schema.columns += [
      TableColumn(
        "simultaneous_low", .number, unit: "people", "lower \(meaning)", required: false),
      TableColumn(
        "simultaneous_high", .number, unit: "people", "upper \(meaning)", required: false),
    ]
    return schema
  }
}

/// The recorded curves of one point, step by step.
struct CurveTally {
  private var running: [Tally] = []  // by step: runs that have that step
  private var ended: [Tally] = []  // by step: last values of runs whose last step it is

  private let spool: SpoolFile

  /// - Parameter spool: where values go that are too many for memory.
  init(spool: SpoolFile) {
    self.spool = spool
  }

  var isEmpty: Bool { running.isEmpty }

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
      running.append(Tally(spool: spool))
      ended.append(Tally(spool: spool))
    }
  }

  var stepCount: Int { running.count }

  /// The distributions step by step; a run that has ended keeps its last value.
  struct Steps {
    private let tally: CurveTally
    private var finished: Tally
    private var step = 0

    init(_ tally: CurveTally) {
      self.tally = tally
      finished = Tally(spool: tally.spool)
    }

    mutating func next() -> SortedTally {
      var all = tally.running[step]
      all.add(finished)
      finished.add(tally.ended[step])
      step += 1
      return all.sorted()
    }
  }
}

extension ResultTable {
  static let curveSummary = ResultTable(
    schema: .curveSummary,
    columns: {
      $0.study.record.curves == .none || $0.posterior != nil ? nil : .curveSummary(of: $0.study)
    },
    rows: .ofPoints { pass, _ in CurveSummaryRows(pass) })
}

/// The rows of a point in `curve_summary.csv`: one per step, or per step and series.
private final class CurveSummaryRows: PointRows {
  private let pass: PointPass
  private let namesSeries: Bool
  private let wantsBand: Bool
  private var series: [(name: CurveSeries, tally: CurveTally, curves: PointCurves)]

  init(_ pass: PointPass) {
    self.pass = pass
    namesSeries = pass.responses.describeCourse
    wantsBand = pass.study.analysis.curveBands == .simultaneous
    series = (namesSeries ? CurveSeries.allCases : [.infected]).map {
      ($0, CurveTally(spool: pass.spool), PointCurves())
    }
  }

  func add(_ runs: RunColumns) {
    runs.visit { replicate, _ in
      if let curves = runs.curve(of: replicate) { add(curves) }
    }
  }

  private func add(_ curves: RunCurves) {
    for place in series.indices {
      guard let values = series[place].name.values(of: curves) else { continue }
      series[place].tally.add(values)
      if wantsBand { series[place].curves.add(values) }
    }
  }

  func join(_ next: CurveSummaryRows) {
    for place in series.indices {
      series[place].tally.add(next.series[place].tally)
      series[place].curves.add(next.series[place].curves)
    }
  }

  func finish(_ table: TableWriter) {
    let bands = series.map { series in
      wantsBand
        ? CurveBand(
          series.curves.sample(series.curves.steps), level: pass.study.analysis.confidence,
          key: pass.key) : nil
    }
    var walks = series.map { CurveTally.Steps($0.tally) }
    for step in 0..<(series.first?.tally.stepCount ?? 0) {
      for place in series.indices {
        table.write(pass.fields)
        table.write(step)
        if namesSeries { table.write(series[place].name.rawValue) }
        write(walks[place].next(), bands[place], to: table)
        table.endRow()
      }
    }
  }

  private func write(_ values: SortedTally, _ band: CurveBand?, to table: TableWriter) {
    let moments = values.moments()
    let interval = meanInterval(
      moments, count: values.count, level: pass.study.analysis.confidence)
    table.write(values.count)
    table.write(moments.mean)
    table.write(moments.sd)
    table.write(interval?.lower)
    table.write(interval?.upper)
    for q in [0.05, 0.25, 0.5, 0.75, 0.95] { table.write(values.quantile(q)) }
    guard wantsBand else { return }
    let reach = moments.sd.flatMap { sd in
      band.map { $0.factor * sd / Double(values.count).squareRoot() }
    }
    table.write(reach.map { moments.mean - $0 })
    table.write(reach.map { moments.mean + $0 })
  }
}
