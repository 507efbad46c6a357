internal import KeyedRandom
import SpreadModel

extension ContactDrawer {
  /// Each pair of people is a pair of neighbors with the same chance: pairs in order, geometric gaps
  /// between those that are.
  ///
  /// Source: Batagelj, Brandes (2005), doi:10.1103/PhysRevE.71.036113.
  ///
  /// - Parameter portable: keeps to the passes that every processor can run.
  static func random(
    _ people: Int, meanDegree: Double, _ stream: RandomStream, portable: Bool
  ) -> NeighborTable {
    let chance = people > 1 ? min(1, meanDegree / Double(people - 1)) : 0
    guard chance > 0 && chance < 1 else { return uniform(people, isComplete: chance > 0) }
    var gaps = GapStream(GeometricGaps(chance: chance), stream, portable: portable)
    defer { gaps.deallocate() }
    var pairs = Pairs(people: people, expected: Double(people) * meanDegree / 2)
    defer { pairs.deallocate() }
    return NeighborTable(people: people) { degrees in
      pairs.draw(&gaps, degrees)
    } fill: { places, neighbors in
      pairs.write(places, neighbors)
    }
  }

  /// Nobody has neighbors, or all others are.
  static func uniform(_ people: Int, isComplete: Bool) -> NeighborTable {
    NeighborTable(people: people) { degrees in
      if isComplete { for person in 0..<people { degrees[person] = UInt32(people - 1) } }
    } fill: { places, neighbors in
      guard isComplete else { return }
      for person in 0..<people {
        for other in 0..<people where other != person {
          neighbors[Int(places[person])] = UInt32(other)
          places[person] += 1
        }
      }
    }
  }
}

/// Pairs of neighbors (i, j), i < j, in order.
private struct Pairs {
  private let people: Int
  /// The second of each pair.
  private var others: RawList<UInt32>
  /// By person: the pairs of which they are the first.
  private let firsts: RawBuffer<UInt32>

  init(people: Int, expected: Double) {
    self.people = people
    // Five standard deviations more: hardly ever is there too little room.
    others = RawList(capacity: 512 + Int(expected + 5 * expected.squareRoot()))
    firsts = RawBuffer(count: people)
    firsts.fill(0, count: people)
  }

  func deallocate() {
    others.deallocate()
    firsts.deallocate()
  }

  /// Walks over the pairs in order; counts for each person those they belong to.
  mutating func draw(_ gaps: inout GapStream, _ degrees: UnsafeMutablePointer<UInt32>) {
    let people = people
    let firsts = firsts
    var count = 0
    var one = 0
    var other = 0
    while true {
      let some = gaps.next()
      others.reserve(count &+ some.count, keeping: count)
      let others = others.view
      for gap in some {
        other &+= Int(truncatingIfNeeded: gap)
        while other >= people {
          one &+= 1
          if one >= people &- 1 {
            for person in 0..<people { degrees[person] &+= firsts[person] }
            return
          }
          other &-= people &- one &- 1
        }
        others[count] = UInt32(truncatingIfNeeded: other)
        count &+= 1
        firsts[one] &+= 1
        degrees[other] &+= 1
      }
    }
  }

  /// Writes the lists: the pairs of lower people come first, so every list is in order.
  func write(
    _ places: UnsafeMutablePointer<UInt32>, _ neighbors: UnsafeMutablePointer<UInt32>
  ) {
    let others = others.view
    var pair = 0
    for person in 0..<people {
      var place = places[person]
      let end = pair &+ Int(firsts[person])
      while pair < end {
        let other = others[pair]
        neighbors[Int(place)] = other
        place &+= 1
        let placeOfOther = places[Int(other)]
        neighbors[Int(placeOfOther)] = UInt32(truncatingIfNeeded: person)
        places[Int(other)] = placeOfOther &+ 1
        pair &+= 1
      }
      places[person] = place
    }
  }
}
