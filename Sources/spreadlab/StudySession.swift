import Cluster
import Dispatch
import DurableFiles
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyRuns
import WorkStealing

/// One execution of `spreadlab run`: plan, folder, runs, tables, messages.
struct StudySession {
  let study: Study
  /// The study file as it was given.
  let studyFile: [UInt8]
  let folder: String
  let shard: Shard
  let threads: Int
  let timeLimitSeconds: Double?
  let limits: PlanLimits
  let talk: TalkOptions

  /// - Throws: `CommandFailure` or `CommandExit` for every way out but success.
  func run() throws {
    if let objection = limits.objection(to: study, shard: shard, threads: threads) {
      throw CommandFailure(.overLimits, "error: the plan is too large: \(objection)")
    }
    if case .adaptive = study.replicates, shard.count > 1 {
      throw CommandFailure(
        .usage,
        """
        error: a study with a precision target cannot be split: how many replicates a point needs \
        is judged on all of them together. Run it on one machine (its threads share the work), or \
        set a fixed number: --set replicates=1000
        """)
    }
    let plan = try makePlan(study, shard: shard)
    let store = try openFolder(plan, at: folder, studyFile: studyFile)
    let clock = SessionClock()
    let cancel = CancelToken()
    StopSignals.heed(cancel)
    let deadline = timeLimitSeconds.map { TimeLimit(seconds: $0, cancel: cancel) }
    let progress = ProgressMeter()
    let line = ProgressLine(progress, isShown: !talk.quiet)
    let runner = StudyRunner(
      plan, store: store, pool: WorkPool(workers: threads), cancel: cancel, progress: progress)
    let outcome: StudyRunner.Outcome
    do throws(RunStoreError) {
      outcome = try runner.run()
    } catch {
      line.stop()
      throw failure(of: error, advice: "Free some space and give the same command again.")
    }
    line.stop()
    if let few = outcome.pool.map(\.threads).min(), few < threads {
      say("note: the system made only \(few) of \(plural(threads, "thread")); they did all of it.")
    }
    if talk.verbose { reportPool(outcome.pool) }
    StopSignals.endAtOnce()
    if outcome.wasCancelled || StopSignals.exit != nil {
      throw stopped(by: StopSignals.exit ?? .timeLimit, progress.read(), deadline: deadline)
    }
    guard shard.count == 1 else {
      try close(store)
      say(
        "Part \(shard) of the study is complete in \(folder); join the parts with "
          + "'spreadlab merge'.")
      return
    }
    let results = StudyResults(
      study: study, studyFile: studyFile,
      points: plan.points.indices.map {
        .init(
          point: plan.points[$0], replicates: outcome.replicates[$0],
          converged: outcome.converged[$0])
      }, store: store)
    let written = try writeResults(
      results, costs: outcome.costs, to: folder,
      session: clock.session(threads: threads, made: outcome.runsMade))
    try close(store)
    try finish(written, outcome: outcome, seconds: clock.elapsedSeconds)
  }

  private func close(_ store: RunStore) throws {
    do throws(RunStoreError) { try store.close() } catch { throw failure(of: error) }
  }

  private func stopped(
    by exit: CommandExit, _ reading: ProgressMeter.Reading, deadline: TimeLimit?
  ) -> any Error {
    say(
      """
      Stopped after \(readable(Double(reading.runsDone))) of \
      \(readable(Double(reading.runsTotal))) runs; they are kept in \(folder).
      Go on with the same command.
      """)
    return exit
  }

  private func finish(
    _ written: WrittenResults, outcome: StudyRunner.Outcome, seconds: Double
  ) throws {
    if talk.json { try Console.write(written.json.text) }
    let rate = seconds > 0 ? Double(outcome.runsMade) / seconds : 0
    say(
      """
      \(readable(Double(outcome.runsMade + outcome.runsFound))) runs of \(plural(written.points, "point")) \
      (\(readable(Double(outcome.runsFound))) were there already); \
      \(readable(rate.rounded())) runs/s.
      Results: \(folder)
        summary.csv  one row per point and response, with intervals
        runs.csv     one row per run
        README.txt   every file explained, with lines to load them
      Next: spreadlab report \(shellWord(folder))
      """)
    if written.failedRuns > 0 {
      throw CommandFailure(
        .someRunsFailed,
        """
        error: \(plural(written.failedRuns, "run")) failed, the first: \(written.firstFailure ?? ""); \
        the others are complete. Repeat it alone with 'spreadlab replay \(shellWord(folder)) --point P \
        --replicate R'
        """)
    }
  }

  private func reportPool(_ reports: [PoolReport]) {
    for (round, report) in reports.enumerated() {
      for (worker, counters) in report.workers.enumerated() {
        Console.error(
          "round \(round) worker \(worker): \(counters.tasks) tasks, \(counters.steals) steals, "
            + "idle \((counters.idleSeconds * 1000).rounded() / 1000) s")
      }
    }
  }

  private func say(_ message: String) {
    if !talk.quiet { Console.error(message) }
  }
}

/// "1 point", "3 points".
func plural(_ count: Int, _ noun: String) -> String {
  "\(readable(Double(count))) \(noun)\(count == 1 ? "" : "s")"
}

/// Cancels when the time is up, from a queue of its own.
final class TimeLimit: Sendable {
  // Dispatch's timers are thread-safe but not marked Sendable; this one never changes.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init(seconds: Double, cancel: CancelToken) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "spreadlab.time-limit"))
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { cancel.cancel() }
    timer.resume()
  }
}
