internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  /// Rings with more and with less of `rewire` move the same edges.
  static let ring = GraphDrawer(
    kind: .ring, number: 1, keyed: ["neighbors"], bytes: (perPerson: 4, perNeighbor: 3)
  ) { graph, people, stream, _, isCancelled in
    let (neighbors, rewire) = (graph.whole("neighbors"), graph.real("rewire"))
    precondition(neighbors >= 0 && neighbors.isMultiple(of: 2) && neighbors < people)
    var ring = Ring(people, laps: neighbors / 2, isMoved: rewire > 0)
    if rewire > 0 { try ring.rewire(rewire, stream, isCancelled) }
    return try ring.table(isCancelled)
  }
}

/// The nearest on a ring, some edges of which are moved: each is kept by the person it started from.
///
/// Lap by lap (distance 1, 2, ...), in person order, edge (i, i+d) has a word of the stream: below
/// `rewire` as a fraction it keeps i, and its other end is drawn from a stream of that word until it
/// is neither i nor a neighbor of i; it stays where there is nobody else.
/// Source: Watts, Strogatz (1998), doi:10.1038/30918.
private struct Ring: ~Copyable {
  private var memory = Memory()
  let people: Int
  let laps: Int
  /// `laps` for each person: the other ends of the edges it keeps.
  let ends: RawBuffer<UInt32>
  /// By person.
  let degrees: RawBuffer<UInt32>
  /// Where people have many neighbors, and edges are moved.
  let pairs: PairBits?
  /// Draws in vain after which the new end is chosen among those who are left: near the complete graph
  /// nearly all draws are.
  private static let mostInVain = 64

  init(_ people: Int, laps: Int, isMoved: Bool) {
    self.people = people
    self.laps = laps
    ends = memory.buffer(people * laps)
    degrees = memory.buffer(people)
    degrees.fill(UInt32(2 * laps), count: people)
    pairs =
      isMoved && PairBits.pays(people: people, neighbors: 2 * laps)
      ? PairBits(people: people, in: &memory) : nil
    for person in 0..<people {
      for lap in 0..<laps {
        let other = (person + lap + 1) % people
        ends[person * laps + lap] = UInt32(other)
        pairs?.toggle(person, other)
      }
    }
  }

  mutating func rewire(_ chance: Double, _ stream: RandomStream, _ isCancelled: () -> Bool) throws {
    var stream = stream
    for lap in 0..<laps {
      for person in 0..<people {
        try WorkCancelled.check(person, isCancelled)
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
    var inVain = 0
    while new == person || areNeighbors(person, new) {
      if inVain == Self.mostInVain {
        let strangers = people &- 1 &- Int(degrees[person])
        let rank = Int(truncatingIfNeeded: stream.below(UInt64(strangers)))
        new = stranger(to: person, rank: rank)
        break
      }
      new = Int(truncatingIfNeeded: stream.below(UInt64(people)))
      inVain &+= 1
    }
    let place = person &* laps &+ lap
    let old = ends[place]
    degrees[old] &-= 1
    degrees[new] &+= 1
    ends[place] = UInt32(truncatingIfNeeded: new)
    pairs?.toggle(person, Int(truncatingIfNeeded: old))
    pairs?.toggle(person, new)
  }

  private func stranger(to person: Int, rank: Int) -> Int {
    if let pairs { return pairs.stranger(to: person, rank: rank) }
    var left = rank
    return (0..<people).first { other in
      guard other != person, !areNeighbors(person, other) else { return false }
      left &-= 1
      return left < 0
    } ?? person
  }

  private func areNeighbors(_ one: Int, _ other: Int) -> Bool {
    if let pairs { return pairs.contains(one, other) }
    for lap in 0..<laps {
      if ends[one &* laps &+ lap] == UInt32(truncatingIfNeeded: other) { return true }
      if ends[other &* laps &+ lap] == UInt32(truncatingIfNeeded: one) { return true }
    }
    return false
  }

  func table(_ isCancelled: () -> Bool) throws -> NeighborTable {
    try NeighborTable(people: people) { counts in
      for person in 0..<people { counts[person] = degrees[person] }
    } fill: { places, neighbors in
      for person in 0..<people {
        try WorkCancelled.check(person, isCancelled)
        for lap in 0..<laps {
          let end = ends[person &* laps &+ lap]
          neighbors[Int(places[person])] = end
          places[person] &+= 1
          neighbors[Int(places[Int(end)])] = UInt32(truncatingIfNeeded: person)
          places[Int(end)] &+= 1
        }
      }
      try NeighborTable.sortLists(people, ends: places, neighbors) {
        try WorkCancelled.check($0, isCancelled)
      }
    }
  }
}
