internal import CSpreadSIMD
import SpreadModel

/// The people who may still infect somebody, and what their draws need: lists side by side.
struct SourceList: ~Copyable {
  /// Fewer sources than this are not worth a vector pass.
  private static let leastForVectors = 6
  /// Vector passes write whole vectors: room behind the last source.
  static let roomBehind = 16

  private(set) var cells = RawList<UInt32>()
  /// Key of the next draw before `step * actionStride` is added.
  private(set) var keys = RawList<UInt64>()
  /// With pool `all` the neighbors they have, as directions; with clocks the step before the first one in which they
  /// act.
  private(set) var around = RawList<UInt32>()
  /// The steps with which their infections end, where the list says so.
  private(set) var ends = RawList<UInt32>()
  private(set) var count = 0
  /// Pool `all`.
  private let keepsNeighbors: Bool
  /// With clocks: the caller writes them.
  private let keepsBegins: Bool
  private let keepsEnds: Bool
  private let passes: VectorPasses?

  init(
    keepsNeighbors: Bool, keepsBegins: Bool = false, keepsEnds: Bool, passes: VectorPasses?
  ) {
    self.keepsNeighbors = keepsNeighbors
    self.keepsBegins = keepsBegins
    self.keepsEnds = keepsEnds
    self.passes = passes
  }

  mutating func removeAll() { count = 0 }

  /// Whether there are enough of them for a vector pass, and a processor that has it.
  @inline(__always) var takesVectors: Bool { isWorthVectors(count) }

  @inline(__always) private func isWorthVectors(_ count: Int) -> Bool {
    passes != nil && count >= Self.leastForVectors
  }

  /// Whether `around` is kept.
  @inline(__always) private var keepsAround: Bool { keepsNeighbors || keepsBegins }

  /// `around` for passes in C; null with pool `healthy`.
  var neighborsIfKept: UnsafeMutablePointer<UInt32>? {
    keepsNeighbors ? around.view.pointer(room: count) : nil
  }

  /// Drops those without a healthy neighbor.
  ///
  /// - Parameter acting: health bytes, where those who do not act any more are dropped, too.
  @inline(__always) mutating func keepOpen(
    _ masks: RawBuffer<UInt8>, acting: RawBuffer<UInt8>? = nil
  ) {
    keep(masks, .max, acting: acting)
  }

  /// Drops those whose bytes have none of the bits.
  ///
  /// - Parameters:
  ///   - acting: health bytes, where those who do not act any more are dropped, too.
  ///   - first: those before this place stay.
  @inline(__always) mutating func keep(
    _ bytes: RawBuffer<UInt8>, _ bits: UInt8, acting: RawBuffer<UInt8>? = nil, from first: Int = 0
  ) {
    assert(!keepsEnds, "the ends would stay where they are")
    let cells = cells.view
    let keys = keys.view
    if let passes, isWorthVectors(count &- first) {
      cells.assertIndices(count, of: bytes)
      let room = count &- first &+ Self.roomBehind &- 1
      count =
        first
        &+ passes.pointee.keep(
          cells.pointer(from: first, room: room), keys.pointer(from: first, room: room),
          keepsAround ? around.view.pointer(from: first, room: room) : nil, count &- first,
          bytes.pointer(room: bytes.count), bits, acting?.pointer(room: bytes.count))
      return
    }
    let around = keepsAround ? around.view : nil
    let count = count
    var kept = first
    var index = first
    while index < count {
      let cell = cells[index]
      cells[kept] = cell
      keys[kept] = keys[index]
      if let around { around[kept] = around[index] }
      let isActing = acting.map { $0[cell] & PersonBits.acting != 0 } ?? true
      kept &+= bytes[cell] & bits != 0 && isActing ? 1 : 0
      index &+= 1
    }
    self.count = kept
  }

  @inline(__always) private mutating func reserve(_ more: Int) {
    let needed = count &+ more &+ Self.roomBehind
    cells.reserve(needed, keeping: count)
    keys.reserve(needed, keeping: count)
    if keepsAround { around.reserve(needed, keeping: count) }
    if keepsEnds { ends.reserve(needed, keeping: count) }
  }

  /// Writes the cells and neighbors of new sources behind the last one. The caller writes their keys and
  /// ends, and lets them in with `admit`.
  ///
  /// - Parameter template: where neighbors are kept.
  @inline(__always) mutating func prepare(
    _ new: RawBuffer<UInt32>, _ range: Range<Int>, _ template: NeighborTemplate?
  ) {
    reserve(range.count)
    cells.view.copy(range.count, of: new, from: range.lowerBound, to: count)
    if keepsNeighbors, let template {
      let around = around.view
      for index in 0..<range.count {
        around[count &+ index] = UInt32(template.neighbors(at: new[range.lowerBound &+ index]))
      }
    }
  }

  /// The keys behind those of the last source.
  @inline(__always) var newKeys: RawBuffer<UInt64> { keys.view.shifted(by: -count) }
  @inline(__always) var newEnds: RawBuffer<UInt32> { ends.view.shifted(by: -count) }

  @inline(__always) mutating func admit(_ more: Int) { count &+= more }

  /// Takes out those whose infections end with a step. Returns their number; their cells are written to
  /// `ended` (room for as many and `roomBehind`).
  mutating func takeEnded(at step: UInt32, _ ended: RawBuffer<UInt32>) -> Int {
    let before = count
    let cells = cells.view
    let keys = keys.view
    let ends = ends.view
    if let passes, takesVectors {
      let room = count &+ Self.roomBehind &- 1
      count = passes.pointee.take_ended(
        cells.pointer(room: room), keys.pointer(room: room),
        keepsAround ? around.view.pointer(room: room) : nil, ends.pointer(room: room), count,
        step, ended.pointer(room: room))
      return before &- count
    }
    let around = keepsAround ? around.view : nil
    var kept = 0
    for index in 0..<before {
      let cell = cells[index]
      ended[index &- kept] = cell
      cells[kept] = cell
      keys[kept] = keys[index]
      if let around { around[kept] = around[index] }
      ends[kept] = ends[index]
      kept &+= ends[index] != step ? 1 : 0
    }
    count = kept
    return before &- kept
  }

  /// Adds the new sources among cells `range` of `new`: those with a healthy neighbor.
  @inline(__always) mutating func append<People: NewPeople>(
    _ new: RawBuffer<UInt32>, _ range: Range<Int>, _ masks: RawBuffer<UInt8>,
    _ people: inout People
  ) {
    reserve(range.count)
    let cells = cells.view
    let keys = keys.view
    let around = around.view
    let end = range.upperBound
    var kept = count
    var index = range.lowerBound
    if keepsNeighbors {
      while index < end {
        let cell = new[index]
        keys[kept] = people.key(of: cell)
        cells[kept] = cell
        around[kept] = UInt32(people.neighbors(of: cell))
        kept &+= masks[cell] != 0 ? 1 : 0
        index &+= 1
      }
    } else {
      while index < end {
        let cell = new[index]
        keys[kept] = people.key(of: cell)
        cells[kept] = cell
        kept &+= masks[cell] != 0 ? 1 : 0
        index &+= 1
      }
    }
    count = kept
  }

  /// Whether so many new people are worth a vector pass, and the list holds no more than it writes.
  @inline(__always) func appendsVectors(_ count: Int) -> Bool {
    !keepsNeighbors && !keepsEnds && isWorthVectors(count)
  }

  /// Adds the new sources among cells `range` of `new` by vectors.
  ///
  /// - Parameters:
  ///   - people: what their words are made of.
  ///   - past: taken away from the words, which makes them keys.
  @inline(__always) mutating func append(
    _ new: RawBuffer<UInt32>, _ range: Range<Int>, _ masks: RawBuffer<UInt8>,
    _ people: UnsafePointer<spread_people>, past: UInt64
  ) {
    guard let passes else { return }
    reserve(range.count)
    let room = range.count &+ Self.roomBehind &- 1
    count &+= passes.pointee.append(
      people, new.pointer(from: range.lowerBound, room: range.count), range.count,
      masks.pointer(room: masks.count), past, cells.view.pointer(from: count, room: room),
      keys.view.pointer(from: count, room: room))
  }

  /// Adds the new sources among cells `range` of `new`, in person order as the old ones are.
  ///
  /// Works from the back, so that it needs no second list.
  ///
  /// - Parameter scratch: room for as many cells and one more.
  @inline(__always) mutating func merge<People: NewPeople>(
    _ new: RawBuffer<UInt32>, _ range: Range<Int>, _ masks: RawBuffer<UInt8>,
    _ scratch: RawBuffer<UInt32>, _ sorter: CellSorter, _ people: inout People
  ) {
    var added = 0
    var index = range.lowerBound
    // Steps of a range would bring a branch on the mask.
    while index < range.upperBound {
      let cell = new[index]
      scratch[added] = cell
      added &+= masks[cell] != 0 ? 1 : 0
      index &+= 1
    }
    sorter.sort(scratch, added)
    reserve(added)
    let cells = cells.view
    let keys = keys.view
    var old = count
    count = old &+ added
    var place = count
    while added > 0 {
      place &-= 1
      let cell = scratch[added &- 1]
      if old > 0 && cells[old &- 1] > cell {
        old &-= 1
        cells[place] = cells[old]
        keys[place] = keys[old]
      } else {
        added &-= 1
        cells[place] = cell
        keys[place] = people.key(of: cell)
      }
    }
  }
}

/// People infected in a step, who may become sources. Types instead of closures, because those are
/// not always inlined.
protocol NewPeople {
  /// The key of somebody's draws, before the stride of the step in which they act is added; asked
  /// once for each of them where sources are appended.
  mutating func key(of cell: UInt32) -> UInt64
  /// The neighbors somebody has, infected or not, as directions.
  func neighbors(of cell: UInt32) -> UInt8
}
