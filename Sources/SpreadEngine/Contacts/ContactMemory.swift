package import SpreadModel

/// Bytes that lists of neighbors take, and making them; for estimates and limits.
package struct ContactMemory: Sendable {
  /// Of lists that all runs share.
  package var shared = 0.0
  /// Of lists that every thread has for itself.
  package var ofRun = 0.0
  /// Neighbors of all people in the lists, on average.
  package var neighbors = 0.0

  package init(shared: Double = 0, ofRun: Double = 0, neighbors: Double = 0) {
    self.shared = shared
    self.ofRun = ofRun
    self.neighbors = neighbors
  }

  /// Lists number their neighbors by 32 bits; random ones may have more than on average.
  package static let mostNeighbors = 4e9

  /// Bytes of the lists themselves, as `NeighborTable` has them.
  ///
  /// - Parameter neighbors: of a person, on average.
  package static func ofLists(people: Double, neighbors: Double) -> Double {
    4 * (people + 1) + 4 * neighbors * people
  }
}

extension Scenario {
  /// Memory of the contacts of a run: of lists, 4 bytes for each person and each neighbor of everybody, with weights 8;
  /// of places 12 for each person; and what takes it while they are drawn. Off the grid, where most people may be sources
  /// at once, 24 bytes for each person.
  package var contactMemory: ContactMemory {
    let people = Double(grid.people)
    let sources = contacts == .grid && groups == nil ? 0 : 24 * people
    let meeting = Plan(self, vectors: .none).meeting
    var memory = ContactMemory(ofRun: sources)
    guard meeting == .lists || meeting == .layers else { return memory }
    for layer in contacts.layers {
      let own = contactMemory(of: layer.contacts)
      memory.shared += own.shared
      memory.ofRun += own.ofRun
      memory.neighbors += own.neighbors
    }
    return memory
  }

  private func contactMemory(of contacts: Contacts) -> ContactMemory {
    let people = Double(grid.people)
    var bytes = 0.0
    var neighbors = 0.0
    switch contacts {
    case .everybody, .layers: return ContactMemory()
    // Drawing it takes what the lists of places are made from.
    case .places(let places, _): bytes = places.areDrawn ? 32 * people : 12 * people
    case .grid, .edges, .drawn:
      neighbors = min(
        people - 1, contacts == self.contacts ? self.neighbors : meanNeighbors(contacts))
      bytes = ContactMemory.ofLists(people: people, neighbors: neighbors)
    }
    if case .edges(let table) = contacts, table.weights != nil { bytes += 4 * neighbors * people }
    if case .drawn(let graph, _) = contacts {
      let drawing = GraphDrawer.of(graph.kind).bytes
      bytes += people * (drawing.perPerson + drawing.perNeighbor * neighbors)
    }
    return contacts.drawing == .replicate
      ? ContactMemory(ofRun: bytes, neighbors: people * neighbors)
      : ContactMemory(shared: bytes, neighbors: people * neighbors)
  }
}
