import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// A point whose number of replicates is decided by its precision targets.
struct JudgedPoint {
  /// Replicates 0..<judged are what the judge has seen.
  private(set) var judged = 0
  private var judge: PrecisionJudge
  private let responses: [Response]

  init(_ rule: AdaptiveRule, level: Double) {
    responses = rule.until.map(\.response)
    judge = PrecisionJudge(
      plan: PrecisionJudge.Plan(minimum: rule.firstJudgement, maximum: rule.max, batch: rule.batch),
      targets: rule.until.map(Statistics.PrecisionTarget.init), level: level)
  }

  var isDone: Bool { judge.decision.count != nil }

  var isPrecise: Bool {
    if case .precise = judge.decision { true } else { false }
  }

  /// Replicates the judge needs to see next.
  var wanted: Int {
    switch judge.decision {
    case .undecided(let needed): needed
    case .precise(let count), .exhausted(let count): count
    }
  }

  /// Shows the judge the replicates it wants, in order.
  mutating func read(_ point: Point, from store: RunStore) throws(RunStoreError) {
    let places = responses.map { Response.allCases.firstIndex(of: $0) ?? 0 }
    let wanted = wanted
    var judge = judge
    do {
      try store.forEachRun(
        point: point.identity, replicates: judged..<wanted, withCurves: false, withMaps: false
      ) { run in
        guard case .ok(_, let values, _, _) = run.outcome else {
          judge.add(places.map { _ in nil })
          return
        }
        let end = values[0] ?? 0
        judge.add(
          places.map { CensoredTime(time: values[$0] ?? end, happened: values[$0] != nil) })
      }
    } catch let error as RunStoreError {
      throw error
    } catch {
      throw .internalError("\(error)")
    }
    self.judge = judge
    judged = wanted
  }
}

extension Statistics.PrecisionTarget {
  /// The target of a study file.
  init(_ target: StudyFiles.PrecisionTarget) {
    let width: Width =
      switch target.width {
      case .absolute(let limit): .absolute(limit)
      case .relative(let share): .relative(share)
      }
    self.init(kind: target.response.kind == .flag ? .share : .mean, width: width)
  }
}
