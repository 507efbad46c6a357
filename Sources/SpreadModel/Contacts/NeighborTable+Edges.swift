extension NeighborTable {
  /// The lists of these edges, ordered by number: edge e says that `from[e]` may infect `to[e]`, and
  /// unless `isDirected` also the other way. Repeated edges stay repeated neighbors.
  ///
  /// - Precondition: all people are below `people`, and as many go from as to.
  /// - Complexity: linear in people and edges; besides the lists four bytes per neighbor.
  package convenience init(people: Int, from: [UInt32], to: [UInt32], isDirected: Bool) {
    precondition(from.count == to.count)
    let entries = from.count * (isDirected ? 1 : 2)
    self.init(people: people, entries: entries) { starts, neighbors in
      // Two counting sorts, the second a stable one: by neighbor, then by person.
      func forEach(_ body: (_ person: UInt32, _ neighbor: UInt32) -> Void) {
        for edge in from.indices {
          body(from[edge], to[edge])
          if !isDirected { body(to[edge], from[edge]) }
        }
      }
      let byNeighbor = UnsafeMutablePointer<UInt32>.allocate(capacity: max(1, entries))
      let places = UnsafeMutablePointer<UInt32>.allocate(capacity: people + 1)
      defer {
        byNeighbor.deallocate()
        places.deallocate()
      }
      places.initialize(repeating: 0, count: people + 1)
      forEach { places[Int($1) + 1] += 1 }
      for person in 0..<people { places[person + 1] += places[person] }
      forEach {
        byNeighbor[Int(places[Int($1)])] = $0
        places[Int($1)] += 1
      }
      // `places[v]` is now where the list of v's people ends.
      starts.initialize(repeating: 0, count: people + 1)
      for entry in 0..<entries { starts[Int(byNeighbor[entry]) + 1] += 1 }
      for person in 0..<people { starts[person + 1] += starts[person] }
      var entry = 0
      for neighbor in 0..<people {
        while entry < Int(places[neighbor]) {
          let person = Int(byNeighbor[entry])
          neighbors[Int(starts[person])] = UInt32(neighbor)
          starts[person] += 1
          entry += 1
        }
      }
      // Every start has moved to the next one.
      for person in (0..<people).reversed() { starts[person + 1] = starts[person] }
      starts[0] = 0
    }
  }

  /// The same without repeated neighbors.
  package var merged: NeighborTable {
    var kept = 0
    forEachKept { _, _ in kept += 1 }
    return NeighborTable(people: people, entries: kept) { starts, neighbors in
      var place = 0
      starts.initialize(repeating: 0, count: people + 1)
      forEachKept { person, neighbor in
        neighbors[place] = neighbor
        place += 1
        starts[person + 1] = UInt32(place)
      }
      for person in 0..<people where starts[person + 1] < starts[person] {
        starts[person + 1] = starts[person]
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

  private func forEachKept(_ body: (_ person: Int, _ neighbor: UInt32) -> Void) {
    for person in 0..<people {
      var last: UInt32?
      for neighbor in neighbors(of: person) where neighbor != last {
        body(person, neighbor)
        last = neighbor
      }
    }
  }
}
