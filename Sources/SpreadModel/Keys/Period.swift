extension ModelKey {
  package static let period = ModelKey(
    "period", unit: "s", values: .real(.positive(to: 1e9)), defaultValue: .real(1), mayVary: false,
    isAlwaysWritten: true, meaning: "seconds per step, for time labels; does not change results")
}
