internal import KeyedRandom
package import SpreadModel

/// Draws random contact structures, and hands out those that are not drawn.
///
/// Source: docs/randomness.md, "Contacts".
package enum ContactDrawer {
  /// The lists of a run's contacts; nil where there are none: on the grid, where everybody meets everybody, and of
  /// layers. Those of places are made for it.
  package static func table(
    _ contacts: Contacts, people: Int, key: RunKey
  ) -> NeighborTable? {
    do {
      return try table(contacts, people: people, key: key, vectors: .chosen) { false }
    } catch {
      preconditionFailure("nobody gave up drawing: \(error)")
    }
  }

  /// The same, unless it is given up.
  ///
  /// - Parameters:
  ///   - people: number of people, for which the structure exists.
  ///   - vectors: those that the passes use; the lists are the same.
  ///   - isCancelled: asked many times a second while lists are drawn.
  /// - Throws: `WorkCancelled` if `isCancelled` returned true.
  package static func table(
    _ contacts: Contacts, people: Int, key: RunKey, vectors: SIMDLevel, isCancelled: () -> Bool
  ) throws -> NeighborTable? {
    let graph: DrawnGraph
    switch contacts {
    case .grid, .everybody, .layers: return nil
    case .edges(let table): return table
    case .drawn(let drawn, _): graph = drawn
    case .places(let places, let per):
      return PlaceDrawer.table(places, per: per, people: people, key: key).neighborTable
    }
    func draw() throws -> NeighborTable {
      let stream = RandomStream(key: word(contacts, people: people, key: key))
      return try GraphDrawer.of(graph.kind).draw(graph, people, stream, vectors, isCancelled)
    }
    guard contacts.drawing == .study else { return try draw() }
    return try ofStudies.table(
      StudyKey(contacts: contacts, people: people, seed: key.seed), make: draw)
  }

  private struct StudyKey: Hashable {
    var contacts: Contacts
    var people: Int
    var seed: UInt64
  }

  private static let ofStudies = SharedTables<StudyKey>()

  /// The key of a structure's stream: of the same kind and number of people, those with the same word
  /// are the same.
  static func word(_ contacts: Contacts, people: Int, key: RunKey) -> UInt64 {
    var members: [UInt64] = [0]
    if case .drawn(let graph, _) = contacts { members = GraphDrawer.of(graph.kind).members(graph) }
    let start = contacts.drawing == .study ? key.seed : key.word
    return mix(([RandomKeys.contacts, UInt64(people)] + members).reduce(start, fold))
  }
}
