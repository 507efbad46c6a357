import SpreadEngine
package import SpreadModel
import Statistics
package import StudyFiles
import Synchronization
package import WorkStealing

/// The first replicates of a study's points, made in memory only, to see how much they scatter.
package struct Pilot: Sendable {
  package let response: Response
  package let replicates: Int
  /// Points that were run: all, or as many at equal distances as the time allows.
  package let points: [Point]
  /// Values of the response by point and replicate; nil where it was not reached, or the run failed.
  package let values: [[Double?]]
  /// By point the response of an outbreak that dies out at once; nil where none does.
  package let diedOut: [Double?]

  /// The same runs as the study's replicates 0..<replicates.
  ///
  /// - Parameter mostSeconds: expected time on every worker; decides how many points are run.
  package init(
    _ plan: RunPlan, response: Response, replicates: Int, pool: WorkPool, mostSeconds: Double
  ) {
    self.response = response
    self.replicates = replicates
    let work = plan.work.reduce(0, +) * Double(replicates)
    let affordable = mostSeconds * 1e9 * Double(pool.workers)
    let stride = work > affordable ? Int(saturating: (work / affordable).rounded(.up)) : 1
    let places = Array(Swift.stride(from: 0, to: plan.points.count, by: stride))
    let points = places.map { plan.points[$0] }
    let (describesCourse, needsMaps) = (plan.study.hasCourse, plan.study.needsMaps)
    let values = Mutex([[Double?]](repeating: [], count: points.count))
    _ = pool.run(tasks: points.count, cancel: CancelToken()) { _, task in
      let point = points[task]
      let engine = Simulator(point.scenario, describesCourse: describesCourse)
      let found = (0..<replicates).map { replicate -> Double? in
        let key = plan.study.key(of: point, replicate: replicate)
        let result = engine.run(key, recordMap: needsMaps)
        guard result.failure == nil else { return nil }
        return response.value(RunSummary(result, on: point.scenario.grid))
      }
      values.withLock { $0[task] = found }
    }
    self.points = points
    diedOut = points.map { $0.scenario.diedOut(response) }
    self.values = values.withLock { $0 }
  }
}
