/// Places, such as households or schools: everybody in a place is a neighbor of all others in it.
///
/// Source: docs/model.md, "Contacts".
package struct Places: Hashable, Sendable {
  package enum Sizes: Hashable, Sendable {
    /// So many people to a place, 1 or more; the last one is smaller.
    case equal(Int)
    /// Places of 1, 2, ... people with these weights, one after the other; the last one is cut off.
    case weights([Double])
    /// As they were read, shared by all scenarios that use them.
    case listed(PlaceTable)
  }

  package var sizes: Sizes
  /// Whether the places take people in random order instead of number order; not of those that were read.
  package var shuffles: Bool

  package init(_ sizes: Sizes, shuffles: Bool = false) {
    self.sizes = sizes
    self.shuffles = shuffles
  }

  /// Whether anything is random.
  package var areDrawn: Bool {
    switch sizes {
    case .equal, .listed: shuffles
    case .weights: true
    }
  }

  /// Number of people of a place, of random ones about its mean as a person sees it.
  package var sizeSeen: Double {
    switch sizes {
    case .equal(let size): return Double(size)
    case .listed(let table): return table.meanNeighbors + 1
    case .weights(let weights):
      var (people, squares) = (0.0, 0.0)
      for (index, weight) in weights.enumerated() {
        people += weight * Double(index + 1)
        squares += weight * Double(index + 1) * Double(index + 1)
      }
      return people > 0 ? squares / people : 1
    }
  }

  /// At least as many neighbors as anybody has among so many people.
  func mostNeighbors(people: Int) -> Int {
    switch sizes {
    case .equal(let size): min(size, people) - 1
    case .weights(let weights): min(people, weights.lastIndex { $0 > 0 }.map { $0 + 1 } ?? 1) - 1
    case .listed(let table): min(people - 1, table.mostNeighbors)
    }
  }

  /// The mean over all people.
  func meanNeighbors(people: Int) -> Double {
    switch sizes {
    case .equal(let size):
      let (full, rest) = people.quotientAndRemainder(dividingBy: min(size, people))
      let size = Double(min(size, people))
      return (Double(full) * size * (size - 1) + Double(rest * (rest - 1))) / Double(people)
    case .weights: return min(Double(people - 1), sizeSeen - 1)
    case .listed(let table): return table.meanNeighbors
    }
  }
}
