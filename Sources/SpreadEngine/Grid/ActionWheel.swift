/// The next action of a source of the rare form. Small, because most sources wait with one, and what
/// waits decides what the cache holds.
struct Action: BitwiseCopyable {
  /// Key of the draw.
  var key: UInt64
  var cell: UInt32
  /// The last step in which the source acts; `noEnd` comes after every step a run may have.
  var last: UInt32

  static let noEnd = UInt32.max
}

/// Who acts when: a ring of lists, one per step modulo their number.
///
/// Few wait for the same step, so a list is a chain of single places: the blocks of a `StepWheel` would
/// spread them over the cache.
struct ActionWheel: ~Copyable {
  struct Waiting: BitwiseCopyable {
    var action: Action
    var step: UInt32
    /// The next place of the same list; `none` ends it.
    var next: UInt32
  }

  private static let none = UInt32.max
  private static let size = 1024
  private var places: RawList<Waiting>
  private(set) var due: RawList<Action>
  private var count = 0
  /// First of the unused places.
  private var free = Self.none
  private let heads: RawList<UInt32>

  init(isUsed: Bool) {
    places = RawList(capacity: isUsed ? 256 : 0)
    due = RawList(capacity: isUsed ? 256 : 0)
    heads = RawList(capacity: isUsed ? Self.size : 0)
  }

  mutating func removeAll() {
    heads.view.fill(Self.none, count: heads.view.count)
    count = 0
    free = Self.none
  }

  /// - Precondition: the wheel is in use, and `step` is at most the action's last.
  @inline(__always) mutating func add(_ action: Action, until step: Int) {
    var place = free
    if place == Self.none {
      places.reserve(count &+ 1, keeping: count)
      place = UInt32(truncatingIfNeeded: count)
      count &+= 1
    } else {
      free = places.view[place].next
    }
    let list = step & (Self.size &- 1)
    places.view[place] = Waiting(
      action: action, step: UInt32(truncatingIfNeeded: step), next: heads.view[list])
    heads.view[list] = place
  }

  /// Takes out what is due at `step`, in no order; `due` holds it until the next call.
  @inline(__always) mutating func take(at step: Int) -> Int {
    let list = step & (Self.size &- 1)
    var place = heads.view[list]
    var waiting = Self.none
    var dueCount = 0
    while place != Self.none {
      let item = places.view[place]
      if item.step == UInt32(truncatingIfNeeded: step) {
        places.view[place].next = free
        free = place
        due.reserve(dueCount &+ 1, keeping: dueCount)
        due.view[dueCount] = item.action
        dueCount &+= 1
      } else {
        places.view[place].next = waiting
        waiting = place
      }
      place = item.next
    }
    heads.view[list] = waiting
    return dueCount
  }

  /// Puts what is due into the order of cells.
  func sortDue(_ count: Int) {
    var due = UnsafeMutableBufferPointer(start: due.view.pointer(room: count), count: count)
    due.sort { $0.cell < $1.cell }
  }
}
