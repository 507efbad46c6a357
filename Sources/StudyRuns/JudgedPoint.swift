import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles

/// A point whose number of replicates is decided by its precision targets.
struct JudgedPoint {
  /// Replicates 0..<judged are what the judge has seen.
  private(set) var judged = 0
  private var judge: PrecisionJudge
  /// The targets' responses, with their places in a run's values; nil where runs have no such
  /// response.
  private let wishes: [(kind: Response.Kind, place: Int?)]
  /// The place of `steps`.
  private let steps: Int?

  /// - Parameter responses: those that the runs have.
  init(_ rule: AdaptiveRule, _ scenario: Scenario, level: Double, responses: ResponseList) {
    wishes = rule.until.map { ($0.response.kind, responses.place(of: $0.response)) }
    steps = responses.place(of: .steps)
    judge = PrecisionJudge(
      plan: PrecisionJudge.Plan(
        minimum: rule.firstJudgement, maximum: rule.max, batch: rule.batch,
        fewestValues: rule.min),
      targets: rule.until.map(\.target), diedOut: scenario.diedOut(rule.until.map(\.response)),
      level: level)
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

  /// About how many replicates the point will have in the end.
  var expected: Int { judge.expectedCount }

  /// Shows the judge the next replicate.
  mutating func add(_ outcome: RunOutcome, maxSteps: Int) {
    judged += 1
    guard case .ok(let reason, let values, _, _, _) = outcome else {
      return judge.add(wishes.map { _ in .failed })
    }
    let end = reason.lastKnownStep(steps.flatMap { values[$0] } ?? 0, maxSteps: maxSteps)
    judge.add(
      wishes.map { kind, place in
        guard let place else { return .missing }
        if let value = values[place] { return .known(value) }
        // Only a time goes on after the end of a run; a shape is not there.
        return kind == .time ? .censored(at: end) : .missing
      })
  }

  /// Shows the judge the replicates it wants, in order.
  ///
  /// - Throws: `WordedError`, also if one of them is not there: judged without it, the point would
  ///   want it for ever.
  mutating func read(_ point: Point, from store: RunStore) throws {
    let wanted = wanted
    var reader = self
    try store.forEachRun(
      point: point.identity, replicates: judged..<wanted, withCurves: false, withMaps: false
    ) { run in
      reader.add(run.outcome, maxSteps: point.scenario.maxSteps)
    }
    guard reader.judged == wanted else {
      throw RunStoreError.internalError(
        "of replicates \(judged)..<\(wanted) of point \(point.number) only "
          + "\(reader.judged - judged) were found")
    }
    self = reader
  }
}
