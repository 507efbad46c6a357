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
  }

  static let none = UInt32.max
  private static let size = 1024
  private var actions: RawList<Action>
  private(set) var due: RawList<Action>
  private var count = 0
  /// First of the unused places.
  private var free = Self.none
  private let heads: UnsafeMutablePointer<UInt32>

  init(isUsed: Bool) {
    actions = RawList(capacity: isUsed ? 256 : 1)
    due = RawList(capacity: isUsed ? 256 : 1)
    heads = .allocate(capacity: Self.size)
  }

  func deallocate() {
    actions.deallocate()
    due.deallocate()
    heads.deallocate()
  }

  mutating func removeAll() {
    heads.update(repeating: Self.none, count: Self.size)
    count = 0
    free = Self.none
  }

  mutating func add(_ cell: UInt32, key: UInt64, at step: UInt64) {
    var place = free
    if place == Self.none {
      actions.reserve(count + 1, keeping: count)
      place = UInt32(truncatingIfNeeded: count)
      count += 1
    } else {
      free = actions.base[Int(place)].next
    }
    let bucket = Int(truncatingIfNeeded: step) & (Self.size - 1)
    actions.base[Int(place)] = Action(cell: cell, next: heads[bucket], step: step, key: key)
    heads[bucket] = place
  }

  /// Takes out what is due at `step`, in no order; `due` holds it until the next call.
  @inline(__always) mutating func takeDue(at step: UInt64) -> Int {
    let bucket = Int(truncatingIfNeeded: step) & (Self.size - 1)
    var place = heads[bucket]
    var waiting = Self.none
    var dueCount = 0
    while place != Self.none {
      let action = actions.base[Int(place)]
      if action.step == step {
        actions.base[Int(place)].next = free
        free = place
        due.reserve(dueCount &+ 1, keeping: dueCount)
        due.base[dueCount] = action
        dueCount &+= 1
      } else {
        actions.base[Int(place)].next = waiting
        waiting = place
      }
      place = action.next
    }
    heads[bucket] = waiting
    return dueCount
  }
}
