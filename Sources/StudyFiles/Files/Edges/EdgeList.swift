import PlainText
import SpreadModel
import Synchronization

/// Edges as a file lists them, with the people as numbers.
final class EdgeList: Sendable {
  /// Edge e says that `from[e]` may infect `to[e]`.
  let from: [UInt32]
  let to: [UInt32]
  /// By edge; empty where all are 1.
  let weights: [Float]
  /// What its file says besides.
  let facts: EdgeFacts
  /// Edges whose line is not the one after that of the edge before, with their lines.
  private let jumps: [EdgeLine]
  /// Tables that were made, since points are made more than once.
  private let tables = Mutex<[TableKey: NeighborTable]>([:])

  private struct TableKey: Hashable {
    let people: Int
    let isDirected: Bool
    let isMerged: Bool
    let exposure: Double?
    let source: String
  }

  init(
    from: [UInt32], to: [UInt32], weights: [Float] = [], facts: EdgeFacts, jumps: [EdgeLine]
  ) {
    (self.from, self.to, self.weights) = (from, to, weights)
    (self.facts, self.jumps) = (facts, jumps)
  }

  /// Those that it names, where they have numbers: up to the largest.
  var people: Int { Int(max(from.max() ?? 0, to.max() ?? 0)) + 1 }

  /// How many people of a group have a contact.
  func named(of people: Int) -> Int {
    var isNamed = [Bool](repeating: false, count: people)
    for list in [from, to] { for person in list { isNamed[Int(person)] = true } }
    return isNamed.count(where: \.self)
  }

  /// The lists of neighbors in a group of so many.
  ///
  /// - Parameters:
  ///   - exposure: as `NeighborTable.exposure`.
  ///   - source: as `NeighborTable.source`.
  func table(
    people: Int, isDirected: Bool, isMerged: Bool, exposure: Double? = nil, source: String
  ) -> NeighborTable {
    let key = TableKey(
      people: people, isDirected: isDirected, isMerged: isMerged, exposure: exposure, source: source
    )
    return tables.withLock { tables in
      if let table = tables[key] { return table }
      guard weights.isEmpty else {
        let table = NeighborTable(
          people: people, from: from, to: to, weights: weights, exposure: exposure,
          isDirected: isDirected, isMerged: isMerged, source: source)
        tables[key] = table
        return table
      }
      let read = NeighborTable(
        people: people, from: from, to: to, isDirected: isDirected, source: source)
      let table = isMerged && read.hasRepeats ? read.merged : read
      tables[key] = table
      return table
    }
  }

  /// The line of the file that an edge stands on, from 1.
  func line(of edge: Int) -> Int {
    var (low, high) = (0, jumps.count)
    while low < high {
      let middle = (low + high) / 2
      if jumps[middle].edge <= edge { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? edge + 1 : jumps[low - 1].line + edge - jumps[low - 1].edge
  }

  /// Edges that an edge before them says already, with that one; at most `most` of them.
  ///
  /// - Parameter table: of these edges, not merged.
  func repeats(
    in table: NeighborTable, isDirected: Bool, most: Int
  ) -> [(edge: Int, earlier: Int)] {
    guard table.hasRepeats else { return [] }
    func pair(_ edge: Int) -> UInt64 {
      let (a, b) = (from[edge], to[edge])
      let (x, y) = isDirected || a < b ? (a, b) : (b, a)
      return UInt64(x) << 32 | UInt64(y)
    }
    // Of the pairs that come twice the first ones that do are looked for, so that memory stays small.
    var doubled: Set<UInt64> = []
    for person in 0..<table.people {
      let list = table.neighbors(of: person)
      for place in list.indices.dropFirst() where list[place] == list[place - 1] {
        let (a, b) = (UInt32(person), list[place])
        let (x, y) = isDirected || a < b ? (a, b) : (b, a)
        doubled.insert(UInt64(x) << 32 | UInt64(y))
      }
    }
    var first: [UInt64: Int] = [:]
    var found: [(edge: Int, earlier: Int)] = []
    for edge in from.indices {
      let pair = pair(edge)
      guard doubled.contains(pair) else { continue }
      if let earlier = first[pair] {
        found.append((edge, earlier))
        if found.count == most { break }
      } else {
        first[pair] = edge
      }
    }
    return found
  }
}

/// An edge that does not stand on the line behind that of the edge before.
struct EdgeLine: Sendable {
  var edge: Int
  /// From 1.
  var line: Int
}

/// What an edge file says besides its edges, and what was made of it.
struct EdgeFacts: Sendable {
  var file = FileFacts()
  /// The first line, if it is a header by other names than the study's, `person_a` and `person_b`.
  var header: Header?
  /// The columns of the people, from 1, where the study gives them.
  var columns: [Int]?
  /// The column of the weights, from 1.
  var weightColumn: Int?
  /// Who says which contacts go one way; nil: the study.
  var directions: String?
  /// Whether they go one way, where the file says so.
  var isDirected: Bool?
  /// Whether some go one way and some both ways, which stand in the list twice.
  var isMixed = false
  /// Comments that have as many columns as the edges: the first one, and how many there are.
  var edgeLikeComments: (first: Header, count: Int)?

  struct Header {
    /// From 1.
    let line: Int
    /// Its first 100 characters.
    let text: String
    /// Of the columns whose people infect, and of those whom they infect, as the line names them.
    let people: [String]

    init(_ held: HeldEdge) {
      (line, text) = (held.line, String(held.place.text.prefix(100)))
      people = held.ids.map { String(decoding: $0, as: UTF8.self) }
    }
  }
}
