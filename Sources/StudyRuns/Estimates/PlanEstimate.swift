import SpreadEngine
import SpreadModel
import Statistics
package import StudyFiles

/// What a plan will take, from its expected work and a few short probes.
package struct PlanEstimate: Sendable {
  package var points: Int
  /// Points that only serve final size curves.
  package let furtherPoints: Int
  /// Runs of the first round: all of them, unless precision decides.
  package var runs: Int
  /// Runs in the end; with a precision target by extrapolating the probes' intervals, of searches as
  /// many each as the first takes, of a selection as its first round says, or all they may have.
  package var expectedRuns: Double
  /// Whether the study may take far fewer: where a search is too long to be tried, `expectedRuns`, and time, memory and
  /// disk with them, are the most that it may take.
  package let isMost: Bool
  /// CPU time over all cores, in seconds.
  package var cpuSeconds: Double
  /// That of the runs of the first round.
  package let firstSeconds: Double
  /// Peak memory with the given number of threads, in bytes.
  package var memoryBytes: Double
  /// Size of the store and of all tables together, in bytes.
  package var diskBytes: Double
  /// Of a study of final values alone: how its runs are made.
  package private(set) var finalValues: FinalValuesEstimate?
  /// What there was no time for, one sentence each: there the numbers are those of the model alone.
  package private(set) var shortcuts: [String] = []

  /// Points whose expected work is looked at; the rest is taken to be like them.
  private static let mostPoints = 2_000

  /// Storing a run and writing its row: about as long as the smallest of runs take. Measured:
  /// docs/reliability.md, "Estimates".
  static let secondsToKeepRun = 2.5e-6
  /// Storing the runs of a point, however few.
  private static let secondsPerBlock = 0.1e-3
  /// A row of `summary.csv`, and of `curve_summary.csv`.
  private static let secondsPerSummary = 20e-6
  private static let secondsPerSummaryRow = 8e-6
  /// Of the program itself.
  package static let bytesOfProgram = 40e6
  /// Making the scenarios that are looked at may take so long.
  private static let secondsOfScenarios = 0.3

  /// Probes up to `mostProbes` points for about `seconds` in all.
  ///
  /// - Parameter clock: processor time in seconds; nil: of this thread.
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(
    _ study: Study, threads: Int, seconds: Double = 0.4, mostProbes: Int = 24,
    clock: (() -> Double)? = nil
  ) throws(StudyFileError) {
    let clock = clock ?? CostMeter.now
    points = Int(study.pointCount)
    furtherPoints = study.furtherPoints
    runs = (points + furtherPoints) * study.replicates.first
    let begin = clock()
    let sample = try study.scenarios(
      ofAbout: Self.mostPoints, until: { clock() - begin > Self.secondsOfScenarios },
      { ExpectedScenario($0, of: study) })
    let scenarios = sample.map(\.scenario)
    let work = sample.map(\.work)
    let curvesKept = study.record.curvesKept(of: runs, points: points)
    let probes = Probes(
      study, scenarios, work, curves: Double(curvesKept) / Double(max(1, points)), seconds: seconds,
      most: mostProbes, clock)
    let search = try SearchProbe(study, most: seconds, clock)
    if probes.isCutShort {
      shortcuts.append("the runs of some points are too long to be tried; so seconds are rough")
    }
    isMost = search?.isCutShort == true
    if isMost {
      shortcuts.append(
        "the first \(study.selection == nil ? "search" : "round") did not end within \(seconds) s, so nobody knows how "
          + "many runs there will be: time, memory and disk are those of all that the study may have"
      )
    }
    var growth = 1.0
    if let search {
      growth = search.expectedRuns / Double(max(1, runs))
    }
    expectedRuns = Double(runs) * probes.replicateGrowth.factor * growth
    let meanWork = work.reduce(0, +) / Double(max(1, work.count))
    var runSeconds =
      meanWork * Double(runs) * probes.workGrowth.factor * probes.secondsPerExpected
    firstSeconds =
      runSeconds + Double(runs) * Self.secondsToKeepRun + Double(points) * probes.secondsPerPoint
    if let search, search.runs > 0 {
      // Beside the runs, rounds begin and end threads, and their points have engines of their own.
      runSeconds =
        search.seconds / Double(search.runs) * expectedRuns + 0.01 * Double(search.rounds)
    } else {
      runSeconds *= growth
    }
    finalValues = try FinalValuesEstimate(study, scenarios, seconds: seconds / 2, clock)
    finalValues?.secondsByRuns = runSeconds
    if finalValues?.isCutShort == true {
      shortcuts.append("a pass is too long to be tried; so seconds are rough")
    }
    if let finalValues, finalValues.reason == nil {
      runSeconds =
        finalValues.secondsPerReplicate * Double(study.replicates.first)
        * probes.replicateGrowth.factor
    }
    let responses = Double(study.responses.responses.count)
    // Of all runs, and of those under each condition; large outbreaks are one where the study gives none.
    let conditions = study.analysis.given.count
    let parts = Double(1 + (conditions == 0 && probes.areOfTwoKinds ? 1 : conditions))
    let summaries = responses * parts
    cpuSeconds =
      runSeconds + expectedRuns * Self.secondsToKeepRun
      + Double(points) * summaries * Self.secondsPerSummary + 0.03
    // The seconds of a search have the engines of its points.
    if search == nil {
      cpuSeconds += Double(points) * (probes.secondsPerPoint + Self.secondsPerBlock)
    }
    if study.analysis.meanInterval == .bootstrapBCa {
      // 2,000 resamples of the values of each response.
      cpuSeconds += expectedRuns * responses * 2_000 * 1.5e-9
    }
    let expectedSteps = sample.reduce(0) { $0 + $1.steps } / Double(max(1, sample.count))
    let meanSteps = expectedSteps * (probes.stepsPerExpected ?? 1)
    let longest = expectedSteps * (probes.longestPerExpected ?? 1)
    let curves = Double(study.record.curvesKept(of: Int(saturating: expectedRuns), points: points))
    let series = Double(study.curveSeries.count)
    let tables = TableGrowth(study)
    let summaryRows = curves > 0 ? Double(points) * longest * series * parts : 0
    let fits = Dictionary(grouping: study.analysis.fits, by: \.to).mapValues { Double($0.count) }
    cpuSeconds +=
      summaryRows * Self.secondsPerSummaryRow
      + curves * (meanSteps * series * 0.1e-6 + probes.secondsPerCurveFit)
      + (curves > 0 ? Double(points) * probes.secondsPerMeanFit : 0)
      + tables.seconds(
        runs: expectedRuns / Double(max(1, points)), curves: curves / Double(max(1, points)),
        steps: longest)
    func most(_ value: (ExpectedScenario) -> Double) -> Double { sample.map(value).max() ?? 0 }
    let people = most { Double($0.scenario.grid.people) }
    let groups = most { Double($0.scenario.groups?.names.count ?? 0) }
    let (pointCount, all) = (points, runs)
    func first(_ replicates: Int) -> Double { Double(min(replicates * pointCount, all)) }
    // What is kept of single runs: in the store, and as text.
    let kept: [(rows: Double, stored: Double, text: Double)] = [
      (
        curves * meanSteps, study.hasCourse ? 6 : 2,
        (study.hasCourse ? 21 : 15.5) + 4 * Double(study.observed.count)
      ),
      (first(study.record.maps) * people, 1.5, 13),
      (first(study.record.transmissions) * (probes.meanInfections ?? people), 2.7, 15),
      (
        first(study.record.groups) * meanSteps * groups, study.hasCourse ? 4.5 : 2,
        study.hasCourse ? 26 : 22
      ),
    ]
    let packed = study.record.compress ? 0.27 : 1
    diskBytes =
      140_000 + Double(points) * (170 + 190 * summaries) + expectedRuns * (100 + 6 * responses)
      + summaryRows * 150 + kept.reduce(0) { $0 + $1.rows * ($1.stored + packed * $1.text) }
      + curves * (fits[.eachRun] ?? 0) * 1_900 + tables.diskBytes
    if curves > 0 { diskBytes += Double(points) * (fits[.meanCurve] ?? 0) * 1_900 }
    memoryBytes =
      Self.bytesOfProgram + Double(threads) * most(\.runBytes)
      + Double(points + furtherPoints) * PlanLimits.bytesPerPoint
      + study.edgeBytes + most(\.sharedBytes)
      + tables.bytes
      + Double(min(threads, points)) * Double(expectedRuns) / Double(max(1, points))
      * Double(study.listedResponses(scenarios)) * PlanLimits.bytesPerValue
    // Rows of points that wait for their turn in the tables.
    memoryBytes += Double(threads - 1) * min(diskBytes / Double(max(1, points)), 2e6)
    if curves > 0 {
      let unseen = series * 2_000 * most(\.steps)
      memoryBytes +=
        Double(min(threads, points)) * (probes.curveBytes > 0 ? probes.curveBytes : unseen)
    }
  }
}

/// What a run of a scenario is expected to take.
private struct ExpectedScenario {
  let scenario: Scenario
  /// Nanoseconds.
  let work: Double
  let steps: Double
  /// Memory of a run, and of what runs share.
  let runBytes, sharedBytes: Double

  init(_ scenario: Scenario, of study: Study) {
    self.scenario = scenario
    work = scenario.expectedWork
    steps = scenario.expectedSteps
    let contacts = scenario.contactMemory
    runBytes = scenario.runBytes(of: study) + contacts.ofRun
    sharedBytes = contacts.shared
  }
}

extension Record {
  /// How many of `runs` runs over `points` points keep their curve.
  func curvesKept(of runs: Int, points: Int) -> Int {
    switch curves {
    case .all: runs
    case .none: 0
    case .first(let count): min(runs, count * points)
    }
  }
}
