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
    case set(SteppedValue)
    /// By which the value of the entries before is multiplied, 0 or more.
    case multiply(SteppedValue)

    package var value: SteppedValue {
      switch self {
      case .set(let value), .multiply(let value): value
      }
    }
  }

  /// In which layers of the contacts the infection probability is multiplied, or contacts are closed.
  package enum Layers: Hashable, Sendable {
    case all
    /// By the names of structures, as studies say it.
    case named([String])
    /// By their places among the layers, as runs need it. None: there is no such layer.
    case numbered([Int])
  }

  package var when: Condition
  package var effects: [Target: Effect]
  /// y, the share (0...1) of pairs of neighbors who still meet while it is in force, always the same ones.
  package var keepContacts: Double?
  /// Of `keepContacts`, and of a factor of the infection probability.
  package var layers: Layers
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
    when: Condition, effects: [Target: Effect] = [:], keepContacts: Double? = nil,
    layers: Layers = .all, immunizeShare: Double? = nil, ofGroup: String? = nil,
    until: Condition? = nil, repeats: Bool = false
  ) {
    self.when = when
    self.effects = effects
    self.keepContacts = keepContacts
    self.layers = layers
    self.immunizeShare = immunizeShare
    self.ofGroup = ofGroup
    self.until = until
    self.repeats = repeats
  }

  /// Whether it may make people recover who would not without it.
  package var startsCourse: Bool {
    guard case .set(let c)? = effects[.recoveryProbability] else { return false }
    return c.values.contains { $0 > 0 }
  }

  /// Whether it sets or multiplies something, or closes contacts, as long as it is in force.
  package var changesSteps: Bool { !effects.isEmpty || keepContacts != nil }

  /// Whether it acts in a layer, by its place among them.
  package func acts(in layer: Int) -> Bool {
    switch layers {
    case .all: true
    case .numbered(let numbers): numbers.contains(layer)
    case .named(let names): preconditionFailure("nobody looked for the layers \(names)")
    }
  }
}
