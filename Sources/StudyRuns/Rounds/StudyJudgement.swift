package import RunStore
import StudyFiles

/// How far runs answer a study: those that count, and how many of them there are.
package struct StudyJudgement: Sendable {
  /// By point: the replicates that count.
  package let counted: [Range<Int>]
  /// How many of the replicates that count are there, by point.
  package let found: [Int]
  /// The same in all, of the points that are in tables.
  package let foundInTables: Int
  /// Whether the precision targets are met, by point; nil where the number is fixed.
  package let converged: [Bool?]
  /// Whether no run is missing.
  package let isComplete: Bool

  /// - Parameters:
  ///   - rounds: as far as the runs have led.
  ///   - store: with the runs; nil where none is missing.
  package init(_ rounds: StudyRounds, store: RunStore? = nil) throws {
    let counted = rounds.counted
    var found = counted.map(\.count)
    if let store {
      for (index, point) in rounds.points.enumerated() {
        found[index] -= RunPlan.count(
          [try store.missingReplicates(of: point.identity, in: counted[index])])
      }
    }
    self.found = found
    foundInTables = found.prefix(rounds.tablePoints).reduce(0, +)
    self.counted = counted
    converged = rounds.converged
    isComplete = rounds.isDone
  }
}
