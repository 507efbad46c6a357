import RunStore
import StudyFiles
import StudyRuns
import TestSupport
import WorkStealing

/// A study and its store, in a folder that goes away with it.
final class StoredStudy {
  let plan: RunPlan
  let store: RunStore
  private let scratch: Scratch

  init(_ plan: RunPlan) throws {
    self.plan = plan
    scratch = try Scratch()
    store = try StudyFolder.open(plan, at: scratch.path)
  }

  convenience init(_ text: String, shard: Shard = .whole) throws {
    try self.init(try RunPlan(try Self.read(text), shard: shard))
  }

  static func read(_ text: String) throws -> Study {
    try Study.parse(bytes: Array(text.utf8), file: "study.json")
  }

  /// Closes the store and opens the folder for another plan.
  func open(_ plan: RunPlan) throws -> RunStore {
    try store.close()
    return try StudyFolder.open(plan, at: scratch.path)
  }

  @discardableResult
  func run(threads: Int = 2) throws -> StudyRunner.Outcome { try Self.run(plan, store, threads) }

  @discardableResult
  static func run(
    _ plan: RunPlan, _ store: RunStore, _ threads: Int = 2
  ) throws -> StudyRunner.Outcome {
    try StudyRunner(
      plan, store: store, pool: WorkPool(workers: threads), cancel: CancelToken(),
      progress: ProgressMeter()
    ).run()
  }

  /// All runs that are there, by point in plan order.
  func runs() throws -> [[RunRecord]] { try Self.runs(plan, store) }

  static func runs(_ plan: RunPlan, _ store: RunStore) throws -> [[RunRecord]] {
    try plan.points.map { point in
      var runs: [RunRecord] = []
      try store.forEachRun(
        point: point.identity, replicates: 0..<Int.max, withCurves: true, withMaps: true
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
