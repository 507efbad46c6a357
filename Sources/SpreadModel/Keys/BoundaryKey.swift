extension ModelKey {
  package static let boundary = ModelKey(
    "boundary", values: .choice(Boundary.allCases.map(\.rawValue)),
    defaultValue: .name(Boundary.bounded.rawValue), mayVary: true, isAlwaysWritten: true,
    meaning: "whether the grid ends at its edge or wraps around (torus, full rectangles only)",
    identityLines: { ["boundary=\($0.grid.boundary.rawValue)"] },
    value: { .name($0.grid.boundary.rawValue) })
}
