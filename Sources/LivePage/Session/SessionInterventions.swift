package import SpreadModel

/// What a page changes in a running session: values that hold from the next step on, until others do.
package struct SessionIntervention: Encodable, Equatable, Sendable {
  /// Nil: as without it.
  package var infectionFactor: Int?
  /// Nil: as without it.
  package var infectionProbability: Double?

  package init(infectionFactor: Int? = nil, infectionProbability: Double? = nil) {
    self.infectionFactor = infectionFactor
    self.infectionProbability = infectionProbability
  }

  /// Takes what was changed back.
  package static let original = SessionIntervention()

  /// Those that an intervention of the model sets.
  fileprivate init(_ effects: [Intervention.Target: Intervention.Effect]) {
    if case .set(let factor)? = effects[.infectionFactor] {
      infectionFactor = factor.constant.flatMap { Int(exactly: $0) }
    }
    if case .set(let probability)? = effects[.infectionProbability] {
      infectionProbability = probability.constant
    }
  }

  fileprivate var effects: [Intervention.Target: Intervention.Effect] {
    var effects: [Intervention.Target: Intervention.Effect] = [:]
    if let infectionFactor {
      effects[.infectionFactor] = .set(SteppedValue(Double(infectionFactor)))
    }
    if let infectionProbability {
      effects[.infectionProbability] = .set(SteppedValue(infectionProbability))
    }
    return effects
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
    package var values: SessionIntervention

    package init(step: Int, values: SessionIntervention) {
      self.step = step
      self.values = values
    }
  }

  /// Beyond it an intervention of each step would be judged by hundreds of others.
  package static let most = 100

  /// Those handed over, in order; each ends the one before.
  package private(set) var made: [Made] = []
  /// The one that holds from the next step on.
  package private(set) var waiting: SessionIntervention?

  package init() {}

  /// Those of a session that is repeated: what could not have been done is left out.
  package init(repeating given: [Made], in scenario: Scenario) {
    for one in given.sorted(by: { $0.step < $1.step }) where one.step >= 0 {
      guard refusal(of: one.values, in: scenario) == nil else { continue }
      waiting = one.values
      handOver(at: one.step)
    }
  }

  /// Those that have become these interventions of the model; fewer, if others are among them.
  init(saved list: [Intervention], in scenario: Scenario) {
    var made: [Made] = []
    for one in list {
      guard case .step(let begin) = one.when else { continue }
      if made.last?.step == begin { made.removeLast() }
      made.append(Made(step: begin, values: SessionIntervention(one.effects)))
      if case .step(let end)? = one.until { made.append(Made(step: end, values: .original)) }
    }
    self.init(repeating: made, in: scenario)
  }

  /// What holds from the next step on.
  package var last: SessionIntervention { waiting ?? made.last?.values ?? .original }

  /// Why an intervention cannot be made now; nil if it can.
  ///
  /// It never decides whether anybody is infected at all: a factor or a probability of 0 stays, and
  /// no other becomes 0.
  package func refusal(of values: SessionIntervention, in scenario: Scenario) -> String? {
    if scenario.infectionFactor == 0 || scenario.infectionProbability == 0 {
      return "Nobody infects anybody with these parameters: start anew with others."
    }
    if let factor = values.infectionFactor, !(1...Self.mostFactor).contains(factor) {
      return "Infection factor: enter a whole number from 1 to \(Self.mostFactor)."
    }
    if let probability = values.infectionProbability, !(probability > 0 && probability <= 1) {
      return "Infection probability: enter a number above 0 and up to 100 %."
    }
    if values == last { return "Nothing would be changed." }
    return made.count < Self.most ? nil : "A session can have at most \(Self.most) interventions."
  }

  private static let mostFactor = 1_000_000

  /// Has it wait for the next step, instead of what waited.
  package mutating func add(_ values: SessionIntervention) {
    waiting = nil
    if values != last { waiting = values }
  }

  /// What waits is made at the end of a step.
  ///
  /// - Returns: whether there was something.
  @discardableResult
  package mutating func handOver(at step: Int) -> Bool {
    guard let values = waiting else { return false }
    waiting = nil
    made.append(Made(step: step, values: values))
    return true
  }

  /// Forgets what would have been made after a step that the session never made.
  package mutating func forget(after step: Int) { made.removeAll { $0.step > step } }

  /// As interventions of the model: those made up to a step. What another one replaced at the end of
  /// the same step never began.
  package func list(by step: Int = .max) -> [Intervention] {
    let made = made.filter { $0.step <= step }
    return made.indices.compactMap { index in
      let (now, next) = (made[index], index + 1 < made.count ? made[index + 1].step : nil)
      guard !now.values.effects.isEmpty, next != now.step else { return nil }
      return Intervention(
        when: .step(now.step), effects: now.values.effects, until: next.map { .step($0) })
    }
  }
}
