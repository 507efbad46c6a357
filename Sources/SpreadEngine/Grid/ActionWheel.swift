import SpreadModel

/// Who acts when: a ring of lists, one per step modulo their number.
struct ActionWheel {
  /// One waiting source.
  struct Action {
    var cell: UInt32
    /// Next action in the same list; `none` ends it.
    var next: UInt32
    var step: UInt64
    /// Key of the draw.
    var key: UInt64
    /// The last step in which the source acts.
    var last: UInt64

    /// The same action before another one in a list.
    @inline(__always) func before(_ place: UInt32) -> Action {
      Action(cell: cell, next: place, step: step, key: key, last: last)
    }
  }

  static let none = UInt32.max
  private static let size = 1024
  private var actions: RawList<Action>
  private(set) var due: RawList<Action>
  private var count = 0
  /// First of the unused places.
  private var free = Self.none
  private let heads: RawBuffer<UInt32>

  init(isUsed: Bool) {
    actions = RawList(capacity: isUsed ? 256 : 1)
    due = RawList(capacity: isUsed ? 256 : 1)
    heads = RawBuffer(count: Self.size)
  }

  func deallocate() {
    actions.deallocate()
    due.deallocate()
    heads.deallocate()
  }

  mutating func removeAll() {
    heads.fill(Self.none, count: Self.size)
    count = 0
    free = Self.none
  }

  mutating func add(_ cell: UInt32, key: UInt64, at step: UInt64, last: UInt64) {
    var place = free
    if place == Self.none {
      actions.reserve(count + 1, keeping: count)
      place = UInt32(truncatingIfNeeded: count)
      count += 1
    } else {
      free = actions.view[place].next
    }
    let bucket = Int(truncatingIfNeeded: step) & (Self.size - 1)
    actions.view[place] = Action(
      cell: cell, next: heads[bucket], step: step, key: key, last: last)
    heads[bucket] = place
  }

  /// Takes out what is due at `step`, in no order; `due` holds it until the next call.
  @inline(__always) mutating func takeDue(at step: UInt64) -> Int {
    let bucket = Int(truncatingIfNeeded: step) & (Self.size - 1)
    var place = heads[bucket]
    var waiting = Self.none
    var dueCount = 0
    while place != Self.none {
      let action = actions.view[place]
      if action.step == step {
        actions.view[place] = action.before(free)
        free = place
        due.reserve(dueCount &+ 1, keeping: dueCount)
        due.view[dueCount] = action
        dueCount &+= 1
      } else {
        actions.view[place] = action.before(waiting)
        waiting = place
      }
      place = action.next
    }
    heads[bucket] = waiting
    return dueCount
  }

  /// Puts what is due into the order of cells.
  func sortDue(_ count: Int) {
    var due = UnsafeMutableBufferPointer(start: due.view.pointer(room: count), count: count)
    due.sort { $0.cell < $1.cell }
  }
}
