package import SpreadModel

/// Contacts as a study says them: those of the model, or a file that lists them, whose lists of neighbors
/// depend on how many people there are.
package enum ContactStructure: Hashable, Sendable {
  case model(Contacts)
  case edges(EdgeFile)
  case places(PlaceFile)
  case layers([LayerReference])

  /// What it is in a group of so many.
  ///
  /// - Parameter others: those that layers name.
  package func contacts(
    people: Int, among others: [String: ContactStructure] = [:]
  ) -> Contacts {
    switch self {
    case .model(let contacts): contacts
    case .edges(let file): file.contacts(people: people)
    case .places(let file): file.contacts(people: people)
    case .layers(let layers):
      .layered(
        layers.map {
          ContactLayer(
            others[$0.contacts]?.contacts(people: people) ?? .grid, multiply: $0.multiply)
        })
    }
  }

  /// What only a file that was read says.
  mutating func keep(_ other: ContactStructure) {
    switch (self, other) {
    case (.edges(var file), .edges(let read)):
      (file.list, file.labels) = (read.list, read.labels)
      file.isDirected = read.isDirected
      self = .edges(file)
    case (.places, .places): self = other
    default: break
    }
  }

  /// Whether all its contacts are alike, and in lists, on the grid or everybody's.
  var isAlike: Bool {
    switch self {
    case .model(let contacts): contacts.isOfPairsAlike
    case .edges(let file): file.weight == nil
    case .places, .layers: false
    }
  }

  /// Whether pairs can be closed; of no layers.
  var hasPairs: Bool {
    switch self {
    case .model(let contacts): contacts.hasPairs
    case .edges, .places: true
    case .layers: false
    }
  }

  /// The names of its layers.
  package var layerNames: [String] {
    if case .layers(let layers) = self { layers.map(\.contacts) } else { [] }
  }

  /// The word for it in study files.
  package var kind: String {
    switch self {
    case .model(.grid): "grid"
    case .model(.everybody): "everybody"
    case .model(.edges), .edges: "edges"
    case .model(.places), .places: "places"
    case .model(.layers), .layers: "layers"
    case .model(.drawn(let graph, _)): graph.kind.name
    }
  }
}

/// A layer, as a study names it.
package struct LayerReference: Hashable, Sendable {
  /// The name of a structure.
  package var contacts: String
  /// m, 0 or more.
  package var multiply = 1.0

  package init(contacts: String, multiply: Double = 1) {
    (self.contacts, self.multiply) = (contacts, multiply)
  }
}
