import SpreadEngine
import SpreadModel
package import StudyFiles

/// What a plan will take, from its expected work and a few short probes.
package struct PlanEstimate: Sendable {
  package var points: Int
  /// Runs of the first round: all of them, unless precision decides.
  package var runs: Int
  /// Runs in the end; with a precision target by extrapolating the probes' intervals, of searches
  /// all they may have.
  package var expectedRuns: Double
  /// CPU time over all cores, in seconds.
  package var cpuSeconds: Double
  /// Peak memory with the given number of threads, in bytes.
  package var memoryBytes: Double
  /// Size of the store and of all tables together, in bytes.
  package var diskBytes: Double

  /// Points whose expected work is looked at; the rest is taken to be like them.
  private static let mostPoints = 2_000

  /// Probes up to `mostProbes` points for about `seconds` in all.
  ///
  /// - Throws: `StudyFileError` where points turn out to be invalid.
  package init(
    _ study: Study, threads: Int, seconds: Double = 0.4, mostProbes: Int = 24
  ) throws(StudyFileError) {
    points = Int(study.pointCount)
    runs = points * study.replicates.first
    let sample = try study.scenarios(ofAbout: Self.mostPoints)
    let work = sample.map(\.expectedWork)
    let probes = Probes(study, sample, work, seconds: seconds, most: mostProbes)
    // A search is taken to need all it may have.
    let growth = study.search == nil ? 1 : study.mostRuns / Double(max(1, runs))
    expectedRuns = Double(runs) * probes.replicateGrowth.factor * growth
    let meanWork = work.reduce(0, +) / Double(max(1, work.count))
    // Storing a run and writing its row take about as long as the smallest of runs; a point's
    // summary takes as long as hundreds of them. Measured: docs/reliability.md, "Estimates".
    cpuSeconds =
      meanWork * Double(runs) * growth * probes.workGrowth.factor * probes.secondsPerExpected
      + expectedRuns * 2.5e-6 + Double(points) * 0.7e-3 + 0.05
    let expectedSteps = sample.reduce(0) { $0 + $1.expectedSteps } / Double(max(1, sample.count))
    let meanSteps = probes.meanSteps ?? expectedSteps
    let curves = Double(study.record.curvesKept(of: Int(expectedRuns), points: points))
    cpuSeconds +=
      curves * (meanSteps * 0.2e-6 + probes.secondsPerCurveFit)
      + Double(points) * probes.secondsPerMeanFit
    diskBytes =
      expectedRuns * 230 + curves * meanSteps * 17.5 + Double(points) * 4_000 + 45_000
    if curves > 0 { diskBytes += Double(points) * meanSteps * 150 }
    let people = Double(sample.map(\.grid.people).max() ?? 1)
    diskBytes += Double(min(study.record.maps * points, runs)) * people * 25
    diskBytes +=
      Double(min(study.record.transmissions * points, runs)) * (probes.meanInfections ?? people)
      * 25
    let runBytes = sample.map { $0.runBytes(of: study) + $0.contactMemory.ofRun }.max() ?? 0
    memoryBytes =
      40e6 + Double(threads) * runBytes + Double(points) * PlanLimits.bytesPerPoint
      + study.edgeBytes + (sample.map(\.contactMemory.shared).max() ?? 0)
    // Rows of points that wait for their turn in the tables.
    memoryBytes += Double(threads - 1) * min(diskBytes / Double(max(1, points)), 2e6)
    if curves > 0 {
      let curvesPerPoint = curves / Double(max(1, points))
      memoryBytes +=
        Double(min(threads, points))
        * sample.reduce(0) { max($0, $1.tableBytes(curves: curvesPerPoint)) }
    }
  }
}

extension Scenario {
  /// Bytes of the tables of a point's curves: how often each number of infected people was seen
  /// at each step, and the first curves as they are.
  fileprivate func tableBytes(curves: Double) -> Double {
    let values = min(Double(grid.people), 2 * curves, 4_096)
    return expectedSteps * (400 + 8 * values + 4 * min(curves, 256))
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
