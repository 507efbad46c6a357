extension ModelKey {
  package static let shapeShare = ModelKey(
    "shape_share", unit: "1", values: .real(.positive(to: 1)),
    mayVary: false, isAlwaysWritten: true,
    meaning: "infected share at which drift, anisotropy, elongation and roundness are measured",
    in: \.shapeShare)
}
