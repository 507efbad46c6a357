/// Who is a neighbor of whom, as lists one behind the other (compressed sparse rows).
///
/// Person `i` has the neighbors `neighbors[starts[i]]..<neighbors[starts[i + 1]]`: the people whom `i`
/// may infect. A class, because scenarios are copied often and lists may hold a gigabyte; raw memory,
/// because kernels read it as such. Four bytes per person and four per neighbor.
package final class NeighborTable: @unchecked Sendable {
  // Unchecked: nobody writes after `init`.

  /// The most entries there may be.
  package static let mostEntries = Int(UInt32.max)

  private static let roomBehind = 16

  package let people: Int
  /// Where the lists come from, for identities: empty where they were drawn.
  package let source: String
  /// Of all lists.
  package let entries: Int
  /// `people + 1` offsets in `neighbors`.
  package let starts: UnsafeMutablePointer<UInt32>
  /// `entries` people, and room for `roomBehind` more: passes by vectors read there.
  package let neighbors: UnsafeMutablePointer<UInt32>

  /// Lists that are written one neighbor at a time, to whomever.
  ///
  /// - Parameters:
  ///   - count: adds to every person's element how many neighbors they have.
  ///   - fill: writes each neighbor to where the person's element says, and adds 1 to that.
  /// - Precondition: there are at most `mostEntries` neighbors.
  /// - Throws: what `count` and `fill` throw.
  package init(
    people: Int, source: String = "", count: (UnsafeMutablePointer<UInt32>) throws -> Void,
    fill: (
      _ places: UnsafeMutablePointer<UInt32>, _ neighbors: UnsafeMutablePointer<UInt32>
    ) throws -> Void
  ) rethrows {
    let starts = UnsafeMutablePointer<UInt32>.allocate(capacity: people + 1)
    starts.initialize(repeating: 0, count: people + 1)
    do { try count(starts) } catch {
      starts.deallocate()
      throw error
    }
    var entries = 0
    for person in 0...people {
      let degree = Int(starts[person])
      starts[person] = UInt32(truncatingIfNeeded: entries)
      entries += degree
    }
    precondition(entries <= Self.mostEntries, "more neighbors than 32 bits can number")
    let neighbors = UnsafeMutablePointer<UInt32>.allocate(capacity: entries + Self.roomBehind)
    (neighbors + entries).initialize(repeating: 0, count: Self.roomBehind)
    do { try fill(starts, neighbors) } catch {
      starts.deallocate()
      neighbors.deallocate()
      throw error
    }
    // Everybody's offset has moved to where the next list begins.
    for person in stride(from: people, to: 0, by: -1) { starts[person] = starts[person - 1] }
    starts[0] = 0
    assert(Int(starts[people]) == entries)
    self.people = people
    self.source = source
    self.entries = entries
    self.starts = starts
    self.neighbors = neighbors
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

  /// The most neighbors anybody has.
  package var mostNeighbors: Int { (0..<people).reduce(0) { max($0, degree(of: $1)) } }
}

/// Equal where the lists are: those that were read twice are the same.
extension NeighborTable: Hashable {
  package static func == (left: NeighborTable, right: NeighborTable) -> Bool {
    if left === right { return true }
    guard left.people == right.people, left.entries == right.entries, left.source == right.source
    else { return false }
    return (0...left.people).allSatisfy { left.starts[$0] == right.starts[$0] }
      && (0..<left.entries).allSatisfy { left.neighbors[$0] == right.neighbors[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(people)
    hasher.combine(entries)
  }
}
