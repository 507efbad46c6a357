extension ModelKey {
  package static let stopShare = ModelKey(
    "stop.share", unit: "1", values: .real(.positive(to: 1)), mayVary: false,
    isAlwaysWritten: true, meaning: "infected share of the group at which a run ends",
    line: "stop_share", in: \.stopShare)

  package static let maxSteps = ModelKey(
    "stop.max_steps", unit: "steps", values: .whole(0...AllowedValues.mostPeople),
    mayVary: false, isAlwaysWritten: true,
    meaning: "steps after which a run ends", line: "max_steps", in: \.maxSteps)
}
