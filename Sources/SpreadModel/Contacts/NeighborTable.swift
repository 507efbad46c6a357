/// Who is a neighbor of whom, as lists one behind the other (compressed sparse rows).
///
/// Person `i` has the neighbors `neighbors[starts[i]]..<neighbors[starts[i + 1]]`: the people whom `i`
/// may infect. A class, because scenarios are copied often and lists may hold a gigabyte; raw memory,
/// because kernels read it as such. Four bytes per person and four per neighbor.
package final class NeighborTable: @unchecked Sendable {
  // Unchecked: nobody writes after `init`.

  /// The most entries there may be.
  package static let mostEntries = Int(UInt32.max)

  package let people: Int
  /// Of all lists.
  package let entries: Int
  /// `people + 1` places in `neighbors`.
  package let starts: UnsafeMutablePointer<UInt32>
  /// `entries` people.
  package let neighbors: UnsafeMutablePointer<UInt32>

  /// Lists that `fill` writes.
  ///
  /// - Parameter fill: writes all of `starts` and `neighbors`.
  /// - Precondition: `entries <= mostEntries`.
  package init(
    people: Int, entries: Int,
    fill: (UnsafeMutablePointer<UInt32>, UnsafeMutablePointer<UInt32>) -> Void
  ) {
    precondition(entries <= Self.mostEntries, "more neighbors than 32 bits can number")
    self.people = people
    self.entries = entries
    starts = .allocate(capacity: people + 1)
    neighbors = .allocate(capacity: max(1, entries))
    fill(starts, neighbors)
    assert(starts[0] == 0 && Int(starts[people]) == entries)
  }

  deinit {
    starts.deallocate()
    neighbors.deallocate()
  }

  /// How many neighbors somebody has.
  package func degree(of person: Int) -> Int { Int(starts[person + 1] - starts[person]) }

  /// Somebody's neighbors, in their order.
  package func neighbors(of person: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(
      start: neighbors + Int(starts[person]), count: degree(of: person))
  }
}

/// Equal where the lists are: scenarios that were read twice are the same.
extension NeighborTable: Hashable {
  package static func == (left: NeighborTable, right: NeighborTable) -> Bool {
    if left === right { return true }
    guard left.people == right.people && left.entries == right.entries else { return false }
    return (0...left.people).allSatisfy { left.starts[$0] == right.starts[$0] }
      && (0..<left.entries).allSatisfy { left.neighbors[$0] == right.neighbors[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(people)
    hasher.combine(entries)
  }
}
