/// An intervention: something that becomes otherwise in the course of a run, may end again, and may return.
///
/// Conditions are judged at the end of each step, step 0 included, after introductions and in list
/// order. What an intervention sets holds from the next step on.
/// Source: docs/model.md, "Interventions".
package struct Intervention: Hashable, Sendable {
  /// When something begins or ends. Shares are of the group, 0...1, compared like `stop.share`.
  package enum Condition: Hashable, Sendable {
    /// This step, 0 or more, or a later one, has been made.
    case step(Int)
    /// To begin: at least so many are infected. To end: fewer are.
    case infectedShare(Double)
    /// At least so many have ever been infected.
    case everInfectedShare(Double)
    /// The same as of `infectedShare`, of those who are infected and not latent.
    case infectiousShare(Double)
    /// So many steps, 1 or more, have been made under the intervention; to end only.
    case afterSteps(Int)
  }

  /// A number of the model that an intervention may set or multiply.
  package enum Target: String, CaseIterable, Sendable {
    case infectionFactor = "infection_factor"
    case infectionProbability = "infection_probability"
    case recoveryProbability = "recovery_probability"

    /// Not by the name, as words of a file would: lists of many interventions are asked for their effects
    /// again and again.
    package func hash(into hasher: inout Hasher) {
      switch self {
      case .infectionFactor: hasher.combine(0)
      case .infectionProbability: hasher.combine(1)
      case .recoveryProbability: hasher.combine(2)
      }
    }
  }

  package enum Effect: Hashable, Sendable {
    case set(Double)
    /// By which the value of the entries before is multiplied, 0 or more.
    case multiply(Double)
  }

  package var when: Condition
  package var effects: [Target: Effect]
  /// The share (0...1) of the group that is made immune for the rest of the run at that moment, among
  /// the healthy; rounded as `immune_share`.
  package var immunizeShare: Double?
  /// Of which group that share is; nil: of all people.
  package var ofGroup: String?
  /// Nil: it does not end.
  package var until: Condition?
  /// Whether `when` is judged anew from the step after it ended.
  package var repeats: Bool

  package init(
    when: Condition, effects: [Target: Effect] = [:], immunizeShare: Double? = nil,
    ofGroup: String? = nil, until: Condition? = nil, repeats: Bool = false
  ) {
    self.when = when
    self.effects = effects
    self.immunizeShare = immunizeShare
    self.ofGroup = ofGroup
    self.until = until
    self.repeats = repeats
  }

  /// Whether it may make people recover who would not without it.
  package var startsCourse: Bool {
    if case .set(let c)? = effects[.recoveryProbability] { c > 0 } else { false }
  }
}

/// The numbers of the model that interventions may set, as they hold in a step.
package struct ChangingValues: Hashable, Sendable {
  package var infectionFactor: Int
  /// The infection factor as the mean of draws that have one.
  package var meanContacts: Double
  package var infectionProbability: Double
  package var recoveryProbability: Double

  /// Whether no source infects anybody by this draw under them.
  package func infectNobody(by draw: SpreadRule.Draw) -> Bool {
    if infectionProbability <= 0 { return true }
    return switch draw {
    case .each: false
    case .exact, .atLeastOne, .uniform, .capped, .scan: infectionFactor == 0
    case .number(.weights(let weights)): weights.dropFirst().allSatisfy { $0 == 0 }
    case .number(.poisson), .number(.geometric), .number(.negativeBinomial), .own:
      meanContacts <= 0
    }
  }

  /// Those of a scenario without interventions.
  package init(_ scenario: Scenario) {
    infectionFactor = scenario.infectionFactor
    meanContacts = scenario.meanContacts
    infectionProbability = scenario.infectionProbability
    recoveryProbability = scenario.course.recoveryProbability
  }

  /// Those under some interventions of a scenario, in list order: of each number the last intervention that names
  /// it counts, a factor on the value of those before. As a cap the infection factor is rounded to the
  /// nearest whole number, halves up; probabilities are cut off at 1.
  package init(_ scenario: Scenario, under interventions: some Sequence<Intervention>) {
    self.init(scenario)
    for intervention in interventions {
      for (target, effect) in intervention.effects {
        switch target {
        case .infectionFactor: effect.apply(to: &meanContacts)
        case .infectionProbability: effect.apply(to: &infectionProbability)
        case .recoveryProbability: effect.apply(to: &recoveryProbability)
        }
      }
    }
    infectionFactor = Int(min(1e9, (meanContacts + 0.5).rounded(.down)))
    infectionProbability = min(1, infectionProbability)
    recoveryProbability = min(1, recoveryProbability)
  }
}

extension Intervention.Effect {
  fileprivate func apply(to value: inout Double) {
    switch self {
    case .set(let new): value = new
    case .multiply(let factor): value *= factor
    }
  }
}
