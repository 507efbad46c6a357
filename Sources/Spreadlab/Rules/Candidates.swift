import SpreadModel

/// Whom a source meets in a step, and whom of them it infects.
///
/// It belongs to one call of ``ContactRule/act(_:on:using:)``, so it cannot be copied or kept.
public struct Candidates: ~Copyable {
  private let turn: SourceTurn

  init(_ turn: SourceTurn) { self.turn = turn }

  /// How many there are; they are numbered from 0.
  public var count: Int { turn.count }

  /// The number of the person who is that candidate.
  ///
  /// - Precondition: `candidate` is in `0..<count`; the program ends with a message otherwise.
  public func person(_ candidate: Int) -> Int { turn.person(candidate) }

  /// Whether they can be infected. All can unless the rule's pool is ``Pool/all``.
  ///
  /// - Precondition: `candidate` is in `0..<count`; the program ends with a message otherwise.
  public func isHealthy(_ candidate: Int) -> Bool { turn.isHealthy(candidate) }

  /// From the source to a candidate on the grid: rows to the south and columns to the east, less than 0 to the north
  /// and west. On a torus it is the shorter way; of two as long, one of them.
  ///
  /// - Precondition: `candidate` is in `0..<count`; the program ends with a message otherwise.
  public func offset(_ candidate: Int) -> (rows: Int, columns: Int) {
    turn.grid.offset(from: turn.source, to: turn.person(candidate))
  }

  /// The length of that way.
  ///
  /// - Precondition: `candidate` is in `0..<count`; the program ends with a message otherwise.
  public func distance(_ candidate: Int, _ metric: Neighborhood.Metric = .euclidean) -> Double {
    let (rows, columns) = offset(candidate)
    let (down, right) = (Double(abs(rows)), Double(abs(columns)))
    return switch metric {
    case .chebyshev: max(down, right)
    case .manhattan: down + right
    case .euclidean: (down * down + right * right).squareRoot()
    }
  }

  /// Infects a candidate: they act from the next step on, or when their latent steps are over. Twice is
  /// as good as once, and a contact with somebody who is not healthy is wasted.
  ///
  /// - Precondition: `candidate` is in `0..<count`; the program ends with a message otherwise.
  public mutating func infect(_ candidate: Int) { turn.infect(candidate) }
}
