extension ModelKey {
  /// The name of no interventions at all.
  package static let noInterventions = "none"

  package static let interventions = ModelKey(
    "interventions", values: .name, defaultValue: .name(noInterventions), mayVary: true,
    section: "interventions",
    meaning: "interventions in the course of a run: a list of the study's, or none",
    // What the list says counts, not its name.
    identityLines: { $0.interventions.map { "change=\($0.identityText)" } },
    // A list has its name in the study alone.
    value: { $0.interventions.isEmpty ? .name(noInterventions) : nil })
}

extension Intervention {
  fileprivate var identityText: String {
    var parts = ["when \(when.identityText)"]
    for target in Target.allCases {
      switch effects[target] {
      case .set(let value)?: parts.append("set \(target.rawValue) \(value.identityText)")
      case .multiply(let factor)?:
        parts.append("multiply \(target.rawValue) \(factor.identityText)")
      case nil: break
      }
    }
    if let keepContacts { parts.append("keep_contacts \(keepContacts)") }
    switch layers {
    case .all: break
    case .numbered(let numbers): parts.append("layers \(numbers)")
    case .named(let names): parts.append("layers named \(names)")
    }
    if let immunizeShare { parts.append("immunize_share \(immunizeShare)") }
    if let ofGroup { parts.append("of_group \(ofGroup)") }
    if let until { parts.append("until \(until.identityText)") }
    if repeats { parts.append("repeat") }
    return parts.joined(separator: ", ")
  }
}

extension Intervention.Condition {
  fileprivate var identityText: String {
    switch self {
    case .step(let step): "step \(step)"
    case .infectedShare(let share): "infected_share \(share)"
    case .infectiousShare(let share): "infectious_share \(share)"
    case .everInfectedShare(let share): "ever_infected_share \(share)"
    case .afterSteps(let steps): "after_steps \(steps)"
    }
  }
}

extension SteppedValue {
  fileprivate var identityText: String {
    guard !isConstant else { return "\(values[0])" }
    return "\(values) from \(steps)" + (period.map { " period \($0)" } ?? "")
  }
}
