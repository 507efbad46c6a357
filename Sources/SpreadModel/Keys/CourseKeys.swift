/// How an infection goes on and ends; docs/model.md, "Course".
extension ModelKey {
  private static let forever = "forever"

  package static let latentSteps = ModelKey(
    "latent_steps", sign: "L", unit: "steps", values: .whole(0...AllowedValues.mostPeople),
    mayVary: true,
    meaning: "steps for which an infected person does not infect anybody yet",
    in: \.course.latentSteps)

  package static let infectiousSteps = ModelKey(
    "infectious_steps", sign: "D", unit: "steps",
    values: .either(.whole(1...AllowedValues.mostPeople), or: [forever]), mayVary: true,
    meaning: "maximum infectious period, in steps",
    in: \.course.infectiousSteps)

  package static let recoveryProbability = ModelKey(
    "recovery_probability", sign: "c", unit: "1", values: .real(RealRange(0...1)), mayVary: true,
    meaning: "probability of recovering after a step in which the person acted",
    in: \.course.recoveryProbability)

  package static let immuneSteps = ModelKey(
    "immune_steps", sign: "W", unit: "steps",
    values: .either(.whole(0...AllowedValues.mostPeople), or: [forever]), mayVary: true,
    meaning: "steps for which a recovered person is immune; 0: healthy again at once",
    in: \.course.immuneSteps)
}

extension StepsOrForever: KeyValueConvertible {
  package init?(_ value: KeyValue) {
    switch value {
    case .whole(let steps): self = .steps(steps)
    case .name("forever"): self = .forever
    default: return nil
    }
  }

  package var keyValue: KeyValue {
    switch self {
    case .steps(let steps): .whole(steps)
    case .forever: .name("forever")
    }
  }
}
