import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The first search of a study, or the first round of a selection, made in memory, to see how many runs they
/// take and how long they last.
struct SearchProbe {
  private(set) var runs = 0
  private(set) var rounds = 0
  /// Processor time of these runs.
  private(set) var seconds = 0.0
  /// Of the whole study: all it may have where the search did not come to its end.
  private(set) var expectedRuns: Double
  /// Whether there was no time for its end.
  private(set) var isCutShort = false

  /// - Parameters:
  ///   - most: seconds after which it is given up.
  ///   - clock: processor time in seconds.
  /// - Throws: `StudyFileError` where a level is no point of the study.
  init?(_ study: Study, most: Double, _ clock: @escaping () -> Double) throws(StudyFileError) {
    expectedRuns = study.mostRuns
    let made = RunsInMemory(study, most: most, clock)
    let answered = AnsweredRuns(made, study.judgedResponses)
    do {
      if var selection = try SelectionBranch(study) {
        try selection.judge(answered)
        rounds = 1
        if case .selection(let pilot)? = selection.finding {
          expectedRuns = min(expectedRuns, pilot.expectedRuns ?? expectedRuns)
        }
      } else if study.thresholdRule != nil, let levels = study.searchedCombinations.first {
        var search = try ThresholdBranch(study, levels)
        while !search.isDone {
          try search.judge(answered)
          rounds += 1
        }
        expectedRuns = Double(made.count) * (study.searchCount ?? 1)
      } else {
        return nil
      }
    } catch let error as StudyFileError {
      throw error
    } catch {
      isCutShort = true
    }
    (runs, seconds) = (made.count, made.seconds)
  }
}

/// Runs that are made when somebody asks for them, and not kept.
private final class RunsInMemory: FinishedRuns {
  private(set) var count = 0
  private(set) var seconds = 0.0
  let responses: ResponseList
  private let study: Study
  private let most: Double
  private let clock: () -> Double
  private let begin: Double

  /// There was no time for all of them.
  private struct TooLong: Error {}

  private let pause: Int
  private var looks = 0

  private func isOver() -> Bool {
    looks += 1
    return looks % pause == 0 && clock() - begin > most
  }

  init(_ study: Study, most: Double, _ clock: @escaping () -> Double) {
    self.study = study
    self.most = most
    self.clock = clock
    responses = study.storedResponses
    begin = clock()
    pause = study.stepsBetweenLooks
  }

  func forEachRun(
    of point: Point, _ replicates: Range<Int>, withCurves: Bool,
    _ body: (RunRecord) throws -> Void
  ) throws {
    let runner = PointRunner(
      plan: RunPlan(study, points: [point], replicates: [replicates]), responses: responses,
      clock: clock)
    for replicate in replicates {
      guard clock() - begin < most else { throw TooLong() }
      var made: EncodedBlock?
      runner.make(replicate..<replicate + 1, of: 0, isCancelled: isOver) { made = $0 }
      guard let made else { throw TooLong() }
      count += 1
      seconds = clock() - begin
      for run in try made.decode().runs { try body(run) }
    }
  }
}
