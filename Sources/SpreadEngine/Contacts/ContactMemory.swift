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
  /// Memory of the contacts of a run: of lists, 4 bytes for each person and each neighbor of everybody,
  /// and what takes it while they are drawn; off the grid, where most people may be sources at once, 24
  /// bytes for each person.
  package var contactMemory: ContactMemory {
    let people = Double(grid.people)
    let sources = contacts == .grid ? 0 : 24 * people
    guard Plan(self, vectors: .none).meeting == .lists else { return ContactMemory(ofRun: sources) }
    var drawing = 0.0
    if case .drawn(let graph, _) = contacts {
      let bytes = GraphDrawer.of(graph.kind).bytes
      drawing = people * (bytes.perPerson + bytes.perNeighbor * neighbors)
    }
    let bytes = ContactMemory.ofLists(people: people, neighbors: neighbors) + drawing
    return contacts.drawing == .replicate
      ? ContactMemory(ofRun: bytes + sources, neighbors: people * neighbors)
      : ContactMemory(shared: bytes, ofRun: sources, neighbors: people * neighbors)
  }
}
