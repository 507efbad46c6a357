package import RunStore
import Statistics
import StudyFiles

/// How far a store's runs answer a study: what a finished session would have counted, and what
/// there is of a study that is not finished.
package struct StudyJudgement: Sendable {
  /// Replicates that count, by point in plan order.
  package private(set) var replicates: [Int] = []
  /// How many of these are in the store, by point.
  package private(set) var found: [Int] = []
  /// Replicates of each point whose need is known: of one that is not precise enough yet, those of the
  /// next round too.
  package private(set) var wanted: [Range<Int>] = []
  /// Whether the precision targets hold, by point; nil where the number is fixed.
  package private(set) var converged: [Bool?] = []
  package private(set) var isComplete = true

  package init(_ plan: RunPlan, store: RunStore) throws {
    for (point, wanted) in zip(plan.points, plan.replicates) {
      switch plan.study.replicates {
      case .fixed:
        replicates.append(wanted.upperBound)
        self.wanted.append(wanted)
        converged.append(nil)
        let missing = try store.missingReplicates(of: point.identity, in: wanted)
          .reduce(0) { $0 + $1.count }
        found.append(wanted.count - missing)
        if missing > 0 { isComplete = false }
      case .adaptive(let rule):
        var judged = JudgedPoint(
          rule, point.scenario, level: plan.study.analysis.confidence, responses: store.responses)
        while !judged.isDone {
          let missing = try store.missingReplicates(
            of: point.identity, in: judged.judged..<judged.wanted)
          guard missing.isEmpty else {
            isComplete = false
            break
          }
          try judged.read(point, from: store)
        }
        replicates.append(judged.judged)
        found.append(judged.judged)
        self.wanted.append(0..<judged.wanted)
        converged.append(judged.isPrecise)
      }
    }
    if let search = plan.posterior, search.stop == nil { isComplete = false }
  }
}
