extension ModelKey {
  package static let infectionFactor = ModelKey(
    "infection_factor", sign: "k", unit: "people", values: .whole(0...AllowedValues.mostPeople),
    mayVary: true, isOriginal: true,
    meaning: "the most people a source may infect (or contact) in one step",
    in: \.infectionFactor)
}
