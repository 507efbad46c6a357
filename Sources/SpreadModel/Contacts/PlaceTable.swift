/// Who is in which place, as two lists of lists: never as pairs, of which a place of n people has n (n - 1) / 2.
///
/// A class in raw memory, as `NeighborTable` is. Four bytes for a person, eight for a person in a place.
package final class PlaceTable: @unchecked Sendable {
  // Unchecked: nobody writes after `init`.

  package let people: Int
  /// Number of places.
  package let count: Int
  /// Where the lists come from, for identities: empty where they were drawn.
  package let source: String
  package let lists: PlaceLists

  /// - Parameters:
  ///   - persons: who is in a place, by number, as often as that person is in one.
  ///   - places: in which, below `count`.
  package init(people: Int, count: Int, persons: [UInt32], places: [UInt32], source: String = "") {
    precondition(persons.count == places.count && persons.count < Int(UInt32.max))
    (self.people, self.count, self.source) = (people, count, source)
    let (memberStarts, members) = Self.lists(of: places, holding: persons, count)
    // By number, because the members of each place are.
    var order: [(person: UInt32, place: UInt32)] = []
    order.reserveCapacity(persons.count)
    for place in 0..<count {
      let list = UnsafeMutableBufferPointer(
        start: members + Int(memberStarts[place]),
        count: Int(memberStarts[place + 1] - memberStarts[place]))
      NeighborTable.sort(list)
      for person in list { order.append((person, UInt32(place))) }
    }
    let (starts, ordered) = Self.lists(
      of: order.map(\.person), holding: order.map(\.place), people)
    lists = PlaceLists(
      starts: starts, places: ordered, memberStarts: memberStarts, members: members,
      areSeveral: (0..<people).contains { starts[$0 + 1] - starts[$0] > 1 })
  }

  /// By key, in the order in which they come, with the room behind them of a `NeighborTable`.
  private static func lists(
    of keys: [UInt32], holding values: [UInt32], _ count: Int
  ) -> (starts: UnsafeMutablePointer<UInt32>, values: UnsafeMutablePointer<UInt32>) {
    let starts = NeighborTable.allocate(count + 2)
    starts.initialize(repeating: 0, count: count + 2)
    for key in keys { starts[Int(key) + 2] += 1 }
    for key in 0..<count { starts[key + 2] += starts[key + 1] }
    let list = NeighborTable.allocate(keys.count + NeighborTable.roomBehind)
    list.initialize(repeating: 0, count: keys.count + NeighborTable.roomBehind)
    for (key, value) in zip(keys, values) {
      list[Int(starts[Int(key) + 1])] = value
      starts[Int(key) + 1] += 1
    }
    return (starts, list)
  }

  deinit { lists.deallocate() }

  /// Entries in both lists.
  package var entries: Int { Int(lists.starts[people]) }

  /// At least as many neighbors as anybody has.
  package var mostNeighbors: Int { (0..<people).reduce(0) { max($0, lists.contacts(of: $1)) } }

  /// The mean over all people of `PlaceLists.contacts(of:)`.
  package var meanNeighbors: Double {
    (0..<people).reduce(0.0) { $0 + Double(lists.contacts(of: $1)) } / Double(people)
  }

  /// By person: how many others share a place with them, each counted once.
  package var neighborCounts: [Int] {
    // By person: whose neighbor they were counted as last.
    var marks = [Int](repeating: -1, count: people)
    return (0..<people).map { person in
      let shared = lists.places(of: person)
      // In one place at most, as in most studies.
      guard shared.count > 1 else { return lists.contacts(of: person) }
      marks[person] = person
      var count = 0
      for place in shared {
        for member in lists.members(of: Int(place)) where marks[Int(member)] != person {
          marks[Int(member)] = person
          count += 1
        }
      }
      return count
    }
  }

  /// Who shares a place with somebody, each once, ordered by number.
  package func neighbors(of person: Int) -> [UInt32] {
    Array(unsafeUninitializedCapacity: lists.contacts(of: person)) { list, count in
      if let start = list.baseAddress { count = lists.writeNeighbors(of: person, to: start) }
    }
  }

  /// The lists of neighbors, each one once: for those who describe them.
  package var neighborTable: NeighborTable {
    var (from, to): ([UInt32], [UInt32]) = ([], [])
    for place in 0..<count {
      for one in lists.members(of: place) {
        for other in lists.members(of: place) where other != one {
          from.append(one)
          to.append(other)
        }
      }
    }
    return NeighborTable(people: people, from: from, to: to, isDirected: true).merged
  }
}

/// Equal where the lists are.
extension PlaceTable: Hashable {
  package static func == (left: PlaceTable, right: PlaceTable) -> Bool {
    if left === right { return true }
    guard left.people == right.people, left.count == right.count, left.source == right.source,
      left.entries == right.entries
    else { return false }
    return (0...left.people).allSatisfy { left.lists.starts[$0] == right.lists.starts[$0] }
      && (0..<left.entries).allSatisfy { left.lists.places[$0] == right.lists.places[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(people)
    hasher.combine(entries)
  }
}
