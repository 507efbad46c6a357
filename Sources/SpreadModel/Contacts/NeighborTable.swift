internal import CSpreadSIMD

/// Who is a neighbor of whom, as lists one behind the other (compressed sparse rows).
///
/// Person `i` has the neighbors `neighbors[starts[i]]..<neighbors[starts[i + 1]]`: the people whom `i`
/// may infect. Where contacts have weights, those of each list stand behind its people, as many `Float`s: so they are read
/// together, and the first place of a list is twice as large. A class, because scenarios are copied often and lists may hold a gigabyte; raw memory,
/// because kernels read it as such. Four bytes per person and four per neighbor, with weights eight.
package final class NeighborTable: @unchecked Sendable {
  // Unchecked: nobody writes after `init`.

  /// The most entries there may be.
  package static let mostEntries = Int(UInt32.max)

  static let roomBehind = 16

  package let people: Int
  /// Where the lists come from, for identities: empty where they were drawn.
  package let source: String
  /// Of all lists.
  package let entries: Int
  /// `people + 1` offsets in `neighbors`.
  package let starts: UnsafeMutablePointer<UInt32>
  /// The lists, and room for `roomBehind` more: passes by vectors read there.
  package let neighbors: UnsafeMutablePointer<UInt32>
  /// Whether contacts have weights, 0 or more; else all are 1.
  package let hasWeights: Bool
  /// u, if weights are durations: a contact infects with probability 1 - (1 - p)^(w / u).
  package let exposure: Double?

  /// Lists that are written one neighbor at a time, to whomever.
  ///
  /// - Parameters:
  ///   - count: adds to every person's element how many neighbors they have.
  ///   - fill: writes each neighbor to where the person's element says, and adds 1 to that; also its weight.
  /// - Precondition: there are at most `mostEntries` neighbors.
  /// - Throws: what `count` and `fill` throw.
  package convenience init(
    people: Int, source: String = "", count: (UnsafeMutablePointer<UInt32>) throws -> Void,
    fill: (
      _ places: UnsafeMutablePointer<UInt32>, _ neighbors: UnsafeMutablePointer<UInt32>
    ) throws -> Void
  ) rethrows {
    try self.init(
      people: people, source: source, hasWeights: false, exposure: nil, count: count, fill: fill)
  }

  /// The same, with weights, for which `fill` knows the places.
  package init(
    people: Int, source: String, hasWeights: Bool, exposure: Double?,
    count: (UnsafeMutablePointer<UInt32>) throws -> Void,
    fill: (
      _ places: UnsafeMutablePointer<UInt32>, _ neighbors: UnsafeMutablePointer<UInt32>
    ) throws -> Void
  ) rethrows {
    let starts = Self.allocate(people + 1)
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
    let size = hasWeights ? 2 * entries : entries
    let neighbors = Self.allocate(size + Self.roomBehind)
    (neighbors + size).initialize(repeating: 0, count: Self.roomBehind)
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
    self.hasWeights = hasWeights
    self.exposure = exposure
  }

  deinit {
    starts.deallocate()
    neighbors.deallocate()
  }

  /// Memory in large pages, where it fills some: lists are read in the order in which people are infected, and most of
  /// the time of a run of 10^6 people is waiting for them (0.8 of it with large pages).
  static func allocate(_ count: Int) -> UnsafeMutablePointer<UInt32> {
    let largePage = 1 << 21
    let bytes = count * MemoryLayout<UInt32>.stride
    guard bytes >= largePage else { return .allocate(capacity: count) }
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: largePage)
    // The last page, if it is not filled, stays small.
    spread_use_large_pages(memory, bytes & ~(largePage - 1))
    return memory.bindMemory(to: UInt32.self, capacity: count)
  }

  /// How many neighbors somebody has.
  package func degree(of person: Int) -> Int { Int(starts[person + 1] - starts[person]) }

  /// Somebody's neighbors, in their order.
  package func neighbors(of person: Int) -> UnsafeBufferPointer<UInt32> {
    UnsafeBufferPointer(start: list(of: person), count: degree(of: person))
  }

  private func list(of person: Int) -> UnsafeMutablePointer<UInt32> {
    neighbors + (hasWeights ? 2 : 1) * Int(starts[person])
  }

  /// The weights of somebody's contacts, in the order of their neighbors; nil where all are 1.
  package func weights(of person: Int) -> UnsafeBufferPointer<Float>? {
    guard hasWeights else { return nil }
    let behind = UnsafeRawPointer(list(of: person) + degree(of: person))
    return UnsafeBufferPointer(
      start: behind.assumingMemoryBound(to: Float.self), count: degree(of: person))
  }

  /// The largest weight; 1 where there are none.
  package var largestWeight: Float {
    guard hasWeights else { return 1 }
    return (0..<people).reduce(0) { largest, person in
      max(largest, weights(of: person)?.max() ?? 0)
    }
  }

  /// The most neighbors anybody has.
  package var mostNeighbors: Int { (0..<people).reduce(0) { max($0, degree(of: $1)) } }
}

/// Equal where the lists are: those that were read twice are the same.
extension NeighborTable: Hashable {
  package static func == (left: NeighborTable, right: NeighborTable) -> Bool {
    if left === right { return true }
    guard left.people == right.people, left.entries == right.entries, left.source == right.source,
      left.exposure == right.exposure, left.hasWeights == right.hasWeights
    else { return false }
    // Weights by their bits.
    let size = left.hasWeights ? 2 * left.entries : left.entries
    return (0...left.people).allSatisfy { left.starts[$0] == right.starts[$0] }
      && (0..<size).allSatisfy { left.neighbors[$0] == right.neighbors[$0] }
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(people)
    hasher.combine(entries)
  }
}
