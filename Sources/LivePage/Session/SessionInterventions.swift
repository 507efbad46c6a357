package import SpreadModel

/// What a page may do to a running session by a button: an intervention that holds until it is taken back.
package enum SessionIntervention: String, CaseIterable, Codable, Sendable {
  case halfContacts = "half_contacts"
  case halfProbability = "half_probability"
  /// Takes all others back.
  case original

  /// What it halves; nil for `original`.
  fileprivate var target: Intervention.Target? {
    switch self {
    case .halfContacts: .infectionFactor
    case .halfProbability: .infectionProbability
    case .original: nil
    }
  }
}

/// The interventions of a session, which become interventions of the model (docs/model.md, "Interventions").
///
/// Like a tap, an intervention waits until the next step begins. It is handed over at the end of the
/// step before, and holds from the next one on.
package struct SessionInterventions: Equatable, Sendable {
  package struct Made: Encodable, Equatable, Sendable {
    /// The step at whose end it was handed over.
    package var step: Int
    package var kind: SessionIntervention

    package init(step: Int, kind: SessionIntervention) {
      self.step = step
      self.kind = kind
    }
  }

  /// Beyond it an intervention of each step would be judged by hundreds of others.
  package static let most = 100

  /// Those handed over, in order.
  package private(set) var made: [Made] = []
  /// Those that hold from the next step on.
  package private(set) var waiting: [SessionIntervention] = []

  package init() {}

  /// Those of a session that is repeated: what could not have been done is left out.
  package init(repeating given: [Made], in scenario: Scenario) {
    for one in given.sorted(by: { $0.step < $1.step }) where one.step >= 0 {
      guard refusal(of: one.kind, in: scenario) == nil else { continue }
      add(one.kind)
      handOver(at: one.step)
    }
  }

  /// Why an intervention cannot be made now; nil if it can.
  ///
  /// Halves of a session's own interventions never make it infect nobody: a factor of 1 stays.
  package func refusal(of kind: SessionIntervention, in scenario: Scenario) -> String? {
    let now = values(in: scenario)
    switch kind {
    case .original:
      return isAnyOpen || !waiting.isEmpty ? nil : "Nothing has been changed."
    case .halfContacts, .halfProbability:
      if made.count + waiting.count >= Self.most {
        return "A session can have at most \(Self.most) interventions."
      }
      if kind == .halfContacts {
        return now.infectionFactor > 1
          ? nil : "The infection factor is \(now.infectionFactor): it cannot be halved."
      }
      return now.infectionProbability / 2 > 0
        ? nil : "The infection probability is 0: it cannot be halved."
    }
  }

  /// Has one wait for the next step; what `original` finds waiting never happens.
  package mutating func add(_ kind: SessionIntervention) {
    if kind == .original {
      waiting = isAnyOpen ? [kind] : []
    } else {
      waiting.append(kind)
    }
  }

  /// Those that wait are made at the end of a step.
  ///
  /// - Returns: whether there were any.
  @discardableResult
  package mutating func handOver(at step: Int) -> Bool {
    defer { waiting = [] }
    made += waiting.map { Made(step: step, kind: $0) }
    return !waiting.isEmpty
  }

  /// Forgets what would have been made after a step that the session never made.
  package mutating func forget(after step: Int) { made.removeAll { $0.step > step } }

  /// As interventions of the model: those made up to a step.
  package func list(by step: Int = .max) -> [Intervention] {
    Self.list(of: made.filter { $0.step <= step })
  }

  /// The numbers that hold from the next step on, where the model has no interventions of its own.
  package func values(in scenario: Scenario) -> ChangingValues {
    let all = made + waiting.map { Made(step: .max, kind: $0) }
    return ChangingValues(scenario, under: Self.list(of: all).filter { $0.until == nil })
  }

  /// Whether some of those made hold.
  private var isAnyOpen: Bool { list().contains { $0.until == nil } }

  /// What was taken back at the end of the same step never began.
  private static func list(of made: [Made]) -> [Intervention] {
    var interventions: [Intervention] = []
    for one in made {
      let now = Intervention.Condition.step(one.step)
      if let target = one.kind.target {
        interventions.append(Intervention(when: now, effects: [target: .multiply(0.5)]))
      } else {
        interventions.removeAll { $0.when == now }
        for place in interventions.indices where interventions[place].until == nil {
          interventions[place].until = now
        }
      }
    }
    return interventions
  }
}
