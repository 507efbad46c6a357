import SpreadModel

/// Everybody's contacts in all layers, one layer behind the other.
struct ContactLists {
  enum Layer {
    case everybody
    case lists(NeighborTable)
    case places(PlaceTable)
  }

  let layers: [Layer]
  let people: Int

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
    for layer in layers {
      switch layer {
      case .everybody:
        if index < people - 1 { return index < person ? index : index + 1 }
        index -= people - 1
      case .lists(let table):
        let neighbors = table.neighbors(of: person)
        if index < neighbors.count { return Int(neighbors[index]) }
        index -= neighbors.count
      case .places(let table):
        let neighbors = table.neighbors(of: person)
        if index < neighbors.count { return Int(neighbors[index]) }
        index -= neighbors.count
      }
    }
    preconditionFailure("person \(person) has no such contact")
  }
}
