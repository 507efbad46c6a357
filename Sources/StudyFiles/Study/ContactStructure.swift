package import SpreadModel

/// Contacts as a study says them: those of the model, or a file that lists them, whose lists of neighbors
/// depend on how many people there are.
package enum ContactStructure: Hashable, Sendable {
  case model(Contacts)
  case edges(EdgeFile)

  /// What it is in a group of so many.
  package func contacts(people: Int) -> Contacts {
    switch self {
    case .model(let contacts): contacts
    case .edges(let file): file.contacts(people: people)
    }
  }

  /// The word for it in study files.
  package var kind: String {
    switch self {
    case .model(.grid): "grid"
    case .model(.everybody): "everybody"
    case .model(.edges), .edges: "edges"
    case .model(.drawn(let graph, _)): graph.kind.name
    }
  }
}

/// Contacts that the study defines.
package struct NamedContacts: Hashable, Sendable {
  package var name: String
  package var structure: ContactStructure

  package init(name: String, structure: ContactStructure) {
    self.name = name
    self.structure = structure
  }

  /// Under which name a results folder, and a folder of its parts, keeps the file of edges.
  package var copyName: String { "contacts.\(name).copy" }
}
