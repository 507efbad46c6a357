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
    /// Nil while runs are made.
    package var tables: Tables? = nil
    /// Seconds until the last run was made.
    package var runSeconds: Double { tables?.runSeconds ?? elapsedSeconds }

    package var runsPerSecond: Double {
      runSeconds > 0 ? Double(runsDone) / runSeconds : 0
    }
    /// Seconds left, by expected work; nil before anything is done.
    package var secondsLeft: Double? {
      workShare > 0 ? elapsedSeconds * (1 - workShare) / workShare : nil
    }
  }

  /// How far the tables are that follow the runs.
  package struct Tables: Sendable {
    package let pointsDone: Int
    package let points: Int
    /// The table of the whole study that is made when all points are done; nil before.
    package let table: String?
    /// Whether more of them is kept than when the command began.
    package let hasAdvanced: Bool
    /// When the runs had ended.
    fileprivate(set) var runSeconds = 0.0

    package init(pointsDone: Int, points: Int, table: String?, hasAdvanced: Bool) {
      (self.pointsDone, self.points, self.table) = (pointsDone, points, table)
      self.hasAdvanced = hasAdvanced
    }
  }

  private struct State {
    var tables: Tables?
    var runsDone = 0
    var failed = 0
    var workDone = 0.0
    var runsTotal = 0
    var workTotal = 0.0
    var note: String?
    let start = ContinuousClock.now
    var elapsedSeconds: Double { (ContinuousClock.now - start) / .seconds(1) }
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

  /// The runs are all made, and tables so far.
  package func tables(_ tables: Tables) {
    state.withLock { state in
      var tables = tables
      tables.runSeconds = state.tables?.runSeconds ?? state.elapsedSeconds
      state.tables = tables
    }
  }

  func finished(runs: Int, failed: Int, work: Double) {
    state.withLock {
      $0.runsDone += runs
      $0.failed += failed
      $0.workDone += work
    }
  }

  package func read() -> Reading {
    state.withLock {
      Reading(
        runsDone: $0.runsDone, runsTotal: $0.runsTotal, failed: $0.failed,
        // Sums of expected work are rounded; finished runs are whole.
        workShare: $0.runsDone < $0.runsTotal && $0.workTotal > 0
          ? min(1, $0.workDone / $0.workTotal) : 1,
        elapsedSeconds: $0.elapsedSeconds, note: $0.note, tables: $0.tables)
    }
  }
}
