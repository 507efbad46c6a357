extension ModelKey {
  /// The names of the structures that need no definition.
  package static let grid = "grid"
  package static let everybody = "everybody"

  package static let contacts = ModelKey(
    "contacts", values: .name, defaultValue: .name(grid), mayVary: true, section: "contacts",
    meaning: "who meets whom: grid (by the rule's neighborhood), everybody, or one of the study",
    // What the structure is counts, not its name.
    identityLines: { $0.contacts.identityText.map { ["contacts=\($0)"] } ?? [] },
    // A structure has its name in the study alone.
    value: { $0.contacts == .grid ? .name(grid) : nil })
}

extension Contacts {
  /// What it is, for identities; nil for the grid, which older studies have without a word.
  fileprivate var identityText: String? {
    let text: String
    switch self {
    case .grid: return nil
    case .everybody: text = ModelKey.everybody
    case .edges(let table): text = "edges \(table.source)"
    case .drawn(let graph, _):
      text = ([graph.kind.name] + graph.values.map(\.description)).joined(separator: " ")
    case .places(let places, _): text = places.identityText
    case .layers(let layers):
      // Each says itself how often it is drawn.
      return layers.map { layer in
        "\(layer.contacts.identityText ?? ModelKey.grid) * \(layer.multiply)"
      }.joined(separator: ", ")
    }
    return drawing == .study ? "\(text) per study" : text
  }
}

extension Places {
  fileprivate var identityText: String {
    let what =
      switch sizes {
      case .equal(let size): "size \(size)"
      case .weights(let weights): "sizes \(weights)"
      case .listed(let table): "file \(table.source)"
      }
    return "places \(what)" + (shuffles ? " shuffled" : "")
  }
}
