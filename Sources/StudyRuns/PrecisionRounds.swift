import RunStore
import StudyFiles
import WorkStealing

/// Replicates until every precision target holds.
extension StudyRunner {
  /// Adds whole batches to each point until its targets hold or its replicates are used up.
  ///
  /// After every batch the point is judged on replicates 0..<n in order, so the number of
  /// replicates that count depends on the study alone, not on threads or on what a stopped
  /// session already stored.
  func runUntilPrecise(_ rule: AdaptiveRule) throws -> Outcome {
    let level = plan.study.analysis.confidence
    var points = plan.points.map {
      JudgedPoint(rule, $0.scenario, level: level, responses: store.responses)
    }
    var found = 0
    var reports: [PoolReport] = []
    var open = Array(points.indices)
    while !open.isEmpty {
      var missing = [[Range<Int>]](repeating: [], count: points.count)
      for index in open {
        let wanted = points[index].wanted
        missing[index] = try store.missingReplicates(
          of: plan.points[index].identity, in: points[index].judged..<wanted)
        found += wanted - points[index].judged - missing[index].reduce(0) { $0 + $1.count }
      }
      reports.append(try makeRuns(missing, of: plan))
      guard !cancel.isCancelled else { break }
      for index in open {
        try points[index].read(plan.points[index], from: store)
      }
      open.removeAll { points[$0].isDone }
    }
    return Outcome(
      plan: plan, replicates: points.map(\.judged), converged: points.map { $0.isPrecise },
      wasCancelled: cancel.isCancelled, runsMade: progress.read().runsDone, runsFound: found,
      costs: costs.read(plan.points), pool: reports)
  }
}
