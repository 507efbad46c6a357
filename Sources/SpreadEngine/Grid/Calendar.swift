import SpreadModel

/// Who is due at the end of which step.
///
/// Where everybody waits for the same time, a queue; else a wheel of lists, one per step modulo
/// their number. Either way a step touches only who is due, and now and then who waits longer than
/// a turn of the wheel.
struct Calendar {
  private struct Entry {
    var cell: UInt32
    /// The next entry of the same list of the wheel; `none` ends it.
    var next: UInt32
    var step: UInt32
  }

  private static let none = UInt32.max
  private static let size = 1024

  private let isQueue: Bool
  private var entries: RawList<Entry>
  private let heads: RawBuffer<UInt32>
  /// Queue: the first that waits. Wheel: the first unused place, or `none`.
  private var first = 0
  private var end = 0
  private(set) var due: RawList<UInt32>

  /// - Parameter isQueue: whether everybody waits for the same number of steps.
  init(isQueue: Bool) {
    self.isQueue = isQueue
    entries = RawList(capacity: 64)
    due = RawList(capacity: 64)
    heads = RawBuffer(count: isQueue ? 0 : Self.size)
    removeAll()
  }

  func deallocate() {
    entries.deallocate()
    heads.deallocate()
    due.deallocate()
  }

  mutating func removeAll() {
    end = 0
    first = isQueue ? 0 : Int(Self.none)
    if !isQueue { heads.fill(Self.none, count: Self.size) }
  }

  /// - Precondition: `step` is after the last one taken, and below 2^32.
  @inline(__always) mutating func add(_ cell: UInt32, at step: Int) {
    if isQueue {
      if end == entries.view.count && first > end / 2 { closeUp() }
      entries.reserve(end &+ 1, keeping: end)
      entries.view[end] = Entry(
        cell: cell, next: Self.none, step: UInt32(truncatingIfNeeded: step))
      end &+= 1
      return
    }
    var place = UInt32(truncatingIfNeeded: first)
    if place == Self.none {
      entries.reserve(end &+ 1, keeping: end)
      place = UInt32(truncatingIfNeeded: end)
      end &+= 1
    } else {
      first = Int(entries.view[place].next)
    }
    let list = step & (Self.size - 1)
    entries.view[place] = Entry(
      cell: cell, next: heads[list], step: UInt32(truncatingIfNeeded: step))
    heads[list] = place
  }

  /// Moves those who wait to the front of the queue.
  private mutating func closeUp() {
    for index in first..<end { entries.view[index - first] = entries.view[index] }
    end -= first
    first = 0
  }

  /// Takes out who is due at `step`; `due` holds them until the next call. Returns their number.
  @inline(__always) mutating func take(at step: Int) -> Int {
    isQueue ? takeFromQueue(at: step) : takeFromWheel(at: step)
  }

  private mutating func takeFromQueue(at step: Int) -> Int {
    let start = first
    let view = entries.view
    let now = UInt32(truncatingIfNeeded: step)
    while first < end && view[first].step == now { first &+= 1 }
    let count = first &- start
    due.reserve(count, keeping: 0)
    for index in 0..<count { due.view[index] = view[start &+ index].cell }
    return count
  }

  private mutating func takeFromWheel(at step: Int) -> Int {
    let list = step & (Self.size - 1)
    var place = heads[list]
    var waiting = Self.none
    var count = 0
    while place != Self.none {
      let entry = entries.view[place]
      if entry.step == UInt32(truncatingIfNeeded: step) {
        link(place, to: UInt32(truncatingIfNeeded: first))
        first = Int(place)
        due.reserve(count &+ 1, keeping: count)
        due.view[count] = entry.cell
        count &+= 1
      } else {
        link(place, to: waiting)
        waiting = place
      }
      place = entry.next
    }
    heads[list] = waiting
    return count
  }

  @inline(__always) private func link(_ place: UInt32, to next: UInt32) {
    let entry = entries.view[place]
    entries.view[place] = Entry(cell: entry.cell, next: next, step: entry.step)
  }

  /// Whether someone who waits fulfills a condition; only of queues.
  func contains(where condition: (UInt32) -> Bool) -> Bool {
    (first..<end).contains { condition(entries.view[$0].cell) }
  }
}
