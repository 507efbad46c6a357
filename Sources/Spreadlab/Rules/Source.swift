import SpreadModel

/// An infected person whose turn it is.
public struct Source: Hashable, Sendable {
  /// The person, by number, from 0; on the grid in row `person / columns`, column `person % columns`.
  public let person: Int
  /// People per row of the grid.
  public let columns: Int
  /// The step that is being made: 1, 2, ...
  public let step: Int
  /// k: what the study calls `infection_factor`, which a rule may take as a cap or as a mean. It changes where
  /// the study has interventions, and from infection to infection where it has an
  /// `infectiousness_dispersion`.
  public let infectionFactor: Double
  /// p: the probability that a contact infects, 0...1.
  public let infectionProbability: Double

  init(_ turn: SourceTurn) {
    person = turn.source
    columns = turn.grid.columns
    step = turn.step
    infectionFactor = turn.meanContacts
    infectionProbability = turn.infectionProbability
  }
}
