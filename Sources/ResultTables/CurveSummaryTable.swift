import DurableFiles
import RunStore
import Statistics
import StudyFiles

extension TableSchema {
  package static let curveSummary = TableSchema(
    name: "curve_summary", row: "one step of a point, over its recorded curves",
    columns: [.point] + TableColumn.parameters + [
      .step,
      TableColumn("n", .integer, unit: "runs", "recorded curves; ended runs keep their last value"),
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

  /// With the simultaneous band beside the pointwise interval where the study asks for it.
  fileprivate static func curveSummary(_ bands: CurveBands) -> TableSchema {
    var schema = curveSummary
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
    while running.count < curve.count {
      running.append(Tally(spool: spool))
      ended.append(Tally(spool: spool))
    }
    for (step, infected) in curve.enumerated() { running[step].add(Double(infected)) }
    ended[curve.count - 1].add(Double(curve[curve.count - 1]))
  }

  /// The distribution at each step; a run that has ended keeps its last value.
  func forEachStep(_ body: (_ step: Int, _ values: SortedTally) -> Void) {
    var finished = Tally(spool: spool)
    for (step, tally) in running.enumerated() {
      var all = tally
      all.add(finished)
      body(step, all.sorted())
      finished.add(ended[step])
    }
  }
}

extension ResultTable {
  static let curveSummary = ResultTable(
    schema: .curveSummary,
    columns: {
      $0.study.record.curves == .none ? nil : .curveSummary($0.study.analysis.curveBands)
    },
    rows: .ofPoints { CurveSummaryRows($0, table: $1) })
}

/// The rows of a point in `curve_summary.csv`, one per step.
private final class CurveSummaryRows: PointRows {
  private let table: TableWriter
  private let pass: PointPass
  private var tally: CurveTally

  init(_ pass: PointPass, table: TableWriter) {
    self.table = table
    self.pass = pass
    tally = CurveTally(spool: pass.spool)
  }

  func add(_ run: RunRecord) {
    if case .ok(_, _, let curve?, _) = run.outcome { tally.add(curve) }
  }

  func finish() {
    let level = pass.study.analysis.confidence
    let wantsBand = pass.study.analysis.curveBands == .simultaneous
    let band =
      wantsBand
      ? CurveBand(pass.curves.sample(pass.curves.steps), level: level, key: pass.key) : nil
    tally.forEachStep { step, values in
      let moments = values.moments()
      let interval = meanInterval(moments, count: values.count, level: level)
      table.write(pass.fields)
      table.write(step)
      table.write(values.count)
      table.write(moments.mean)
      table.write(moments.sd)
      table.write(interval?.lower)
      table.write(interval?.upper)
      for q in [0.05, 0.25, 0.5, 0.75, 0.95] { table.write(values.quantile(q)) }
      if wantsBand {
        let reach = moments.sd.flatMap { sd in
          band.map { $0.factor * sd / Double(values.count).squareRoot() }
        }
        table.write(reach.map { moments.mean - $0 })
        table.write(reach.map { moments.mean + $0 })
      }
      table.endRow()
    }
  }
}
