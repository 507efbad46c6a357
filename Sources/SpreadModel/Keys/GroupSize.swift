extension ModelKey {
  package static let groupSize = ModelKey(
    "group_size", sign: "N", unit: "people", values: .whole(1...AllowedValues.mostPeople),
    defaultValue: nil, mayVary: true, isAlwaysWritten: true,
    meaning: "people in the group",
    identityLines: { ["people=\($0.grid.people)"] }, value: { .whole($0.grid.people) })
}
