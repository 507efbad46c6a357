package import RunStore
import SpreadEngine
package import SpreadModel
import StudyFiles

/// One worker's engine, kept while the worker stays with a point.
///
/// `@unchecked Sendable`: only the worker with its number touches it, from one task to the next.
package final class PointRunner: @unchecked Sendable {
  private let plan: RunPlan
  private let responses: ResponseList
  private let clock: () -> Double
  private var current: CurrentPoint?

  private struct CurrentPoint {
    let point: Int
    let engine: Simulator
    /// Steps of a run: expected, then as seen.
    var steps: Double
  }

  /// - Parameter clock: processor time in seconds; nil: of this thread.
  package init(plan: RunPlan, responses: ResponseList, clock: (() -> Double)? = nil) {
    self.plan = plan
    self.responses = responses
    self.clock = clock ?? CostMeter.now
  }

  /// Most runs that are asked of the engine together: enough to make small groups side by side, few
  /// enough to be no burden.
  private static let together = 256
  /// Most bytes that their curves may take.
  private static let bytesTogether = 1e6
  /// Runs are handed over once their block takes so many bytes, or they took so many seconds: whatever was
  /// expected of them, neither memory nor a stop has to wait for the end of a batch.
  private static let mostBytes = 1_000_000
  private static let mostSeconds = 0.1

  /// Makes consecutive replicates of the point at that index and hands them over, finished ones
  /// also where `isCancelled`, asked step by step, cuts the others short.
  package func make(
    _ replicates: Range<Int>, of place: Int, isCancelled: () -> Bool, _ take: (EncodedBlock) -> Void
  ) {
    let point = plan.points[place]
    var next = replicates.lowerBound
    var block = BlockEncoder(point: point.identity, first: next)
    var start = clock()
    func handOver() {
      guard block.count > 0 else { return }
      take(block.finish())
      block = BlockEncoder(point: point.identity, first: next)
      start = clock()
    }
    func add(_ results: [RunResult]) {
      let results = results.span
      for index in results.indices {
        keep(results[index], at: point, replicate: next, in: block)
        next += 1
      }
      if block.bytes >= Self.mostBytes || clock() - start >= Self.mostSeconds { handOver() }
    }
    let record = plan.study.record
    let needsMaps = plan.study.needsMaps
    let listed =
      needsMaps
      ? replicates : replicates.clamped(to: 0..<max(0, record.mostKept))
    while next < listed.upperBound {
      let key = plan.study.key(of: point, replicate: next)
      guard
        let result = engine(at: place).run(
          key, recordMap: needsMaps || record.keepsMap(of: next),
          recordTransmissions: record.keepsTransmissions(of: next),
          recordGroups: record.keepsGroups(of: next),
          isCancelled: isCancelled)
      else { return handOver() }
      add([result])
    }
    while next < replicates.upperBound {
      let engine = engine(at: place)
      let some = next..<min(next + together, replicates.upperBound)
      let keys = some.map { plan.study.key(of: point, replicate: $0) }
      let results = engine.runs(keys, isCancelled: isCancelled)
      note(results)
      add(results)
      guard results.count == keys.count else { return handOver() }
    }
    handOver()
  }

  /// How many runs of the current point are made together.
  private var together: Int {
    let bytes = 4 * (current?.steps ?? 1)
    return max(1, Int(min(Double(Self.together), Self.bytesTogether / bytes)))
  }

  private func note(_ results: [RunResult]) {
    guard !results.isEmpty else { return }
    let steps = results.reduce(0) { $0 + $1.curve.count }
    current?.steps = Double(steps) / Double(results.count)
  }

  private func keep(
    _ result: RunResult, at point: Point, replicate: Int, in block: BlockEncoder
  ) {
    if let reason = plan.study.failure(of: result) { return block.add(failure: reason) }
    block.add(
      RunRecord.Finished(
        stopReason: result.stopReason,
        responses: responses.values(of: result, on: point.scenario.grid),
        curve: plan.study.record.keepsCurve(of: replicate) ? result.curves : nil,
        map: plan.study.record.keepsMap(of: replicate) ? result.infectionSteps : nil,
        transmissions: result.transmissions, groupCurves: result.groupCurves))
  }

  private func engine(at point: Int) -> Simulator {
    if let current, current.point == point { return current.engine }
    current = nil  // before the next one is made: two would be one too many
    let scenario = plan.points[point].scenario
    let fresh = Simulator(scenario, describesCourse: responses.describeCourse)
    current = CurrentPoint(point: point, engine: fresh, steps: scenario.expectedSteps)
    return fresh
  }
}
