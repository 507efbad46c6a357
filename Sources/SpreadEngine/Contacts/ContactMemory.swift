package import SpreadModel

/// Bytes that lists of neighbors take, and making them; for estimates and limits.
package struct ContactMemory: Sendable {
  /// Of lists that all runs share.
  package var shared = 0.0
  /// Of lists that every thread has for itself.
  package var ofRun = 0.0

  package init(shared: Double = 0, ofRun: Double = 0) {
    self.shared = shared
    self.ofRun = ofRun
  }

  /// Bytes of the lists themselves, as `NeighborTable` has them.
  ///
  /// - Parameter neighbors: of a person, on average.
  package static func ofLists(people: Double, neighbors: Double) -> Double {
    4 * (people + 1) + 4 * neighbors * people
  }
}

extension Scenario {
  /// Memory of the contacts of a run.
  ///
  /// | what | bytes per person | bytes per neighbor of everybody |
  /// | --- | --- | --- |
  /// | lists | 4 | 4 |
  /// | beside them, while a ring is made | 4 | 2 |
  /// | a random regular graph | 4 | 8 |
  /// | a preferential graph | | 4 |
  /// | of a run off the grid, where most people may be sources at once | 24 | |
  package var contactMemory: ContactMemory {
    let people = Double(grid.people)
    let sources = contacts == .grid ? 0 : 24 * people
    guard Plan(self, vectors: .none).meeting == .lists else { return ContactMemory(ofRun: sources) }
    let making =
      switch contacts {
      case .grid, .everybody, .edges, .random: 0.0
      case .ring: people * (4 + 2 * neighbors)
      case .randomRegular: people * (4 + 8 * neighbors)
      case .preferential: people * 4 * neighbors
      }
    let bytes = ContactMemory.ofLists(people: people, neighbors: neighbors) + making
    return contacts.drawing == .replicate
      ? ContactMemory(ofRun: bytes + sources) : ContactMemory(shared: bytes, ofRun: sources)
  }
}
