extension NeighborTable {
  /// The lists of these edges, ordered by number: edge e says that `from[e]` may infect `to[e]`, and
  /// unless `isDirected` also the other way. Repeated edges stay repeated neighbors.
  ///
  /// - Precondition: all people are below `people`, and as many go from as to.
  package convenience init(
    people: Int, from: [UInt32], to: [UInt32], isDirected: Bool, source: String = ""
  ) {
    precondition(from.count == to.count)
    self.init(people: people, source: source) { degrees in
      for edge in from.indices {
        degrees[Int(from[edge])] += 1
        if !isDirected { degrees[Int(to[edge])] += 1 }
      }
    } fill: { places, neighbors in
      for edge in from.indices {
        Self.add(to[edge], to: from[edge], places, neighbors)
        if !isDirected { Self.add(from[edge], to: to[edge], places, neighbors) }
      }
      Self.sortLists(people, ends: places, neighbors) { _ in }
    }
  }

  @inline(__always) private static func add(
    _ neighbor: UInt32, to person: UInt32, _ places: UnsafeMutablePointer<UInt32>,
    _ neighbors: UnsafeMutablePointer<UInt32>
  ) {
    let place = places[Int(person)]
    neighbors[Int(place)] = neighbor
    places[Int(person)] = place &+ 1
  }

  /// Orders every list by number.
  ///
  /// - Parameters:
  ///   - ends: where each person's list ends and the next one's begins.
  ///   - check: called before each list; what it throws ends the work.
  package static func sortLists(
    _ people: Int, ends: UnsafeMutablePointer<UInt32>, _ neighbors: UnsafeMutablePointer<UInt32>,
    check: (_ person: Int) throws -> Void
  ) rethrows {
    var start = 0
    for person in 0..<people {
      try check(person)
      let end = Int(ends[person])
      sort(UnsafeMutableBufferPointer(start: neighbors + start, count: end - start))
      start = end
    }
  }

  package static func sort(_ list: UnsafeMutableBufferPointer<UInt32>) {
    var list = list
    if list.count > 32 { list.sort() } else { insertionSort(list) }
  }

  /// Short lists are most lists, and the general sort is slow on them.
  package static func insertionSort(_ list: UnsafeMutableBufferPointer<UInt32>) {
    var place = 1
    while place < list.count {
      let value = list[place]
      var hole = place
      while hole > 0 && list[hole &- 1] > value {
        list[hole] = list[hole &- 1]
        hole &-= 1
      }
      list[hole] = value
      place &+= 1
    }
  }

  /// The same without repeated neighbors. Lists are ordered by number.
  package var merged: NeighborTable {
    func forEachKept(_ body: (_ person: Int, _ neighbor: UInt32) -> Void) {
      for person in 0..<people {
        var last: UInt32?
        for neighbor in neighbors(of: person) where neighbor != last {
          body(person, neighbor)
          last = neighbor
        }
      }
    }
    return NeighborTable(people: people, source: source) { degrees in
      forEachKept { person, _ in degrees[person] += 1 }
    } fill: { places, neighbors in
      forEachKept { person, neighbor in
        Self.add(neighbor, to: UInt32(person), places, neighbors)
      }
    }
  }

  /// Whether some list names somebody twice. Lists are ordered by number.
  package var hasRepeats: Bool {
    (0..<people).contains { person in
      let list = neighbors(of: person)
      return list.indices.dropFirst().contains { list[$0] == list[$0 - 1] }
    }
  }
}
