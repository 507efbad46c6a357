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
  /// Those of the targets.
  private let responses: [Response]

  init(_ rule: AdaptiveRule, _ scenario: Scenario, level: Double) {
    responses = rule.until.map(\.response)
    judge = PrecisionJudge(
      plan: PrecisionJudge.Plan(
        minimum: rule.firstJudgement, maximum: rule.max, batch: rule.batch,
        fewestValues: rule.min),
      targets: rule.until.map(\.target), diedOut: scenario.diedOut(responses),
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

  /// Where the values of runs have what the judge needs.
  struct Indices {
    fileprivate let steps: Int?
    /// Of the targets' responses; nil where runs have no such response.
    fileprivate let targets: [(response: Response, index: Int?)]
  }

  /// - Parameter list: the responses that the runs have.
  func indices(in list: ResponseList) -> Indices {
    Indices(
      steps: list.place(of: .steps), targets: responses.map { ($0, list.place(of: $0)) })
  }

  /// Shows the judge the next replicate.
  mutating func add(_ outcome: RunOutcome, _ indices: Indices, maxSteps: Int) {
    judged += 1
    guard case .finished(let run) = outcome else {
      return judge.add(indices.targets.map { _ in .failed })
    }
    let steps = indices.steps.flatMap { run.responses[$0] } ?? 0
    judge.add(
      indices.targets.map { response, index in
        guard let index else { return .missing }
        if let value = run.responses[index] { return .known(value) }
        // Only a time goes on after the end of a run; a shape is not there.
        guard response.kind == .time,
          let end = response.lastKnown(endedBy: run.stopReason, steps: steps, maxSteps: maxSteps)
        else { return .missing }
        return .censored(at: end)
      })
  }
}
