import Synchronization

/// How far a study is; workers add to it, anybody may read it.
package final class ProgressMeter: Sendable {
  package struct Reading: Sendable {
    package var runsDone: Int
    package var runsTotal: Int
    package var failed: Int
    /// Share of the expected work done, 0...1.
    package var workShare: Double
    package var elapsedSeconds: Double
    /// What the rounds so far have decided, in words; nil where there is nothing to say.
    package var note: String? = nil

    package var runsPerSecond: Double {
      elapsedSeconds > 0 ? Double(runsDone) / elapsedSeconds : 0
    }
    /// Seconds left, by expected work; nil before anything is done.
    package var secondsLeft: Double? {
      workShare > 0 ? elapsedSeconds * (1 - workShare) / workShare : nil
    }
  }

  private struct State {
    var runsDone = 0
    var failed = 0
    var workDone = 0.0
    var runsTotal = 0
    var workTotal = 0.0
    var note: String?
    let start = ContinuousClock.now
  }
  private let state = Mutex(State())

  package init() {}

  /// More work is planned: the first round, or a further one.
  func plan(runs: Int, work: Double) {
    state.withLock {
      $0.runsTotal += runs
      $0.workTotal += work
    }
  }

  func note(_ words: String?) { state.withLock { $0.note = words } }

  func finished(runs: Int, failed: Int, work: Double) {
    state.withLock {
      $0.runsDone += runs
      $0.failed += failed
      $0.workDone += work
    }
  }

  package func read() -> Reading {
    state.withLock {
      let elapsed = ContinuousClock.now - $0.start
      let (seconds, attoseconds) = elapsed.components
      return Reading(
        runsDone: $0.runsDone, runsTotal: $0.runsTotal, failed: $0.failed,
        // Sums of expected work are rounded; finished runs are whole.
        workShare: $0.runsDone < $0.runsTotal && $0.workTotal > 0
          ? min(1, $0.workDone / $0.workTotal) : 1,
        elapsedSeconds: Double(seconds) + Double(attoseconds) * 1e-18, note: $0.note)
    }
  }
}
