import PlainText
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
      runsFound: found, costs: costs.read(rounds.points), pool: reports)
  }

  /// Makes the missing replicates of each point of a plan and stores them.
  private func makeRuns(
    _ missing: [[Range<Int>]], of plan: RunPlan
  ) throws -> PoolReport {
    let families = PointFamilies(plan)
    if rounds.study.needsPasses,
      let point = plan.points.indices.first(where: { families.ofPoint[$0] == nil })
    {
      throw Failure(
        .needsPasses,
        "no pass makes the runs of point \(plan.points[point].number), and the study asks for what only passes tell"
      )
    }
    // Of points that had runs in earlier rounds it is known what they cost.
    let seen = costs.read(plan.points)
    func cost(_ point: Int) -> Double { seen[point].nanosecondsPerRun ?? families.work[point] }
    var items: [ChunkPlan.Item] = []
    var makers: [Maker] = []  // by item
    for (point, ranges) in missing.enumerated() where families.ofPoint[point] == nil {
      for range in ranges {
        items.append(ChunkPlan.Item(cost: cost(point), pieces: range))
        makers.append(.point(point))
      }
    }
    for (family, places) in families.all.enumerated() {
      let pass = places.reduce(0) { $0 + cost($1) }
      // A block of each point is worth its keeping only with so many passes.
      let fewest = Int(min(64, Double(places.count) * Self.nanosecondsOfBlock / max(1, pass)))
      for range in places.flatMap({ missing[$0] }).union {
        items.append(ChunkPlan.Item(cost: pass, pieces: range, fewest: fewest))
        makers.append(.family(family))
      }
    }
    progress.plan(
      runs: RunPlan.count(missing),
      work: zip(missing, families.work).reduce(0) { $0 + Double(RunPlan.count([$1.0])) * $1.1 })
    let writer = RunWriter(workers: pool.workers) { [store] (blocks) throws in
      try store.append(blocks)
    }
    let workers = (0..<pool.workers).map { [responses = store.responses] _ in
      (
        runs: PointRunner(plan: plan, responses: responses),
        passes: FamilyRunner(plan, families, responses)
      )
    }
    // A chunk is mostly a block of the store: longer ones make reading and keeping blocks hardly
    // count.
    let chunks = ChunkPlan(items, size: ChunkPlan.Size(nanoseconds: 8e6))
    let report = pool.run(chunks, cancel: cancel) { [makers] worker, chunk in
      var start = CostMeter.now()
      func keep(_ point: Int, _ block: EncodedBlock) {
        let runs = block.replicates.count
        if !writer.add(block) { cancel.cancel() }
        progress.finished(
          runs: runs, failed: block.failed, work: families.work[point] * Double(runs))
      }
      switch makers[chunk.item] {
      case .point(let point):
        workers[worker].runs.make(
          chunk.pieces, of: point, isCancelled: { cancel.isCancelled }
        ) { block in
          start = costs.add(
            since: start, to: [(runs: block.replicates.count, point: plan.points[point].identity)])
          keep(point, block)
        }
      case .family(let family):
        var made: [(runs: Int, point: UInt64)] = []
        workers[worker].passes.make(
          chunk.pieces, of: family, missing: missing, isCancelled: { cancel.isCancelled }
        ) { point, block in
          made.append((block.replicates.count, plan.points[point].identity))
          keep(point, block)
        }
        _ = costs.add(since: start, to: made)
      }
    }
    try writer.finish()
    return report
  }

  /// Who makes the runs of an item.
  private enum Maker {
    case point(Int)
    case family(Int)
  }

  /// Ten times what keeping a block takes, however small it is.
  private static let nanosecondsOfBlock = 1e6
}
