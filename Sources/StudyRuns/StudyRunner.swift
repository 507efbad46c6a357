package import RunStore
import StudyFiles
package import WorkStealing

/// Makes the runs that a study needs and its store does not hold yet, round after round.
///
/// Results depend on the study alone: not on threads, on the order in which runs end, or on how
/// often the study was stopped and resumed.
package struct StudyRunner: Sendable {
  package struct Outcome: Sendable {
    /// As far as the runs have led.
    package let rounds: StudyRounds
    package let wasCancelled: Bool
    /// Runs made now, and runs found in the store.
    package let runsMade: Int
    package let runsFound: Int
    /// What the runs made now cost, by point of the rounds' plan.
    package let costs: [PointCost]
    package let pool: [PoolReport]

    init(
      rounds: StudyRounds, wasCancelled: Bool, runsMade: Int, runsFound: Int, costs: [PointCost],
      pool: [PoolReport]
    ) {
      self.rounds = rounds
      self.wasCancelled = wasCancelled
      self.runsMade = runsMade
      self.runsFound = runsFound
      self.costs = costs
      self.pool = pool
    }

    /// Of a study of which all runs were there.
    package init(nothingLeftOf rounds: StudyRounds, runs: Int, wasCancelled: Bool) {
      self.init(
        rounds: rounds, wasCancelled: wasCancelled, runsMade: 0, runsFound: runs, costs: [],
        pool: [])
    }
  }

  let rounds: StudyRounds
  let store: RunStore
  let pool: WorkPool
  let cancel: CancelToken
  let progress: ProgressMeter
  let costs: CostMeter

  package init(
    _ rounds: StudyRounds, store: RunStore, pool: WorkPool, cancel: CancelToken,
    progress: ProgressMeter
  ) {
    self.rounds = rounds
    self.store = store
    self.pool = pool
    self.cancel = cancel
    self.progress = progress
    costs = CostMeter()
  }

  /// - Throws: `WordedError` where finished runs cannot be kept, or a point that was placed turns out to
  ///   be invalid; what was written stays.
  package func run() throws -> Outcome {
    var rounds = rounds
    var found = 0
    var reports: [PoolReport] = []
    while !rounds.isDone {
      let open = rounds.open
      let missing = try open.missing(in: store)
      let missingCount = RunPlan.count(missing)
      found += open.runCount - missingCount
      if missingCount > 0 { reports.append(try makeRuns(missing, of: open)) }
      guard !cancel.isCancelled else { break }
      try rounds.judge(store)
      progress.note(rounds.progress)
    }
    return Outcome(
      rounds: rounds, wasCancelled: cancel.isCancelled, runsMade: progress.read().runsDone,
      runsFound: found, costs: costs.read(rounds.plan.points), pool: reports)
  }

  /// Makes the missing replicates of each point of a plan and stores them.
  private func makeRuns(
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
      PointRunner(plan: plan, responses: responses)
    }
    // A chunk is mostly a block of the store: longer ones make reading and keeping blocks hardly
    // count.
    let chunks = ChunkPlan(items, size: ChunkPlan.Size(nanoseconds: 8e6))
    let report = pool.run(chunks, cancel: cancel) { [points] worker, chunk in
      let point = points[chunk.item]
      var start = CostMeter.now()
      benches[worker].make(chunk.pieces, of: point, isCancelled: { cancel.isCancelled }) { block in
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
