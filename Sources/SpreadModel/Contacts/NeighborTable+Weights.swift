extension NeighborTable {
  /// The lists of these edges, as without weights, each edge with its own.
  ///
  /// - Parameters:
  ///   - weights: by edge.
  ///   - isMerged: whether repeated edges are one neighbor, whose weight is the sum of theirs in the order of
  ///     the edges, as doubles; else they stay repeated neighbors.
  package convenience init(
    people: Int, from: [UInt32], to: [UInt32], weights: [Float], exposure: Double?,
    isDirected: Bool, isMerged: Bool, source: String = ""
  ) {
    precondition(from.count == to.count && from.count == weights.count)
    // By person: neighbor and edge in one word, so that sorting keeps the order of edges.
    var ends = [UInt32](repeating: 0, count: people + 1)
    for edge in from.indices {
      ends[Int(from[edge]) + 1] += 1
      if !isDirected { ends[Int(to[edge]) + 1] += 1 }
    }
    for person in 0..<people { ends[person + 1] += ends[person] }
    var entries = [UInt64](repeating: 0, count: Int(ends[people]))
    var places = ends
    func add(_ neighbor: UInt32, to person: UInt32, _ edge: Int) {
      entries[Int(places[Int(person)])] = UInt64(neighbor) << 32 | UInt64(edge)
      places[Int(person)] += 1
    }
    for edge in from.indices {
      add(to[edge], to: from[edge], edge)
      if !isDirected { add(from[edge], to: to[edge], edge) }
    }
    for person in 0..<people { entries[Int(ends[person])..<Int(ends[person + 1])].sort() }

    func forEach(_ body: (_ person: Int, _ neighbor: UInt32, _ weight: Float) -> Void) {
      for person in 0..<people {
        var entry = Int(ends[person])
        let end = Int(ends[person + 1])
        while entry < end {
          let neighbor = UInt32(entries[entry] >> 32)
          func weight() -> Float { weights[Int(entries[entry] & 0xffff_ffff)] }
          guard isMerged else {
            body(person, neighbor, weight())
            entry += 1
            continue
          }
          var sum = 0.0
          while entry < end && UInt32(entries[entry] >> 32) == neighbor {
            sum += Double(weight())
            entry += 1
          }
          body(person, neighbor, Float(sum))
        }
      }
    }
    self.init(people: people, source: source, hasWeights: true, exposure: exposure) { degrees in
      forEach { person, _, _ in degrees[person] += 1 }
    } fill: { places, neighbors in
      // People come in order: the place of the person before has moved to where this one's list begins, and that of the
      // next one is where it ends.
      forEach { person, neighbor, weight in
        let place = Int(places[person])
        let start = person == 0 ? 0 : Int(places[person - 1])
        neighbors[start + place] = neighbor
        UnsafeMutableRawPointer(neighbors + Int(places[person + 1]) + place)
          .bindMemory(to: Float.self, capacity: 1).initialize(to: weight)
        places[person] += 1
      }
    }
  }
}
