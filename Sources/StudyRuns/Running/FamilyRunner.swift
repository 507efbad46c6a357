import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles

/// One worker's pass, kept while the worker stays with a family of points.
///
/// `@unchecked Sendable`: only the worker with its number touches it, from one task to the next.
final class FamilyRunner: @unchecked Sendable {
  private let plan: RunPlan
  private let families: PointFamilies
  private let responses: ResponseList
  private var current: CurrentFamily?

  private struct CurrentFamily {
    let family: Int
    let pass: ScenarioPass
    /// Nobody of them infected yet.
    let groups: [FinalGroup]
  }

  /// Runs are handed over once they take so many bytes.
  private static let mostBytes = 8_000_000

  init(_ plan: RunPlan, _ families: PointFamilies, _ responses: ResponseList) {
    (self.plan, self.families, self.responses) = (plan, families, responses)
  }

  /// Makes consecutive replicates of all points of a family, and hands over those that are wanted, block by block; finished
  /// ones also where `isCancelled` cuts the others short.
  ///
  /// - Parameters:
  ///   - missing: the replicates wanted, by point of the plan.
  ///   - take: given the index of a point, and its runs.
  func make(
    _ replicates: Range<Int>, of family: Int, missing: [[Range<Int>]], isCancelled: () -> Bool,
    _ take: (Int, EncodedBlock) -> Void
  ) {
    let points = families.all[family]
    let current = keep(family)
    let pass = current.pass
    let wanted = points.map { point in missing[point].map { $0.clamped(to: replicates) } }
    var blocks = points.map { _ in BlockEncoder?.none }
    var count = 0
    func handOver(_ index: Int) {
      guard let block = blocks[index] else { return }
      take(points[index], block.finish())
      blocks[index] = nil
    }
    for replicate in replicates {
      let key = plan.study.key(of: plan.points[points[0]], replicate: replicate)
      guard pass.begin(key, isCancelled: isCancelled),
        let values = pass.finalValues(isCancelled: isCancelled),
        let critical = pass.criticalProbabilities(
          plan.study.criticalShares, isCancelled: isCancelled)
      else { break }
      for (index, point) in points.enumerated() {
        guard wanted[index].contains(where: { $0.contains(replicate) }) else {
          // Blocks have no gaps.
          handOver(index)
          continue
        }
        var result = RunResult(values[index], groups: current.groups)
        result.criticalProbabilities = critical
        let values = responses.values(of: result, on: plan.points[point].scenario.grid)
        let block =
          blocks[index] ?? BlockEncoder(point: plan.points[point].identity, first: replicate)
        blocks[index] = block
        block.add(RunRecord.Finished(stopReason: result.stopReason, responses: values))
        count += 1
      }
      if count * 8 * responses.responses.count > Self.mostBytes {
        points.indices.forEach(handOver)
        count = 0
      }
      if isCancelled() { break }
    }
    points.indices.forEach(handOver)
  }

  /// The pass of a family; the worker keeps one.
  private func keep(_ family: Int) -> CurrentFamily {
    if let current, current.family == family { return current }
    current = nil  // before the next one is made: two would be one too many
    let scenarios = families.all[family].map { plan.points[$0].scenario }
    var groups: [FinalGroup] = []
    if let structure = scenarios[0].groups {
      groups = zip(structure.names, structure.sizes(people: scenarios[0].grid.people)).map {
        FinalGroup(name: $0, people: $1, infected: 0)
      }
    }
    let made = CurrentFamily(family: family, pass: ScenarioPass(scenarios), groups: groups)
    current = made
    return made
  }
}

extension RunResult {
  /// The final values of a replicate, as a run has them.
  fileprivate init(_ values: FinalValues, groups: [FinalGroup]) {
    var groups = groups
    for (index, infected) in values.everInfectedOfGroup.enumerated() {
      groups[index].infected = infected
    }
    self.init(
      everInfected: values.everInfected, infections: values.infections, groups: groups)
  }
}
