package import SpreadModel

/// What a replicate has come to in the end.
package struct FinalValues: Hashable, Sendable {
  /// People infected at least once.
  package var everInfected: Int
  /// Without those introduced.
  package var infections: Int
  /// The same as `everInfected`, by group; empty where people are of none.
  package var everInfectedOfGroup: [Int]

  package init(everInfected: Int, infections: Int, everInfectedOfGroup: [Int] = []) {
    self.everInfected = everInfected
    self.infections = infections
    self.everInfectedOfGroup = everInfectedOfGroup
  }
}

/// The final values of replicates at all levels of a number by which the infection probability is multiplied, such as it
/// itself: those of runs without an end but the last infection's, bit for bit, for the price of a few.
///
/// One belongs to one worker; it is not `Sendable`. Source: docs/design.md, "All infection probabilities from one pass".
package final class ScenarioPass {
  private let scenario: Scenario
  private let runner: KernelRunner<ListKernel>
  private var critical: CriticalLevels
  /// Of infection probabilities; made when it is first asked for.
  private var probabilities: CriticalProbability?

  /// Why no pass gives what runs of these scenarios give; nil if one does.
  ///
  /// - Parameter levels: one or more; their most steps are not looked at.
  package static func obstacle(to levels: [Scenario]) -> PassObstacle? {
    PassObstacle.first(of: levels)
  }

  /// - Parameters:
  ///   - levels: one or more, in any order, without an obstacle.
  ///   - vectors: those that the heavy passes use, of the ones the processor has; the results are the same.
  package init(_ levels: [Scenario], vectors: SIMDLevel = .chosen) {
    precondition(!levels.isEmpty && Self.obstacle(to: levels) == nil, "no pass makes these runs")
    scenario = levels[0]
    // Only how it begins counts: nobody infects anybody.
    var start = levels[0]
    start.infectionProbability = 0
    runner = KernelRunner(
      RunSetup(
        start, vectors: vectors, describesCourse: false, keepsStepsOpen: false, inLayers: true))
    critical = CriticalLevels(levels[0], PassLevels(levels))
  }

  /// Draws a replicate: who has which contacts, is of which group, introduced, immune.
  ///
  /// - Returns: false if `isCancelled` said so before the end.
  package func begin(_ key: RunKey, isCancelled: () -> Bool = { false }) -> Bool {
    runner.begin(key, isCancelled: isCancelled)
  }

  /// Of the replicate, in the order of the levels.
  ///
  /// - Returns: nil if `isCancelled` said so before the end.
  package func finalValues(isCancelled: () -> Bool) -> [FinalValues]? {
    do throws(WorkCancelled) {
      try critical.find(runner.kernel, isCancelled: isCancelled)
    } catch { return nil }
    let values = critical.finalValues(runner.kernel, groups: scenario.groups?.names.count ?? 0)
    return critical.levels.levelOf.map { values[$0] }
  }

  package func finalValues() -> [FinalValues] { finalValues(isCancelled: { false }) ?? [] }

  /// The least infection probability at which a share (0...1] of the group is ever infected in the replicate.
  ///
  /// - Returns: nil if it is not at 1.
  package func criticalProbability(share: Double) -> Double? {
    criticalProbabilities([share]) { false }?[share]
  }

  /// The same of some shares, without those that are not reached at 1.
  ///
  /// - Returns: nil if `isCancelled` said so before the end.
  package func criticalProbabilities(
    _ shares: [Double], isCancelled: () -> Bool
  ) -> [Double: Double]? {
    if probabilities == nil, !shares.isEmpty { probabilities = CriticalProbability(scenario) }
    var found: [Double: Double] = [:]
    for share in shares {
      do throws(WorkCancelled) {
        found[share] = try probabilities?.least(
          runner.kernel, people: scenario.grid.leastPeople(ofShare: share), isCancelled: isCancelled
        )
      } catch { return nil }
    }
    return found
  }
}

extension CriticalLevels {
  /// By level, after `find`.
  fileprivate func finalValues(_ kernel: borrowing ListKernel, groups: Int) -> [FinalValues] {
    // By level, then group: people infected from there on.
    let columns = max(1, groups)
    var counts = [Int](repeating: 0, count: levels.count * columns)
    for index in 0..<reachedCount {
      let person = reached[index]
      let group = groups > 0 ? Int(kernel.groups.groupOf[person]) : 0
      counts[Int(levelOf[person]) * columns + group] += 1
    }
    var before = [Int](repeating: 0, count: columns)
    return (0..<levels.count).map { level in
      for group in 0..<columns { before[group] += counts[level * columns + group] }
      let everInfected = before.reduce(0, +)
      return FinalValues(
        everInfected: everInfected, infections: everInfected - kernel.newlyInfectedCount,
        everInfectedOfGroup: groups > 0 ? before : [])
    }
  }
}
