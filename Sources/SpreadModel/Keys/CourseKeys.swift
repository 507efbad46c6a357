/// How an infection goes on and ends; docs/model.md, "Course".
extension ModelKey {
  package static let latentSteps = ModelKey(
    "latent_steps", sign: "L", unit: "steps", values: .length(atLeast: 0, or: []),
    mayVary: true,
    meaning: "steps for which an infected person does not infect anybody yet",
    in: \.course.latentSteps)

  package static let infectiousSteps = ModelKey(
    "infectious_steps", sign: "D", unit: "steps",
    values: .length(atLeast: 1, or: [Length.foreverWord]), mayVary: true,
    meaning: "maximum infectious period, in steps",
    in: \.course.infectiousSteps)

  package static let recoveryProbability = ModelKey(
    "recovery_probability", sign: "c", unit: "1", values: .real(RealRange(0...1)), mayVary: true,
    meaning: "probability of recovering after a step in which the person acted",
    in: \.course.recoveryProbability)

  package static let immuneSteps = ModelKey(
    "immune_steps", sign: "W", unit: "steps",
    values: .length(atLeast: 0, or: [Length.foreverWord]), mayVary: true,
    meaning: "steps for which a recovered person is immune; 0: healthy again at once",
    in: \.course.immuneSteps)
}
