internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  static let randomRegular = GraphDrawer(
    kind: .randomRegular, number: 3, keyed: ["degree"], bytes: (perPerson: 4, perNeighbor: 9)
  ) { graph, people, stream, _, isCancelled in
    try draw(people, degree: graph.whole("degree"), stream, isCancelled)
  }

  /// The largest degree whose graphs are drawn by rejection: of degree 4 one pairing in 43 is simple, of
  /// 5 one in 400.
  private static let mostByRejection = 4

  /// Everybody has the same number of neighbors.
  ///
  /// Everybody has `degree` ends, which are paired at random. Up to degree 4 a pairing in which somebody
  /// meets themselves or another twice is thrown away, and a new one begun: all simple graphs are equally
  /// likely. Above, such a pair is drawn again, and only a pairing that cannot be finished is thrown
  /// away: asymptotically uniform. Near the complete graph hardly any pairing can be finished; so with
  /// more neighbors than others, those who are no neighbors are drawn, whose graph is regular too.
  /// Source: Bollobás (1980); Steger, Wormald (1999), doi:10.1017/S0963548399003867.
  ///
  /// - Precondition: `degree < people`, and the number of ends is even.
  private static func draw(
    _ people: Int, degree: Int, _ stream: RandomStream, _ isCancelled: () -> Bool
  ) throws -> NeighborTable {
    precondition(degree >= 0 && degree < people && (people * degree).isMultiple(of: 2))
    let others = people - 1 - degree
    let drawsOthers = degree > mostByRejection && degree > others
    var pairing = Pairing(people, drawsOthers ? others : degree)
    try pairing.pair(byRejection: pairing.degree <= mostByRejection, stream, isCancelled)
    return try drawsOthers ? pairing.complement(isCancelled) : pairing.table(isCancelled)
  }
}

/// Ends of edges while they are paired.
private struct Pairing: ~Copyable {
  private var memory = Memory()
  let people: Int
  let degree: Int
  /// The people of the ends that are left.
  let ends: RawBuffer<UInt32>
  private var left: Int
  /// `degree` for each person: those they are paired with, the first `counts` of them.
  let neighbors: RawBuffer<UInt32>
  let counts: RawBuffer<UInt32>
  /// Where people have many neighbors.
  let pairs: PairBits?
  /// Draws in vain after which all pairs that are left are looked at, to see whether any suits.
  private static let mostInVain = 64

  init(_ people: Int, _ degree: Int) {
    self.people = people
    self.degree = degree
    ends = memory.buffer(people * degree)
    neighbors = memory.buffer(people * degree)
    counts = memory.buffer(people)
    pairs =
      PairBits.pays(people: people, neighbors: degree)
      ? PairBits(people: people, in: &memory) : nil
    left = 0
    reset()
  }

  private mutating func reset() {
    left = people * degree
    counts.fill(0, count: people)
    for place in 0..<left { ends[place] = UInt32(truncatingIfNeeded: place / degree) }
    pairs?.removeAll()
  }

  /// Pairs all ends to a simple graph.
  ///
  /// - Parameter byRejection: the last end with any other, and a pairing that is no simple graph is begun
  ///   again; else two ends that suit, and it is begun again where none are left before all are paired.
  mutating func pair(
    byRejection: Bool, _ stream: RandomStream, _ isCancelled: () -> Bool
  ) throws {
    var stream = stream
    while try
      !(byRejection
      ? pairAll(&stream, isCancelled) : pairSuitable(&stream, isCancelled))
    { reset() }
  }

  private mutating func pairAll(
    _ stream: inout RandomStream, _ isCancelled: () -> Bool
  ) throws -> Bool {
    while left > 0 {
      try WorkCancelled.check(left &>> 1, isCancelled)
      let other = Int(truncatingIfNeeded: stream.below(UInt64(left - 1)))
      guard isSuitable(left - 1, other) else { return false }
      pair(left - 1, other)
    }
    return true
  }

  private mutating func pairSuitable(
    _ stream: inout RandomStream, _ isCancelled: () -> Bool
  ) throws -> Bool {
    var inVain = 0
    // To where the stream goes back if it turns out that all draws were in vain but the first.
    var afterFirst = stream
    while left > 0 {
      try WorkCancelled.check(left &>> 1, isCancelled)
      let one = Int(truncatingIfNeeded: stream.below(UInt64(left)))
      let other = Int(truncatingIfNeeded: stream.below(UInt64(left)))
      if isSuitable(one, other) {
        pair(max(one, other), min(one, other))
        inVain = 0
        continue
      }
      inVain += 1
      if inVain == 1 { afterFirst = stream }
      if try inVain % Self.mostInVain == 0 && !somebodySuits(isCancelled) {
        stream = afterFirst
        return false
      }
    }
    return true
  }

  private func somebodySuits(_ isCancelled: () -> Bool) throws -> Bool {
    for one in 0..<left {
      try WorkCancelled.check(one, isCancelled)
      for other in 0..<one where isSuitable(one, other) { return true }
    }
    return false
  }

  /// Whether the people of two ends are different, and no neighbors yet.
  @inline(__always) private func isSuitable(_ one: Int, _ other: Int) -> Bool {
    let a = Int(truncatingIfNeeded: ends[one])
    let b = ends[other]
    if ends[one] == b { return false }
    if let pairs { return !pairs.contains(a, Int(truncatingIfNeeded: b)) }
    for place in 0..<Int(counts[a]) where neighbors[a &* degree &+ place] == b { return false }
    return true
  }

  /// - Precondition: `one > other`.
  @inline(__always) private mutating func pair(_ one: Int, _ other: Int) {
    let a = ends[one]
    let b = ends[other]
    add(b, to: a)
    add(a, to: b)
    pairs?.toggle(Int(truncatingIfNeeded: a), Int(truncatingIfNeeded: b))
    // The last ends take the places of the two.
    ends[one] = ends[left &- 1]
    ends[other] = ends[left &- 2]
    left &-= 2
  }

  @inline(__always) private func add(_ neighbor: UInt32, to person: UInt32) {
    let count = counts[person]
    neighbors[Int(person) &* degree &+ Int(count)] = neighbor
    counts[person] = count &+ 1
  }

  func table(_ isCancelled: () -> Bool) throws -> NeighborTable {
    try NeighborTable(people: people) { degrees in
      for person in 0..<people { degrees[person] = UInt32(degree) }
    } fill: { places, lists in
      for place in 0..<people * degree { lists[place] = neighbors[place] }
      for person in 0..<people { places[person] += UInt32(degree) }
      try NeighborTable.sortLists(people, ends: places, lists) {
        try WorkCancelled.check($0, isCancelled)
      }
    }
  }

  /// The lists of those who are no neighbors.
  func complement(_ isCancelled: () -> Bool) throws -> NeighborTable {
    let others = people - 1 - degree
    return try NeighborTable(people: people) { degrees in
      for person in 0..<people { degrees[person] = UInt32(others) }
    } fill: { places, lists in
      for person in 0..<people {
        try WorkCancelled.check(person, isCancelled)
        let own = UnsafeMutableBufferPointer(
          start: neighbors.pointer(from: person * degree, room: degree), count: degree)
        NeighborTable.sort(own)
        var (next, place) = (0, Int(places[person]))
        for other in 0..<people where other != person {
          if next < degree, own[next] == other {
            next += 1
          } else {
            lists[place] = UInt32(other)
            place += 1
          }
        }
        places[person] = UInt32(truncatingIfNeeded: place)
      }
    }
  }
}
