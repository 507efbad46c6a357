extension SpreadRule {
  /// Which places around a person count as neighbors, in the order in which they are tried.
  ///
  /// A new one: docs/extending.md, "A neighborhood".
  package enum Neighborhood: String, CaseIterable, Sendable {
    /// NW, N, NE, W, E, SW, S, SE.
    case moore
    /// N, W, E, S.
    case vonNeumann = "von_neumann"

    /// What the parts are, for schema and page: a sentence without its capital and its period.
    package static let meaning = "eight neighbors (moore) or four (von_neumann)"

    /// Where neighbors stand, by increasing number. Whoever has a neighbor is a neighbor of theirs,
    /// and everybody can be reached from anybody: each direction comes with its opposite, and north,
    /// west, east and south are among them.
    package var directions: [Direction] {
      switch self {
      case .moore: Direction.allCases
      case .vonNeumann: [.north, .west, .east, .south]
      }
    }
  }
}
