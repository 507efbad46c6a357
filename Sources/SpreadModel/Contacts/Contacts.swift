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
  /// Everybody in a place meets all others in it.
  case places(Places, per: Drawing)
  /// Two or more, or one whose chances are multiplied (`layered`). No layer has layers.
  case layers([ContactLayer])

  /// How often a random structure is drawn.
  package enum Drawing: String, CaseIterable, Sendable {
    /// Anew for every replicate.
    case replicate
    /// Once for all runs of a study.
    case study
  }

  /// Layers, one beside the other. One with m = 1 is that structure.
  package static func layered(_ layers: [ContactLayer]) -> Contacts {
    layers.count == 1 && layers[0].multiply == 1 ? layers[0].contacts : .layers(layers)
  }

  /// The layers; of other structures itself.
  package var layers: [ContactLayer] {
    if case .layers(let layers) = self { layers } else { [ContactLayer(self)] }
  }

  /// How often it is drawn, of layers as often as any of them; nil where nothing is.
  package var drawing: Drawing? {
    switch self {
    case .grid, .everybody, .edges: return nil
    case .drawn(_, let per): return per
    case .places(let places, let per): return places.areDrawn ? per : nil
    case .layers(let layers):
      let drawings = layers.compactMap(\.contacts.drawing)
      return drawings.contains(.replicate) ? .replicate : drawings.first
    }
  }

  /// Whether chances of contacts may differ within it, or it has no lists of pairs.
  package var isOfPairsAlike: Bool {
    switch self {
    case .grid, .everybody, .drawn: true
    case .edges(let table): !table.hasWeights
    case .places, .layers: false
    }
  }

  /// Whether pairs can be closed: they are in lists of its own.
  package var hasPairs: Bool {
    switch self {
    case .grid, .everybody: false
    case .edges, .drawn, .places: true
    case .layers(let layers): layers.allSatisfy(\.contacts.hasPairs)
    }
  }
}

/// A contact structure among others.
package struct ContactLayer: Hashable, Sendable {
  package var contacts: Contacts
  /// m, 0 or more, by which the chance of a contact is multiplied.
  package var multiply: Double

  package init(_ contacts: Contacts, multiply: Double = 1) {
    self.contacts = contacts
    self.multiply = multiply
  }
}
