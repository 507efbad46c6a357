/// Who may infect whom: the neighbors of a person.
///
/// Off `grid` neighbors are ordered by number, and the positions of people mean nothing.
/// Source: docs/model.md, "Contacts".
package enum Contacts: Hashable, Sendable {
  /// By the rule's neighborhood, on the scenario's grid.
  case grid
  /// All others.
  case everybody
  /// Lists that were read, shared by all scenarios that use them.
  case edges(NeighborTable)
  /// A random graph.
  case drawn(DrawnGraph, per: Drawing)

  /// How often a random graph is drawn.
  package enum Drawing: String, CaseIterable, Sendable {
    /// Anew for every replicate.
    case replicate
    /// Once for all runs of a study.
    case study
  }

  /// How often it is drawn; nil where nothing is.
  package var drawing: Drawing? { if case .drawn(_, let per) = self { per } else { nil } }
}
