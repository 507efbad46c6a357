import SpreadModel

/// Cells that wait for the end of a step, each as long as it has to: a ring of lists, one per step
/// modulo their number. A step touches only who is due, and who waits longer than a turn.
struct StepWheel {
  private struct Entry {
    var cell: UInt32
    /// The next entry of the same list; `none` ends it.
    var next: UInt32
    var step: UInt32
  }

  private static let none = UInt32.max
  private static let size = 1024

  private var entries = RawList<Entry>(capacity: 64)
  private let heads: RawBuffer<UInt32>
  private var count = 0
  /// First of the unused places.
  private var free = Self.none
  private(set) var due = RawList<UInt32>(capacity: 64)

  init(isUsed: Bool) { heads = RawBuffer(count: isUsed ? Self.size : 0) }

  func deallocate() {
    entries.deallocate()
    heads.deallocate()
    due.deallocate()
  }

  mutating func removeAll() {
    heads.fill(Self.none, count: heads.count)
    count = 0
    free = Self.none
  }

  /// - Precondition: the wheel is in use, and `step` is after the last one taken and below 2^32.
  @inline(__always) mutating func add(_ cell: UInt32, until step: Int) {
    var place = free
    if place == Self.none {
      entries.reserve(count &+ 1, keeping: count)
      place = UInt32(truncatingIfNeeded: count)
      count &+= 1
    } else {
      free = entries.view[place].next
    }
    let list = step & (Self.size - 1)
    entries.view[place] = Entry(
      cell: cell, next: heads[list], step: UInt32(truncatingIfNeeded: step))
    heads[list] = place
  }

  /// Takes out those who wait until `step`, in no order; `due` holds them until the next call.
  @inline(__always) mutating func take(at step: Int) -> Int {
    let list = step & (Self.size - 1)
    var place = heads[list]
    var waiting = Self.none
    var dueCount = 0
    while place != Self.none {
      let entry = entries.view[place]
      if entry.step == UInt32(truncatingIfNeeded: step) {
        entries.view[place] = Entry(cell: entry.cell, next: free, step: entry.step)
        free = place
        due.reserve(dueCount &+ 1, keeping: dueCount)
        due.view[dueCount] = entry.cell
        dueCount &+= 1
      } else {
        entries.view[place] = Entry(cell: entry.cell, next: waiting, step: entry.step)
        waiting = place
      }
      place = entry.next
    }
    heads[list] = waiting
    return dueCount
  }
}
