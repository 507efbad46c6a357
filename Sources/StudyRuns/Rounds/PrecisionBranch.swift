import RunStore
import SpreadModel
import StudyFiles

/// A point that gets whole batches of replicates until its precision targets are met or its
/// replicates are used up.
///
/// After every batch it is judged on replicates 0..<n in order, so the number of replicates that
/// count depends on the study alone.
struct PrecisionBranch: Branch {
  private let point: Point
  private var judged: JudgedPoint
  /// As it was made before; nil: `judged` has it.
  private var kept: KeptDecision?

  /// - Parameter level: confidence of the intervals.
  init(_ point: Point, _ rule: AdaptiveRule, level: Double) {
    self.point = point
    judged = JudgedPoint(rule, point.scenario, level: level)
  }

  var points: [Point] { [point] }
  var wanted: [Range<Int>] { [0..<(kept?.replicates ?? judged.wanted)] }
  var counted: [Range<Int>] {
    // Those of a batch that is not whole decide nothing, and count until it is.
    [0..<(kept?.replicates ?? (judged.isDone ? judged.judged : judged.wanted))]
  }
  var isPrecise: Bool? { kept?.isPrecise ?? judged.isPrecise }
  var isDone: Bool { kept != nil || judged.isDone }

  var decision: KeptDecision? {
    guard kept == nil, judged.isDone else { return kept }
    return KeptDecision(replicates: judged.judged, isPrecise: judged.isPrecise)
  }

  mutating func adopt(_ decision: KeptDecision) { kept = decision }

  var step: (points: [Point], replicates: [Range<Int>]) {
    isDone ? ([], []) : ([point], [judged.judged..<judged.wanted])
  }

  mutating func judge(_ runs: some FinishedRuns) throws {
    let wanted = judged.judged..<judged.wanted
    var judged = judged
    let responses = judged.indices(in: runs.responses)
    try runs.forEachRun(of: point, wanted, withCurves: false) { run in
      judged.add(run.outcome, responses, maxSteps: point.scenario.maxSteps)
    }
    // Judged without a missing run, the point would want it for ever.
    guard judged.judged == wanted.upperBound else {
      throw RunStoreError.internalError(
        "of replicates \(wanted) of point \(point.number) only "
          + "\(judged.judged - wanted.lowerBound) were found")
    }
    self.judged = judged
  }
}
