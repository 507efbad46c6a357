import Cluster
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyFolders
import StudyRuns
import WorkStealing

/// Makes the runs and tables of a session with all that belongs to it on a terminal: signals, a time limit,
/// a line of progress, and what to say where it ends early.
struct StudyExecution {
  let session: StudySession
  let messages: OutputOptions
  /// Nil for none.
  let limit: TimeLimit?
  private let progress = ProgressMeter()

  init(session: StudySession, messages: OutputOptions, limit: TimeLimit?) {
    self.session = session
    self.messages = messages
    self.limit = limit
  }

  /// - Throws: `Stopped` where it was; what was finished is kept.
  func run() throws -> (outcome: StudyRunner.Outcome, end: StudySession.End) {
    let line = ProgressLine(progress, isShown: !messages.quiet)
    defer { line.stop() }
    let outcome = try makeRuns(line)
    let end = try session.finish(outcome, progress: progress)
    limit?.stop()
    return (outcome, end)
  }

  private func makeRuns(_ line: ProgressLine) throws -> StudyRunner.Outcome {
    Console.note(removed: session.removed)
    for note in session.rounds.study.notes { Console.note(note) }
    let cancel = CancelToken()
    StopSignals.obey(cancel)
    limit?.ends(cancel)
    let outcome = try session.makeRuns(cancel: cancel, progress: progress)
    limit?.ends(nil)
    if outcome.runsMade == 0 { limit?.watchesTables(progress) }
    let threads = session.threads
    if let few = outcome.pool.map(\.threads).min(), few < threads {
      Console.note(
        Note(
          .fewThreads,
          "the system could start only \(few) of \(plural(threads, "thread")); they did all the work"
        ))
    }
    if messages.verbose { reportPool(outcome.pool) }
    StopSignals.endAtOnce()
    if outcome.wasCancelled || StopSignals.code != nil {
      line.stop()
      throw stopped(progress.read(), made: outcome.runsMade)
    }
    return outcome
  }

  /// Says what came out of tables; "Next" is behind it.
  func say(_ written: WrittenResults, _ outcome: StudyRunner.Outcome, files: String) throws {
    Console.note(written)
    let seconds = progress.read().runSeconds
    if messages.json {
      try Console.write(
        json: written.json + session.outcomeMembers(made: outcome.runsMade, written: written))
    }
    let rate = seconds > 0 ? Double(outcome.runsMade) / seconds : 0
    let folder = shellWord(session.folder)
    messages.say(
      written.isUnchanged
        ? """
        All \(plural(written.runs, "run")) and the tables were already finished; nothing was changed.
        Results: \(session.folder)
        Next: spreadlab report \(folder)
        """
        : """
        \(readable(Double(outcome.runsMade + outcome.runsFound))) runs of \(plural(written.points, "point")) \
        (\(readable(Double(outcome.runsFound))) were already finished); \
        \(readable(rate.rounded())) runs/s, then \(duration(session.elapsedSeconds - seconds)) for the tables.
        Results: \(session.folder)
        \(files)
        Next: spreadlab report \(folder)
        """)
    let answer = outcome.rounds.selectionAnswer
    if !answer.isEmpty { messages.say(answer) }
    if written.failedRuns > 0 {
      throw Failure(
        .runsFailed,
        """
        \(plural(written.failedRuns, "run")) failed, the first: \(written.firstFailure ?? ""); \
        the others are complete. Mend the rule and increase its version; its runs are made again \
        then, in another folder
        """)
    }
  }

  private func stopped(_ reading: ProgressMeter.Reading, made: Int) -> Stopped {
    let total =
      session.rounds.study.calibration == nil ? " of \(readable(Double(reading.runsTotal)))" : ""
    return Stopped(
      code: StopSignals.code ?? .timeLimit, isQuiet: messages.quiet,
      isStuck: made == 0 && StopSignals.code == nil,
      message: """
        Stopped after \(readable(Double(reading.runsDone)))\(total) runs; they are kept in \
        \(session.folder).
        """)
  }

  private func reportPool(_ reports: [PoolReport]) {
    for (round, report) in reports.enumerated() {
      for (worker, counters) in report.workers.enumerated() {
        Console.error(
          "round \(round) worker \(worker): \(counters.tasks) tasks, \(counters.steals) steals, "
            + "idle \((counters.idleSeconds * 1000).rounded() / 1000) s, "
            + "of these \((counters.lastWaitSeconds * 1000).rounded() / 1000) s at the end")
      }
    }
  }
}

extension StudySession {
  /// For `--json`: what one execution has done.
  ///
  /// - Parameter written: nil of a part, which has no tables.
  func outcomeMembers(made: Int, written: WrittenResults?) -> [(String, JSONText)] {
    [
      ("folder", .string(folder)), ("complete", .bool(true)), ("runs_made", .int(made)),
      ("changed", .bool(!(written?.isUnchanged ?? false))), ("seconds", .real(elapsedSeconds)),
    ]
  }
}

/// The end of a command by a signal or a time limit: no fault, so people hear no error.
struct Stopped: WordedError {
  let code: ErrorCode
  let isQuiet: Bool
  /// Whether the same command would stop at the same place.
  var isStuck = false
  let message: CallerText
  var advice: String? {
    isStuck
      ? "Nothing was finished: continue with a longer --time-limit."
      : "Continue with the same command."
  }

  func text(_ words: (CallerText.Setting) -> String) -> String {
    isQuiet ? "" : "\(message.text(words))\n\(advice ?? "")"
  }
}
