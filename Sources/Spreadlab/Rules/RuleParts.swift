package import SpreadModel

/// Which positions around a person count as near on the grid; elsewhere the study's contacts say who meets whom.
public enum Neighborhood: Hashable, Sendable {
  /// The eight around a person: NW, N, NE, W, E, SW, S, SE.
  case moore
  /// Four of them: N, W, E, S.
  case vonNeumann
  /// Six of them, where odd rows stand half a cell further east.
  case hexagonal
  /// Everybody at a distance of at most `radius`, 1 or more, in reading order.
  case within(radius: Int, Metric)

  /// How a distance is measured, of so many rows and columns.
  public enum Metric: Hashable, Sendable {
    /// The larger of the two.
    case chebyshev
    /// Their sum.
    case manhattan
    /// The root of the sum of their squares.
    case euclidean
  }
}

/// Whom a source may contact.
public enum Pool: Hashable, Sendable {
  /// The healthy people near.
  case healthy
  /// Everybody near: contacts with others are wasted.
  case all
}

/// Whether the sources of a step see what the others did.
public enum Update: Hashable, Sendable {
  /// All see the state at the beginning of the step; what they do is applied together.
  case synchronous
  /// One after the other, in the order of their numbers, each on the state as it is then.
  case sequential
}

extension Neighborhood {
  package var inModel: SpreadRule.Neighborhood {
    switch self {
    case .moore: .moore
    case .vonNeumann: .vonNeumann
    case .hexagonal: .hexagonal
    case .within(let radius, .chebyshev): .within(radius: radius, metric: .chebyshev)
    case .within(let radius, .manhattan): .within(radius: radius, metric: .manhattan)
    case .within(let radius, .euclidean): .within(radius: radius, metric: .euclidean)
    }
  }
}

extension Pool {
  package var inModel: SpreadRule.Pool {
    switch self {
    case .healthy: .healthy
    case .all: .all
    }
  }
}

extension Update {
  package var inModel: SpreadRule.Update {
    switch self {
    case .synchronous: .synchronous
    case .sequential: .sequential
    }
  }
}
