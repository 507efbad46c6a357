internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  /// Rings with more and with less of `rewire` move the same edges.
  static let ring = GraphDrawer(
    kind: .ring, number: 1, keyed: ["neighbors"], bytes: (perPerson: 4, perNeighbor: 2)
  ) { graph, people, stream, _ in
    draw(
      people, neighbors: graph.whole("neighbors"), rewire: graph.real("rewire"), stream)
  }

  /// The nearest on a ring, some edges of which are moved.
  ///
  /// Lap by lap (distance 1, 2, ...), in person order, edge (i, i+d) has a word of the stream: below
  /// `rewire` as a fraction it keeps i, and its other end is drawn from a stream of that word until it
  /// is neither i nor a neighbor of i; it stays where there is nobody else.
  /// Source: Watts, Strogatz (1998), doi:10.1038/30918.
  ///
  /// - Precondition: `neighbors` is even and below `people`.
  private static func draw(
    _ people: Int, neighbors: Int, rewire: Double, _ stream: RandomStream
  ) -> NeighborTable {
    precondition(neighbors >= 0 && neighbors.isMultiple(of: 2) && neighbors < people)
    var ring = Ring(people, laps: neighbors / 2)
    if rewire > 0 { ring.rewire(rewire, stream) }
    return ring.table
  }
}

/// A ring while its edges are moved: each is kept by the person it started from.
private struct Ring: ~Copyable {
  private var memory = Memory()
  let people: Int
  let laps: Int
  /// `laps` for each person: the other ends of the edges it keeps.
  let ends: RawBuffer<UInt32>
  /// By person.
  let degrees: RawBuffer<UInt32>

  init(_ people: Int, laps: Int) {
    self.people = people
    self.laps = laps
    ends = memory.buffer(people * laps)
    degrees = memory.buffer(people)
    degrees.fill(UInt32(2 * laps), count: people)
    for person in 0..<people {
      for lap in 1...max(1, laps) where lap <= laps {
        ends[person * laps + lap - 1] = UInt32((person + lap) % people)
      }
    }
  }

  mutating func rewire(_ chance: Double, _ stream: RandomStream) {
    var stream = stream
    for lap in 0..<laps {
      for person in 0..<people {
        let word = stream.next()
        guard Double(word &>> 11) * 0x1p-53 < chance, Int(degrees[person]) < people - 1 else {
          continue
        }
        move(person, lap, RandomStream(key: word))
      }
    }
  }

  private mutating func move(_ person: Int, _ lap: Int, _ stream: RandomStream) {
    var stream = stream
    var new = person
    while new == person || areNeighbors(person, new) {
      new = Int(truncatingIfNeeded: stream.below(UInt64(people)))
    }
    let place = person &* laps &+ lap
    degrees[ends[place]] &-= 1
    degrees[new] &+= 1
    ends[place] = UInt32(truncatingIfNeeded: new)
  }

  private func areNeighbors(_ one: Int, _ other: Int) -> Bool {
    for lap in 0..<laps {
      if ends[one &* laps &+ lap] == UInt32(truncatingIfNeeded: other) { return true }
      if ends[other &* laps &+ lap] == UInt32(truncatingIfNeeded: one) { return true }
    }
    return false
  }

  var table: NeighborTable {
    NeighborTable(people: people) { counts in
      for person in 0..<people { counts[person] = degrees[person] }
    } fill: { places, neighbors in
      for person in 0..<people {
        for lap in 0..<laps {
          let end = ends[person &* laps &+ lap]
          neighbors[Int(places[person])] = end
          places[person] &+= 1
          neighbors[Int(places[Int(end)])] = UInt32(truncatingIfNeeded: person)
          places[Int(end)] &+= 1
        }
      }
      NeighborTable.sortLists(people, ends: places, neighbors)
    }
  }
}
