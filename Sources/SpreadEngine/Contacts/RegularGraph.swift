internal import KeyedRandom
import SpreadModel

extension GraphDrawer {
  static let randomRegular = GraphDrawer(
    kind: .randomRegular, number: 3, keyed: ["degree"], bytes: (perPerson: 4, perNeighbor: 8)
  ) { graph, people, stream, _ in
    draw(people, degree: graph.whole("degree"), stream)
  }

  /// The largest degree whose graphs are drawn by rejection: of degree 4 one pairing in 43 is simple, of
  /// 5 one in 400.
  private static let mostByRejection = 4

  /// Everybody has the same number of neighbors.
  ///
  /// Everybody has `degree` ends, which are paired at random. Up to degree 4 a pairing in which somebody
  /// meets themselves or another twice is thrown away, and a new one begun: all simple graphs are equally
  /// likely. Above, such a pair is drawn again, and only a pairing that cannot be finished is thrown
  /// away: asymptotically uniform.
  /// Source: Bollobás (1980); Steger, Wormald (1999), doi:10.1017/S0963548399003867.
  ///
  /// - Precondition: `degree < people`, and the number of ends is even.
  private static func draw(
    _ people: Int, degree: Int, _ stream: RandomStream
  ) -> NeighborTable {
    precondition(degree >= 0 && degree < people && (people * degree).isMultiple(of: 2))
    var stream = stream
    var pairing = Pairing(people, degree)
    if degree <= mostByRejection {
      while !pairing.pairAll(&stream) { pairing.reset() }
    } else {
      while !pairing.pairSuitable(&stream) { pairing.reset() }
    }
    return pairing.table
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
  /// Draws in vain after which all pairs that are left are looked at, to see whether any suits.
  private static let mostInVain = 64

  init(_ people: Int, _ degree: Int) {
    self.people = people
    self.degree = degree
    ends = memory.buffer(people * degree)
    neighbors = memory.buffer(people * degree)
    counts = memory.buffer(people)
    left = 0
    reset()
  }

  mutating func reset() {
    left = people * degree
    counts.fill(0, count: people)
    for place in 0..<left { ends[place] = UInt32(truncatingIfNeeded: place / degree) }
  }

  /// Pairs the last end with any other, and so on; false where that is no simple graph.
  mutating func pairAll(_ stream: inout RandomStream) -> Bool {
    while left > 0 {
      let other = Int(truncatingIfNeeded: stream.below(UInt64(left - 1)))
      guard isSuitable(left - 1, other) else { return false }
      pair(left - 1, other)
    }
    return true
  }

  /// Pairs two ends that suit, each such pair with the same chance, and so on; false where none are left
  /// before all ends are paired.
  mutating func pairSuitable(_ stream: inout RandomStream) -> Bool {
    var inVain = 0
    // To where the stream goes back if it turns out that all draws were in vain but the first.
    var afterFirst = stream
    while left > 0 {
      let one = Int(truncatingIfNeeded: stream.below(UInt64(left)))
      let other = Int(truncatingIfNeeded: stream.below(UInt64(left)))
      if isSuitable(one, other) {
        pair(max(one, other), min(one, other))
        inVain = 0
        continue
      }
      inVain += 1
      if inVain == 1 { afterFirst = stream }
      if inVain % Self.mostInVain == 0 && !somebodySuits {
        stream = afterFirst
        return false
      }
    }
    return true
  }

  private var somebodySuits: Bool {
    (0..<left).contains { one in (0..<one).contains { isSuitable(one, $0) } }
  }

  /// Whether the people of two ends are different, and no neighbors yet.
  @inline(__always) private func isSuitable(_ one: Int, _ other: Int) -> Bool {
    let a = Int(ends[one])
    let b = ends[other]
    if ends[one] == b { return false }
    for place in 0..<Int(counts[a]) where neighbors[a &* degree &+ place] == b { return false }
    return true
  }

  /// - Precondition: `one > other`.
  @inline(__always) private mutating func pair(_ one: Int, _ other: Int) {
    let a = ends[one]
    let b = ends[other]
    add(b, to: a)
    add(a, to: b)
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

  var table: NeighborTable {
    NeighborTable(people: people) { degrees in
      for person in 0..<people { degrees[person] = UInt32(degree) }
    } fill: { places, lists in
      for place in 0..<people * degree { lists[place] = neighbors[place] }
      for person in 0..<people { places[person] += UInt32(degree) }
      NeighborTable.sortLists(people, ends: places, lists)
    }
  }
}
