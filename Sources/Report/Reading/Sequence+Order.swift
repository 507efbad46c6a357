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

extension [String] {
  /// The names without the words that all of them begin and end with: "late" and "early" of "start_late" and
  /// "start_early".
  var distinctParts: [String] {
    guard count > 1, Set(self).count == count else { return self }
    let (start, end) = (Self.shared(self), Self.shared(map { String($0.reversed()) }))
    let parts = map { String($0.dropFirst(start).dropLast(end)) }
    return parts.contains("") ? self : parts
  }

  /// How many characters all names begin with, up to the end of a word.
  private static func shared(_ names: [String]) -> Int {
    var length = 0
    for (index, character) in names[0].enumerated() {
      guard names.allSatisfy({ $0.dropFirst(index).first == character }) else { break }
      if "_.:- ".contains(character) { length = index + 1 }
    }
    return length
  }
}
