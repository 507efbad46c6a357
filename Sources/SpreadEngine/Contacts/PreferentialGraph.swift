internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  static let preferential = GraphDrawer(
    kind: .preferential, number: 4, keyed: ["links"], bytes: (perPerson: 8, perNeighbor: 4)
  ) { graph, people, stream, _, isCancelled in
    var growth = Growth(people, links: graph.whole("links"))
    try growth.link(stream, isCancelled)
    return try growth.table(isCancelled)
  }
}

/// A complete graph of `links + 1` people; each later person is linked to `links` different ones, each
/// the person at a random end of a random edge that was there before.
///
/// Source: Barabási, Albert (1999), doi:10.1126/science.286.5439.509; ends of edges as in Batagelj,
/// Brandes (2005), doi:10.1103/PhysRevE.71.036113.
private struct Growth: ~Copyable {
  private var memory = Memory()
  let people: Int
  let links: Int
  let edges: Int
  /// Edge e joins the people at places 2e (the later one) and 2e + 1.
  let ends: RawBuffer<UInt32>
  /// By person.
  let degrees: RawBuffer<UInt32>
  /// By person: who was the last to be linked to them.
  let linkedBy: RawBuffer<UInt32>
  /// Draws in vain after which the next person is chosen among those who are left: where few are, nearly
  /// all draws are.
  private static let mostInVain = 64

  /// - Precondition: `1 <= links < people`.
  init(_ people: Int, links: Int) {
    precondition(links >= 1 && links < people)
    self.people = people
    self.links = links
    edges = links * (links + 1) / 2 + (people - links - 1) * links
    ends = memory.buffer(2 * edges)
    degrees = memory.buffer(people)
    linkedBy = memory.buffer(people)
    degrees.fill(0, count: people)
    linkedBy.fill(0, count: people)
  }

  mutating func link(_ stream: RandomStream, _ isCancelled: () -> Bool) throws {
    var stream = stream
    var count = 0
    for person in 1...links {
      try WorkCancelled.check(person, isCancelled)
      for other in 0..<person { add(person, UInt32(truncatingIfNeeded: other), &count) }
    }
    let chosen = RawList<UInt32>(capacity: links)
    defer { withExtendedLifetime(chosen) {} }
    for person in (links + 1)..<max(people, links + 1) {
      try choose(chosen.view, for: person, before: count, &stream, isCancelled)
      for place in 0..<links { add(person, chosen.view[place], &count) }
    }
  }

  /// Whom a later person is linked to, in order.
  private func choose(
    _ chosen: RawBuffer<UInt32>, for person: Int, before: Int, _ stream: inout RandomStream,
    _ isCancelled: () -> Bool
  ) throws {
    var (count, inVain, draws) = (0, 0, 0)
    // Ends of those who are not chosen yet.
    var left = before
    while count < links {
      draws &+= 1
      try WorkCancelled.check(draws, isCancelled)
      let other: UInt32
      if inVain < Self.mostInVain {
        other = ends[stream.below(UInt64(before))]
      } else {
        other = unlinked(to: person, rank: stream.below(UInt64(left)))
      }
      guard linkedBy[other] != UInt32(truncatingIfNeeded: person) else {
        inVain &+= 1
        continue
      }
      linkedBy[other] = UInt32(truncatingIfNeeded: person)
      chosen[count] = other
      count &+= 1
      left &-= Int(truncatingIfNeeded: degrees[other])
      inVain = 0
    }
    NeighborTable.sort(
      UnsafeMutableBufferPointer(start: chosen.pointer(room: links), count: links))
  }

  /// The person who has the end with so many before it, of the ends of those who are not linked to `person`
  /// in their order.
  private func unlinked(to person: Int, rank: UInt64) -> UInt32 {
    var left = rank
    for other in 0..<person where linkedBy[other] != UInt32(truncatingIfNeeded: person) {
      let degree = UInt64(degrees[other])
      if left < degree { return UInt32(truncatingIfNeeded: other) }
      left &-= degree
    }
    preconditionFailure("all are linked to \(person)")
  }

  @inline(__always) private func add(_ person: Int, _ other: UInt32, _ count: inout Int) {
    ends[count] = UInt32(truncatingIfNeeded: person)
    ends[count &+ 1] = other
    count &+= 2
    degrees[person] &+= 1
    degrees[other] &+= 1
  }

  func table(_ isCancelled: () -> Bool) throws -> NeighborTable {
    try NeighborTable(people: people) { counts in
      for person in 0..<people { counts[person] = degrees[person] }
    } fill: { places, neighbors in
      // Earlier people first, in order, then those who came later: every list is in order.
      for edge in 0..<edges {
        try WorkCancelled.check(edge, isCancelled)
        let person = ends[2 &* edge]
        let other = ends[2 &* edge &+ 1]
        neighbors[Int(places[Int(person)])] = other
        places[Int(person)] &+= 1
        neighbors[Int(places[Int(other)])] = person
        places[Int(other)] &+= 1
      }
    }
  }
}
