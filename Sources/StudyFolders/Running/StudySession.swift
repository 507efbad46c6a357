import DurableFiles
import PlainText
package import ResultTables
package import RunStore
package import StudyFiles
package import StudyRuns
package import WorkStealing

/// One execution of a study, or of a part of it: its folder is opened, missing runs are made, tables
/// are written.
package struct StudySession: Sendable {
  package let rounds: StudyRounds
  package let folder: String
  package let threads: Int
  private let studyFile: [UInt8]
  private let work: Work
  private let clock = SessionClock()

  private enum Work {
    /// Nothing: the folder is complete.
    case none(FinishedFolder)
    case runs(RunStore)
  }

  /// How a session ends that made all its runs.
  package enum End: Sendable {
    case tables(WrittenResults)
    /// The runs are those of a part; there are tables when the parts are joined.
    case part
  }

  /// Opens the folder for writing and keeps the study file there as it was given. A folder in which the
  /// study is complete is not opened, and not a byte of it changes.
  ///
  /// - Parameters:
  ///   - file: the study file as it is.
  ///   - order: the part of a round that is made; nil: all rounds.
  /// - Throws: `WordedError`; a folder that is refused stays as it is.
  package init(
    _ study: Study, file: [UInt8], in folder: String, part order: PartOrder? = nil, threads: Int,
    limits: PlanLimits = .default
  ) throws {
    if let objection = limits.objection(to: study, shard: order?.shard ?? .whole, threads: threads)
    {
      throw Failure(.overLimits, "the plan is too large: \(objection)")
    }
    let whole = try StudyRounds(study)
    let round = try order?.round(of: whole)
    rounds = order.flatMap { order in round.map { whole.part(order.shard, of: $0) } } ?? whole
    if order == nil, let finished = try FinishedFolder(folder, of: whole, file: file) {
      work = .none(finished)
    } else {
      work = .runs(try openFolder(rounds, at: folder, studyFile: file, round: round))
    }
    self.folder = folder
    self.threads = threads
    studyFile = file
  }

  /// What was found damaged in the folder and taken out of it; these runs are made again.
  package var removed: [DamagedBlock] {
    if case .runs(let store) = work { store.removedAtOpening } else { [] }
  }

  package var elapsedSeconds: Double { clock.elapsedSeconds }

  /// Makes the runs that are missing.
  ///
  /// - Throws: `WordedError` where finished runs cannot be kept; what was written stays.
  package func makeRuns(
    cancel: CancelToken = CancelToken(), progress: ProgressMeter = ProgressMeter()
  ) throws -> StudyRunner.Outcome {
    switch work {
    case .none(let finished):
      StudyRunner.Outcome(
        nothingLeftOf: finished.rounds, runs: finished.written.runs,
        wasCancelled: cancel.isCancelled)
    case .runs(let store):
      try StudyRunner(
        rounds, store: store, pool: WorkPool(workers: threads), cancel: cancel, progress: progress
      ).run()
    }
  }

  /// Writes the tables, unless the runs are those of a part, and closes the folder.
  ///
  /// - Precondition: the outcome was not cancelled.
  /// - Throws: `WordedError`; the runs are kept, and the same session again writes the tables.
  package func finish(
    _ outcome: StudyRunner.Outcome, progress: ProgressMeter = ProgressMeter()
  ) throws -> End {
    precondition(!outcome.wasCancelled)
    let store: RunStore
    switch work {
    case .none(let finished): return .tables(finished.written)
    case .runs(let opened): store = opened
    }
    guard rounds.part == nil else {
      try close()
      return .part
    }
    try outcome.rounds.keepDecisions(in: store)
    var results = CountedRuns(
      outcome.rounds, try StudyJudgement(outcome.rounds), studyFile: studyFile, store: store)
    results.timings = outcome.costs.map {
      PointTiming(runs: $0.runs, cpuSeconds: $0.cpuSeconds)
    }
    let written = try writeResultFolder(
      results, to: folder, origin: clock.session(threads: threads, made: outcome.runsMade),
      progress: TableMeter(progress) { [store] in store.report(task: $0) }.note)
    // Parts of rounds that all runs were made for are not needed any more.
    _ = try DurableFolder(folder).remove(RoundFile.name)
    try close()
    return .tables(written)
  }

  /// Closes the folder without tables, as after a stop; others may open it then.
  ///
  /// - Throws: `WordedError`; the runs are kept.
  package func close() throws {
    if case .runs(let store) = work { try store.close() }
  }
}

/// Opens the results folder of a plan for writing, and keeps the study file there as it was given.
///
/// - Throws: `WordedError`; a folder that is refused stays as it is.
func openFolder(
  _ rounds: StudyRounds, at folder: String, studyFile: [UInt8], round: RoundFile? = nil
) throws -> RunStore {
  let store = try FolderOwner.open(rounds, at: folder, studyFile: studyFile, round: round)
  try AskedStudy.takeAway(from: folder)
  return store
}
