import RunStore
import Statistics
import StudyFiles
import StudyRuns
import TestSupport
import WorkStealing

/// A study and its store, in a folder that goes away with it.
final class StoredStudy {
  /// Before the first run.
  let rounds: StudyRounds
  let store: RunStore
  private let scratch: Scratch

  var plan: RunPlan { rounds.plan }

  init(_ rounds: StudyRounds) throws {
    self.rounds = rounds
    scratch = try Scratch()
    store = try FolderOwner.open(rounds, at: scratch.path)
  }

  convenience init(_ text: String, shard: Shard = .whole) throws {
    let whole = try StudyRounds(try Self.read(text))
    try self.init(whole.part(shard, of: RoundFile(round: 1, plan: nil)))
  }

  static func read(_ text: String) throws -> Study {
    try Study.parse(bytes: Array(text.utf8), file: "study.json")
  }

  /// Closes the store and opens the folder for another plan.
  func open(_ rounds: StudyRounds) throws -> RunStore {
    try store.close()
    return try FolderOwner.open(rounds, at: scratch.path)
  }

  /// What the runs there have led to.
  func advanced() throws -> StudyRounds {
    var rounds = rounds
    try rounds.advance(by: store)
    return rounds
  }

  func judgement() throws -> StudyJudgement { try StudyJudgement(advanced(), store: store) }

  @discardableResult
  func run(threads: Int = 2) throws -> StudyRunner.Outcome { try Self.run(rounds, store, threads) }

  @discardableResult
  static func run(
    _ rounds: StudyRounds, _ store: RunStore, _ threads: Int = 2
  ) throws -> StudyRunner.Outcome {
    try StudyRunner(
      rounds, store: store, pool: WorkPool(workers: threads), cancel: CancelToken(),
      progress: ProgressMeter()
    ).run()
  }

  /// All runs that are there, by point in plan order.
  func runs() throws -> [[RunRecord]] { try Self.runs(plan, store) }

  static func runs(_ plan: RunPlan, _ store: RunStore) throws -> [[RunRecord]] {
    try plan.points.map { point in
      var runs: [RunRecord] = []
      try store.forEachRun(
        point: point.identity, replicates: 0..<Int.max, Set(store.identity.recording.parts.keys)
      ) { runs.append($0) }
      return runs
    }
  }

  /// Stores these runs, each stretch without a gap as one block.
  func keep(_ runs: [[RunRecord]]) throws {
    var blocks: [RunBlock] = []
    for (point, runs) in zip(plan.points, runs) {
      var block = RunBlock(point: point.identity, runs: [])
      for run in runs {
        if run.replicate != block.replicates.upperBound {
          blocks.append(block)
          block.runs = []
        }
        block.runs.append(run)
      }
      blocks.append(block)
    }
    try store.append(blocks)
  }
}

extension StudyRunner.Outcome {
  var judgement: StudyJudgement { get throws { try StudyJudgement(rounds) } }
}

extension StudyRounds {
  /// Of a calibration.
  var abc: SequentialABC? {
    if case .abc(let search)? = findings.first { search } else { nil }
  }
}
