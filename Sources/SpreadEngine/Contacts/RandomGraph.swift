internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  static let random = GraphDrawer(
    kind: .random, number: 2, keyed: ["mean_degree"], bytes: (perPerson: 0, perNeighbor: 0)
  ) { graph, people, stream, vectors, isCancelled in
    try draw(
      people, meanDegree: graph.real("mean_degree"), stream, vectors: vectors, isCancelled)
  }

  /// Each pair of people is a pair of neighbors with the same chance: pairs in order, geometric gaps
  /// between those that are.
  ///
  /// The stream is read twice instead of keeping the edges: that takes no memory besides the lists.
  /// Source: Batagelj, Brandes (2005), doi:10.1103/PhysRevE.71.036113.
  ///
  /// - Parameter vectors: those that the passes use.
  private static func draw(
    _ people: Int, meanDegree: Double, _ stream: RandomStream, vectors: SIMDLevel,
    _ isCancelled: () -> Bool
  ) throws -> NeighborTable {
    let chance = people > 1 ? min(1, meanDegree / Double(people - 1)) : 0
    guard chance > 0 && chance < 1 else {
      return try uniform(people, isComplete: chance > 0, isCancelled)
    }
    let gaps = GeometricGaps(chance: chance)
    return try NeighborTable(people: people) { degrees in
      try forEachPair(people, GapStream(gaps, stream, vectors: vectors), isCancelled) {
        one, other in
        degrees[one] &+= 1
        degrees[other] &+= 1
      }
    } fill: { places, neighbors in
      // The pairs of lower people come first, so every list is in order.
      try forEachPair(people, GapStream(gaps, stream, vectors: vectors), isCancelled) {
        one, other in
        let place = places[one]
        neighbors[Int(place)] = UInt32(truncatingIfNeeded: other)
        places[one] = place &+ 1
        let placeOfOther = places[other]
        neighbors[Int(placeOfOther)] = UInt32(truncatingIfNeeded: one)
        places[other] = placeOfOther &+ 1
      }
    }
  }

  /// Walks over the pairs (i, j), i < j, in order.
  @inline(__always) private static func forEachPair(
    _ people: Int, _ gaps: consuming GapStream, _ isCancelled: () -> Bool,
    _ body: (_ one: Int, _ other: Int) -> Void
  ) throws {
    var one = 0
    var other = 0
    while true {
      if isCancelled() { throw WorkCancelled() }
      for gap in gaps.next() {
        other &+= Int(truncatingIfNeeded: gap)
        while other >= people {
          one &+= 1
          if one >= people &- 1 { return }
          other &-= people &- one &- 1
        }
        body(one, other)
      }
    }
  }

  /// Nobody has neighbors, or all others are.
  private static func uniform(
    _ people: Int, isComplete: Bool, _ isCancelled: () -> Bool
  ) throws -> NeighborTable {
    try NeighborTable(people: people) { degrees in
      if isComplete { for person in 0..<people { degrees[person] = UInt32(people - 1) } }
    } fill: { places, neighbors in
      guard isComplete else { return }
      for person in 0..<people {
        try WorkCancelled.check(person, isCancelled)
        for other in 0..<people where other != person {
          neighbors[Int(places[person])] = UInt32(other)
          places[person] += 1
        }
      }
    }
  }
}
