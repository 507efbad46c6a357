internal import KeyedRandom
package import SpreadModel

/// Draws random contact structures, and hands out those that are not drawn.
///
/// Source: docs/randomness.md, "Contacts".
package enum ContactDrawer {
  /// The lists of a run's contacts; nil where there are none: on the grid, and where everybody meets
  /// everybody.
  ///
  /// - Parameters:
  ///   - people: number of people, for which the structure exists.
  ///   - vectors: those that the passes use; the lists are the same.
  package static func table(
    _ contacts: Contacts, people: Int, key: RunKey, vectors: SIMDLevel = .chosen
  ) -> NeighborTable? {
    switch contacts {
    case .grid, .everybody: return nil
    case .edges(let table): return table
    case .ring, .random, .randomRegular, .preferential: break
    }
    guard contacts.drawing == .study else { return draw(contacts, people, key, vectors) }
    return ofStudies.table(StudyKey(contacts: contacts, people: people, seed: key.seed)) {
      draw(contacts, people, key, vectors)
    }
  }

  private struct StudyKey: Hashable {
    var contacts: Contacts
    var people: Int
    var seed: UInt64
  }

  private static let ofStudies = SharedTables<StudyKey>()

  private static func draw(
    _ contacts: Contacts, _ people: Int, _ key: RunKey, _ vectors: SIMDLevel
  ) -> NeighborTable {
    let stream = RandomStream(key: word(contacts, people: people, key: key))
    switch contacts {
    case .ring(let neighbors, let rewire, _):
      return ring(people, neighbors: neighbors, rewire: rewire, stream)
    case .random(let meanDegree, _):
      return random(people, meanDegree: meanDegree, stream, vectors: vectors)
    case .randomRegular(let degree, _): return randomRegular(people, degree: degree, stream)
    case .preferential(let links, _): return preferential(people, links: links, stream)
    case .grid, .everybody, .edges: preconditionFailure("nothing is drawn")
    }
  }

  /// The key of a structure's stream: of the same kind and number of people, those with the same word
  /// are the same.
  ///
  /// `rewire` is not part of it, so that rings with more and with less of it move the same edges.
  static func word(_ contacts: Contacts, people: Int, key: RunKey) -> UInt64 {
    let members: [UInt64] =
      switch contacts {
      case .grid, .everybody, .edges: [0]
      case .ring(let neighbors, _, _): [1, UInt64(neighbors)]
      case .random(let meanDegree, _): [2, meanDegree.bitPattern]
      case .randomRegular(let degree, _): [3, UInt64(degree)]
      case .preferential(let links, _): [4, UInt64(links)]
      }
    let start = contacts.drawing == .study ? key.seed : key.word
    return mix(([RandomKeys.contacts, UInt64(people)] + members).reduce(start, fold))
  }
}
