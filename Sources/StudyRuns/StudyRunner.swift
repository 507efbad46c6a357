package import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
package import WorkStealing

/// Runs what a plan asks for and the store does not hold yet.
///
/// Results depend on the study alone: not on threads, on the order in which runs end, or on how
/// often the study was stopped and resumed.
package struct StudyRunner: Sendable {
  package struct Outcome: Sendable {
    /// The plan with all points that were placed, or drawn, on the way.
    package var plan: RunPlan
    /// Replicates that count, by point in plan order; below the plan's if cancelled.
    package var replicates: [Int]
    /// Whether the precision targets hold, by point; nil where the number was fixed.
    package var converged: [Bool?]
    package var wasCancelled: Bool
    /// Runs made now, and runs found in the store.
    package var runsMade: Int
    package var runsFound: Int
    /// What the runs made now cost, by point in plan order.
    package var costs: [PointCost]
    package var pool: [PoolReport]
  }

  let plan: RunPlan
  let store: RunStore
  let pool: WorkPool
  let cancel: CancelToken
  let progress: ProgressMeter
  let costs: CostMeter

  package init(
    _ plan: RunPlan, store: RunStore, pool: WorkPool, cancel: CancelToken, progress: ProgressMeter
  ) {
    self.plan = plan
    self.store = store
    self.pool = pool
    self.cancel = cancel
    self.progress = progress
    costs = CostMeter()
  }

  /// - Throws: `RunStoreError` where finished runs cannot be kept, `StudyFileError` where a draw of a
  ///   calibration is no point; what was written stays.
  package func run() throws -> Outcome {
    if let draws = CalibrationDraws(plan.study) { return try runCalibration(draws) }
    return switch plan.study.replicates {
    case .fixed where plan.study.search != nil: try runSearches()
    case .fixed: try runFixed()
    case .adaptive(let rule): try runUntilPrecise(rule)
    }
  }

  func runFixed() throws -> Outcome {
    var missing: [[Range<Int>]] = []
    for (point, wanted) in zip(plan.points, plan.replicates) {
      missing.append(try store.missingReplicates(of: point.identity, in: wanted))
    }
    let wanted = plan.runCount
    let report = try makeRuns(missing, of: plan)
    let toMake = missing.reduce(0) { $0 + $1.reduce(0) { $0 + $1.count } }
    return Outcome(
      plan: plan, replicates: plan.replicates.map(\.count), converged: plan.points.map { _ in nil },
      wasCancelled: cancel.isCancelled, runsMade: progress.read().runsDone,
      runsFound: wanted - toMake, costs: costs.read(plan.points), pool: [report])
  }

  /// Makes the runs of searches, round after round, until none wants more.
  private func runSearches() throws -> Outcome {
    var search = try StudySearch(checked: plan.study)
    var reports: [PoolReport] = []
    repeat {
      try search.judge(store)
      let plan = search.plan
      var missing: [[Range<Int>]] = []
      for (point, wanted) in zip(plan.points, plan.replicates) {
        missing.append(try store.missingReplicates(of: point.identity, in: wanted))
      }
      guard missing.contains(where: { !$0.isEmpty }) else { break }
      reports.append(try makeRuns(missing, of: plan))
    } while !cancel.isCancelled
    let (plan, made) = (search.plan, progress.read().runsDone)
    return Outcome(
      plan: plan, replicates: plan.replicates.map(\.count), converged: plan.points.map { _ in nil },
      wasCancelled: cancel.isCancelled, runsMade: made, runsFound: max(0, plan.runCount - made),
      costs: costs.read(plan.points), pool: reports)
  }

  /// Makes the missing replicates of each point of a plan and stores them.
  func makeRuns(
    _ missing: [[Range<Int>]], of plan: RunPlan
  ) throws -> PoolReport {
    var items: [ChunkPlan.Item] = []
    var points: [Int] = []  // by item
    // Of points that had runs in earlier rounds it is known what they cost.
    let seen = costs.read(plan.points)
    for (point, ranges) in missing.enumerated() {
      let cost = seen[point].nanosecondsPerRun ?? plan.work[point]
      for range in ranges {
        items.append(ChunkPlan.Item(cost: cost, pieces: range))
        points.append(point)
      }
    }
    progress.plan(
      runs: items.reduce(0) { $0 + $1.pieces.count },
      work: zip(items, points).reduce(0) { $0 + plan.work[$1.1] * Double($1.0.pieces.count) })
    let writer = RunWriter(workers: pool.workers) { [store] (blocks) throws in
      try store.append(blocks)
    }
    let benches = (0..<pool.workers).map { [responses = store.responses] _ in
      Workbench(plan: plan, responses: responses)
    }
    // A chunk is mostly a block of the store: longer ones make reading and keeping blocks hardly
    // count.
    let chunks = ChunkPlan(items, size: ChunkPlan.Size(nanoseconds: 8e6))
    let report = pool.run(chunks, cancel: cancel) { [points] worker, chunk in
      let point = points[chunk.item]
      var start = CostMeter.now()
      benches[worker].make(chunk.pieces, of: point, cancel: cancel) { block in
        start = costs.add(
          runs: block.runs.count, since: start, to: plan.points[point].identity)
        let failed = block.runs.count { if case .failed = $0.outcome { true } else { false } }
        if !writer.add(EncodedBlock(block)) { cancel.cancel() }
        progress.finished(
          runs: block.runs.count, failed: failed,
          work: plan.work[point] * Double(block.runs.count))
      }
    }
    try writer.finish()
    return report
  }
}
