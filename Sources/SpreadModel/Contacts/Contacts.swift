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

  /// The numbers of a random graph by their paths, in the order of study files.
  package var numbers: [(path: [String], value: KeyValue)] {
    guard case .drawn(let graph, _) = self else { return [] }
    return zip(graph.kind.numbers, graph.values).map { ([$0.name], $1) }
  }

  /// Puts a number in its place.
  ///
  /// - Precondition: one of its kind is there.
  package mutating func set(_ value: KeyValue, at path: [String]) {
    guard case .drawn(var graph, let per) = self, path.count == 1 else {
      preconditionFailure("these contacts have no \(path) to be \(value)")
    }
    graph.set(path[0], value)
    self = .drawn(graph, per: per)
  }
}
