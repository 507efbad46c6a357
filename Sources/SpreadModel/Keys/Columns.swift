extension ModelKey {
  /// The word for as many columns as the square root of the group size, rounded up.
  package static let square = "square"

  package static let columns = ModelKey(
    "columns", sign: "C", unit: "people",
    values: .either(.whole(1...AllowedValues.mostPeople), or: [square]),
    defaultValue: .name(square),
    mayVary: true, isAlwaysWritten: true,
    meaning: "people per row; square means the square root of the group size, rounded up",
    identityLines: { ["columns=\($0.grid.columns)"] }, value: { .whole($0.grid.columns) })
}
