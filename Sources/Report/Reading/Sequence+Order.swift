extension Sequence {
  /// The elements in groups that share a key; groups and members in the order in which they come.
  func grouped<Key: Hashable>(by key: (Element) -> Key) -> [(key: Key, members: [Element])] {
    var places: [Key: Int] = [:]
    var groups: [(key: Key, members: [Element])] = []
    for element in self {
      let key = key(element)
      if let place = places[key] {
        groups[place].members.append(element)
      } else {
        places[key] = groups.count
        groups.append((key, [element]))
      }
    }
    return groups
  }
}

extension Sequence where Element: Hashable {
  /// The elements in their order, each once.
  var withoutRepetitions: [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension Array {
  /// At most so many of the elements, spread evenly, both ends among them.
  func spread(_ most: Int) -> [Element] {
    guard count > most, most > 1 else { return Array(prefix(Swift.max(most, 0))) }
    return (0..<most).map { self[$0 * (count - 1) / (most - 1)] }
  }
}
