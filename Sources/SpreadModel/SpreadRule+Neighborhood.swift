extension SpreadRule {
  /// Which positions around a person count as neighbors, in the order in which they are tried.
  ///
  /// A new one: docs/extending.md, "A neighborhood".
  package enum Neighborhood: Hashable, Sendable {
    /// NW, N, NE, W, E, SW, S, SE.
    case moore
    /// N, W, E, S.
    case vonNeumann
    /// NW, NE, W, E, SW, SE, where odd rows (counted from 0) stand half a cell further east.
    case hexagonal
    /// Everybody at a distance of at most `radius`, 1...10^9, in reading order.
    case within(radius: Int, metric: Metric)

    package enum Metric: String, CaseIterable, Sendable {
      case chebyshev, manhattan, euclidean

      /// How many columns away somebody so many rows away may be, to be at a distance of at most `radius`;
      /// nil where nobody is.
      ///
      /// - Precondition: `radius` is at most 10^9.
      package func reach(rows: Int, radius: Int) -> Int? {
        guard abs(rows) <= radius else { return nil }
        switch self {
        case .chebyshev: return radius
        case .manhattan: return radius - abs(rows)
        case .euclidean:
          let square = radius * radius - rows * rows
          // The root is rounded.
          var columns = Int(Double(square).squareRoot())
          while columns * columns > square { columns -= 1 }
          while (columns + 1) * (columns + 1) <= square { columns += 1 }
          return columns
        }
      }
    }

    /// What the parts are, for schema and page: a sentence without its capital and its period.
    package static let meaning = "eight neighbors (moore), four (von_neumann), or six (hexagonal)"

    /// Where the neighbors of people of a row stand, by increasing number; none where they are not
    /// those around a person (`within`). Whoever has a neighbor is a neighbor of theirs, and everybody
    /// can be reached from anybody: each direction comes with its opposite (in the next rows, where
    /// odd rows are others), and north, west, east and south are among them.
    package func directions(inRow row: Int) -> [Direction] {
      switch self {
      case .moore: Direction.allCases
      case .vonNeumann: [.north, .west, .east, .south]
      case .hexagonal where row.isMultiple(of: 2):
        [.northwest, .north, .west, .east, .southwest, .south]
      case .hexagonal: [.north, .northeast, .west, .east, .south, .southeast]
      case .within: []
      }
    }

    /// Those of all rows, for neighborhoods in which rows do not differ; of `hexagonal` those of even
    /// rows, as many as of odd ones.
    package var directions: [Direction] { directions(inRow: 0) }
  }
}

/// Those with a name of their own, and all of them as text.
extension SpreadRule.Neighborhood: CaseIterable, RawRepresentable {
  package static let allCases: [Self] = [.moore, .vonNeumann, .hexagonal]

  /// Those of a grid of squares.
  package static let ofSquares: [Self] = [.moore, .vonNeumann]

  /// - Parameter rawValue: a name in study files.
  package init?(rawValue: String) {
    guard let named = Self.allCases.first(where: { $0.rawValue == rawValue }) else { return nil }
    self = named
  }

  /// The name in study files; of a radius, what it says.
  package var rawValue: String {
    switch self {
    case .moore: "moore"
    case .vonNeumann: "von_neumann"
    case .hexagonal: "hexagonal"
    case .within(let radius, let metric): "radius \(radius) \(metric.rawValue)"
    }
  }
}
