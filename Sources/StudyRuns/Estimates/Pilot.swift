import SpreadEngine
package import SpreadModel
import Statistics
package import StudyFiles
import Synchronization
package import WorkStealing

/// The first replicates of a study's points, made in memory only, to see how much they scatter.
package struct Pilot: Sendable {
  package let response: Response
  /// Of each of the points: fewer than were asked for where the time ended before.
  package let replicates: Int
  /// Points that were run: all, or as many at equal distances as the time allows.
  package let points: [Point]
  /// Values of the response by point and replicate; nil where it was not reached, or the run failed.
  package let values: [[Double?]]
  /// By point the response of an outbreak that dies out at once; nil where none does.
  package let diedOut: [Double?]

  /// The same runs as the study's replicates 0..<replicates.
  ///
  /// - Parameter mostSeconds: expected time on every worker, which decides how many points are run; runs
  ///   that are not done after twice that are given up.
  package init(
    _ plan: RunPlan, response: Response, replicates wanted: Int, pool: WorkPool, mostSeconds: Double
  ) {
    self.response = response
    let work = plan.work.reduce(0, +) * Double(wanted)
    let affordable = mostSeconds * 1e9 * Double(pool.workers)
    let most = Double(plan.points.count)
    let stride = work > affordable ? Int(min(most, (work / affordable).rounded(.up))) : 1
    let tried = Swift.stride(from: 0, to: plan.points.count, by: stride).map { plan.points[$0] }
    let study = plan.study
    let (describesCourse, needsMaps) = (study.hasCourse, study.needsMaps)
    let (begin, deadline) = (ContinuousClock.now, max(2 * mostSeconds, 0.5))
    let found = Mutex([[Double?]](repeating: [], count: tried.count))
    _ = pool.run(tasks: tried.count, cancel: CancelToken()) { _, task in
      func isOver() -> Bool { (ContinuousClock.now - begin) / .seconds(1) > deadline }
      guard !isOver() else { return }
      let point = tried[task]
      let engine = Simulator(point.scenario, describesCourse: describesCourse)
      var values: [Double?] = []
      for replicate in 0..<wanted {
        let key = plan.study.key(of: point, replicate: replicate)
        guard let result = engine.run(key, recordMap: needsMaps, isCancelled: isOver) else { break }
        values.append(
          study.failure(of: result) == nil
            ? response.value(RunSummary(result, on: point.scenario.grid)) : nil)
      }
      found.withLock { [values] in $0[task] = values }
    }
    let values = found.withLock { $0 }
    // Points with the most replicates: usually all that were asked for.
    let made = values.map(\.count).max() ?? 0
    let whole = values.indices.filter { made > 0 && values[$0].count == made }
    replicates = made
    points = whole.map { tried[$0] }
    diedOut = points.map { $0.scenario.diedOut(response) }
    self.values = whole.map { values[$0] }
  }
}
