extension ModelKey {
  package static let infectionProbability = ModelKey(
    "infection_probability", sign: "p", unit: "1", values: .real(RealRange(0...1)),
    mayVary: true, isAlwaysWritten: true,
    meaning: "probability that a contact infects",
    in: \.infectionProbability)
}
