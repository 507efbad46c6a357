import RunStore
import SpreadModel
import StudyFiles

/// Finished runs with all responses by which rounds are judged: behind the stored ones those that follow
/// from these, from curves or from the point.
struct AnsweredRuns<Runs: FinishedRuns>: FinishedRuns {
  let responses: ResponseList
  private let runs: Runs
  private let readers: [ResponseReader]

  /// - Parameter asked: the responses to be judged.
  init(_ runs: Runs, _ asked: [Response]) {
    self.runs = runs
    let stored = runs.responses
    responses = stored.adding(asked)
    readers = responses.responses.dropFirst(stored.responses.count).map {
      ResponseReader($0, stored: stored)
    }
  }

  func forEachRun(
    of point: Point, _ replicates: Range<Int>, withCurves: Bool,
    _ body: (RunRecord) throws -> Void
  ) throws {
    let needsCurves = readers.contains(where: \.needsCurves)
    try runs.forEachRun(of: point, replicates, withCurves: withCurves || needsCurves) { run in
      guard !readers.isEmpty, var answered = run.finished else { return try body(run) }
      let values = answered.responses
      let stored = StoredRun(
        answered.stopReason, curves: answered.curve, on: point.scenario.grid, level: point.number,
        value: { values[$0] })
      answered.responses += readers.map { $0.value(stored) }
      try body(RunRecord(replicate: run.replicate, outcome: .finished(answered)))
    }
  }
}
