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
  /// Watts and Strogatz: the `neighbors` (an even number below the group's) nearest on a ring, each
  /// edge moved with probability `rewire`, 0...1.
  case ring(neighbors: Int, rewire: Double, per: Drawing)
  /// Each pair with probability meanDegree/(N-1), at most 1.
  case random(meanDegree: Double, per: Drawing)
  /// All have `degree` neighbors (below N, and an even number of ends): simple graphs, uniform for
  /// degrees up to 4, above that by Steger and Wormald.
  case randomRegular(degree: Int, per: Drawing)
  /// Barabasi and Albert: a complete graph of links+1 people, each later one linked to `links`
  /// different people with probability proportional to their degree.
  case preferential(links: Int, per: Drawing)

  /// How often a random structure is drawn.
  package enum Drawing: String, CaseIterable, Sendable {
    /// Anew for every replicate.
    case replicate
    /// Once for all runs of a study.
    case study
  }

  /// How often it is drawn; nil where nothing is.
  package var drawing: Drawing? {
    switch self {
    case .grid, .everybody, .edges: nil
    case .ring(_, _, let per), .random(_, let per), .randomRegular(_, let per),
      .preferential(_, let per):
      per
    }
  }
}
