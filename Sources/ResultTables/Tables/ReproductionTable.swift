import RunStore
import SpreadModel
import Statistics
import StudyFiles
package import Tables

/// Whom those infected in some steps of a point infected, and after how many steps.
struct ReproductionRow {
  let steps: ClosedRange<Int>
  /// Infections of these steps.
  let count: Int
  /// Nil where some runs ended before it was certain.
  let seen: (infected: SortedTally, intervals: SortedTally, mean: StudentEstimate?)?
  let level: Double

  init(
    _ steps: ClosedRange<Int>, _ cohort: InfectionCohorts.Cohort, isComplete: Bool, level: Double
  ) {
    self.steps = steps
    count = cohort.runs.reduce(0) { $0 + $1.group.count }
    seen =
      isComplete
      ? (
        cohort.infected.sorted(), cohort.intervals.sorted(),
        StudentEstimate(groups: cohort.runs.map(\.group))
      ) : nil
    self.level = level
  }

  /// Of the steps from an infection to those that it made; nil if it made none.
  fileprivate var intervals: SortedTally? {
    seen.flatMap { $0.intervals.count > 0 ? $0.intervals : nil }
  }
}

private let reproductionColumns: Columns<ReproductionRow> = [
  .whole("from_step", unit: "steps", "first step of the infections of this row", minimum: 0) {
    $0.steps.lowerBound
  },
  .whole(
    "to_step", unit: "steps",
    "last step of these; the first row of a point takes all complete steps together", minimum: 0
  ) { $0.steps.upperBound },
  .whole(
    "people", unit: "people",
    "people infected in these steps, introduced ones too, over the recorded replicates; whoever is infected again "
      + "counts again", minimum: 0
  ) { $0.count },
  .flag(
    "complete",
    "whether no run ended, by max_steps or stop.share, before these people had stopped infecting; if not, the "
      + "columns that follow are empty"
  ) { $0.seen != nil },
  .real(
    "reproduction_number", unit: "infections",
    "mean number of people whom one of them infected, zeros counted", required: false, minimum: 0
  ) { $0.seen?.infected.moments().mean },
  .real(
    "sd", unit: "people", "standard deviation (n - 1) of that number between people",
    required: false,
    minimum: 0
  ) { $0.seen?.infected.moments().sd },
  .interval(
    unit: "people",
    low:
      "lower end of the mean's t interval, by the spread between replicates, at least 0; empty without spread",
    high: "upper end of that interval"
  ) { row in row.seen?.mean?.ends(level: row.level, least: 0) },
  .real(
    "generation_mean", unit: "steps",
    "mean generation interval: steps from their infection to those they made", required: false,
    minimum: 0
  ) { $0.intervals?.moments().mean },
  .real(
    "generation_sd", unit: "steps", "standard deviation (n - 1) of these intervals",
    required: false,
    minimum: 0
  ) { $0.intervals?.moments().sd },
  generationQuantile("generation_q05", "5 % quantile", 0.05),
  generationQuantile("generation_q25", "25 % quantile", 0.25),
  generationQuantile("generation_median", "median", 0.5),
  generationQuantile("generation_q75", "75 % quantile", 0.75),
  generationQuantile("generation_q95", "95 % quantile", 0.95),
]

private func generationQuantile(
  _ name: String, _ words: String, _ share: Double
) -> Columns<ReproductionRow> {
  .real(name, unit: "steps", "\(words) of these intervals", required: false, minimum: 0) {
    $0.intervals?.quantile(share)
  }
}

extension TableSchema {
  package static let reproduction = TableSchema(
    name: "reproduction",
    row: "the people infected in one step of a point, or in all complete ones",
    columns: [.point] + TableColumn.parameters + reproductionColumns.described,
    key: ["point", "from_step", "to_step"])
}

extension ResultTable {
  static let reproduction = ResultTable(
    schema: .reproduction,
    columns: { $0.study.record.transmissions > 0 && $0.abc == nil ? .reproduction : nil },
    rows: .ofPoints { pass, _ in ReproductionRows(pass) })
}

private final class ReproductionRows: PointRows {
  private let pass: PointPass
  private var cohorts: InfectionCohorts

  init(_ pass: PointPass) {
    self.pass = pass
    cohorts = InfectionCohorts(pass.point.scenario)
  }

  func add(_ runs: RunColumns) {
    runs.visit { replicate, row in
      guard let row, let transmissions = runs.transmissions(of: replicate) else { return }
      cohorts.add(transmissions, replicate: replicate, runs.stopReasons[row])
    }
  }

  func join(_ next: ReproductionRows) { cohorts.add(next.cohorts) }

  func finish(_ tables: TableWriters) {
    let level = pass.study.analysis.confidence
    var rows: [ReproductionRow] = []
    if let (steps, all) = cohorts.complete, steps.count > 1 {
      rows.append(ReproductionRow(steps, all, isComplete: true, level: level))
    }
    for (step, cohort) in cohorts.steps.enumerated() where !cohort.runs.isEmpty {
      rows.append(
        ReproductionRow(
          step...step, cohort, isComplete: step <= cohorts.lastComplete, level: level))
    }
    for row in rows {
      tables[.reproduction].writeRow(row, reproductionColumns, after: pass.fields)
    }
  }
}
