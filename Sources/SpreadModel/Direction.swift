/// The eight positions around a person, in the neighbor order; their numbers are part of the definition
/// of a run (docs/randomness.md, "Orders").
package enum Direction: Int, CaseIterable, Sendable {
  case northwest, north, northeast, west, east, southwest, south, southeast

  /// Rows to the south, -1...1.
  package var rows: Int {
    switch self {
    case .northwest, .north, .northeast: -1
    case .west, .east: 0
    case .southwest, .south, .southeast: 1
    }
  }

  /// Columns to the east, -1...1.
  package var columns: Int {
    switch self {
    case .northwest, .west, .southwest: -1
    case .north, .south: 0
    case .northeast, .east, .southeast: 1
    }
  }
}
