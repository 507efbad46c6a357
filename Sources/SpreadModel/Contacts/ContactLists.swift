/// Everybody's contacts in all layers, one layer behind the other.
package struct ContactLists {
  package enum Layer {
    case everybody
    case lists(NeighborTable)
    case places(PlaceTable)
  }

  let layers: [Layer]
  package let people: Int

  package init(layers: [Layer], people: Int) { (self.layers, self.people) = (layers, people) }

  /// By person: the number of contacts.
  var degrees: [Int] {
    layers.reduce(into: [Int](repeating: 0, count: people)) { degrees, layer in
      switch layer {
      case .everybody: for person in 0..<people { degrees[person] += people - 1 }
      case .lists(let table):
        for person in 0..<people { degrees[person] += table.degree(of: person) }
      case .places(let table):
        for (person, count) in table.neighborCounts.enumerated() { degrees[person] += count }
      }
    }
  }

  /// A contact of somebody, by its index among theirs.
  ///
  /// - Precondition: the index is below the number of their contacts.
  func contact(of person: Int, at index: Int) -> Int {
    var index = index
    /// Nil if there are fewer: they are passed.
    func pick(_ neighbors: some RandomAccessCollection<UInt32>) -> Int? {
      guard index >= neighbors.count else {
        return Int(neighbors[neighbors.index(neighbors.startIndex, offsetBy: index)])
      }
      index -= neighbors.count
      return nil
    }
    for layer in layers {
      let contact =
        switch layer {
        case .everybody: pick((0..<UInt32(people - 1)).lazy.map { $0 < person ? $0 : $0 + 1 })
        case .lists(let table): pick(table.neighbors(of: person))
        case .places(let table): pick(table.neighbors(of: person))
        }
      if let contact { return contact }
    }
    preconditionFailure("person \(person) has no such contact")
  }
}
