import RunStore
package import SpreadEngine
import SpreadModel
import StudyFiles

/// One worker's pass, kept while the worker stays with a family of points.
///
/// `@unchecked Sendable`: only the worker with its number touches it, from one task to the next.
final class FamilyRunner: @unchecked Sendable {
  private let plan: RunPlan
  private let responses: ResponseList
  private var current: (family: Int, pass: ScenarioPass)?

  /// Runs are handed over once they take so many bytes.
  private static let mostBytes = 8_000_000
  /// Of a run and its values.
  private static let bytesOfRun = 100

  init(plan: RunPlan, responses: ResponseList) {
    (self.plan, self.responses) = (plan, responses)
  }

  /// Makes consecutive replicates of all points of a family, and hands over those that are wanted, block by block; finished
  /// ones also where `isCancelled` cuts the others short.
  ///
  /// - Parameters:
  ///   - missing: the replicates wanted, by point of the plan.
  ///   - take: given the index of a point, and its runs.
  func make(
    _ replicates: Range<Int>, of family: Int, missing: [[Range<Int>]], isCancelled: () -> Bool,
    _ take: (Int, RunBlock) -> Void
  ) {
    let places = plan.families.all[family]
    let pass = pass(of: family)
    let wanted = places.map { place in missing[place].map { $0.clamped(to: replicates) } }
    var runs = places.map { _ in [RunRecord]() }
    var count = 0
    func handOver(_ index: Int) {
      guard !runs[index].isEmpty else { return }
      take(places[index], RunBlock(point: plan.points[places[index]].identity, runs: runs[index]))
      runs[index].removeAll(keepingCapacity: true)
    }
    for replicate in replicates {
      let key = plan.study.key(of: plan.points[places[0]], replicate: replicate)
      guard pass.begin(key, isCancelled: isCancelled) else { break }
      let values = pass.finalValues()
      let critical = pass.criticalProbabilities(plan.study.criticalShares)
      for (index, place) in places.enumerated() {
        guard wanted[index].contains(where: { $0.contains(replicate) }) else {
          // Blocks have no gaps.
          handOver(index)
          continue
        }
        runs[index].append(
          record(of: values[index], critical, at: plan.points[place], replicate: replicate))
        count += 1
      }
      if count * (Self.bytesOfRun + 16 * responses.responses.count) > Self.mostBytes {
        places.indices.forEach(handOver)
        count = 0
      }
      if isCancelled() { break }
    }
    places.indices.forEach(handOver)
  }

  private func pass(of family: Int) -> ScenarioPass {
    if let current, current.family == family { return current.pass }
    current = nil  // before the next one is made: two would be one too many
    let pass = ScenarioPass(plan.families.all[family].map { plan.points[$0].scenario })
    current = (family, pass)
    return pass
  }

  private func record(
    of values: FinalValues, _ critical: [Double: Double], at point: Point, replicate: Int
  ) -> RunRecord {
    var result = RunResult(values, of: point.scenario)
    result.criticalProbabilities = critical
    return RunRecord(
      replicate: replicate,
      outcome: .ok(
        stopReason: result.stopReason,
        responses: responses.values(of: result, on: point.scenario.grid), curve: nil, map: nil))
  }
}

extension ScenarioPass {
  /// Of the replicate that was begun, by share of the group; without those that are not reached at 1.
  package func criticalProbabilities(_ shares: [Double]) -> [Double: Double] {
    shares.reduce(into: [:]) { $0[$1] = criticalProbability(share: $1) }
  }
}

extension RunResult {
  /// The final values of a replicate, as a run has them.
  init(_ values: FinalValues, of scenario: Scenario) {
    var groups: [FinalGroup] = []
    if let structure = scenario.groups, !values.everInfectedOfGroup.isEmpty {
      let sizes = structure.sizes(people: scenario.grid.people)
      groups = structure.names.indices.map {
        FinalGroup(
          name: structure.names[$0], people: sizes[$0], infected: values.everInfectedOfGroup[$0])
      }
    }
    self.init(
      everInfected: values.everInfected, infections: values.infections, groups: groups)
  }
}
