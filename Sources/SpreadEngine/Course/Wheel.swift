import SpreadModel

/// What waits in a `Wheel`.
protocol WaitingItem: BitwiseCopyable {
  /// Items for the same step stand side by side in blocks of so many, a power of 2.
  static var blockSize: Int { get }
}

extension UInt32: WaitingItem {
  /// Cells: many wait for the same step.
  @inline(__always) static var blockSize: Int { 64 }
}

/// Items that wait for a step, each for its own: a ring of lists, one per step modulo their number.
///
/// A list stands in blocks, so that adding to it is a write to its end. What waits longer than a turn
/// stands apart until the turn in which it is due. A step touches only what is due in it.
struct Wheel<Item: WaitingItem>: ~Copyable {
  struct Late: BitwiseCopyable {
    var item: Item
    var step: Int
  }

  @inline(__always) private static var size: Int { 1024 }

  /// Block b has the places `b * blockSize` and the following.
  private var items: RawList<Item>
  /// By block: the end of the list before it; of an unused one the number of another and 1, 0 for none.
  private var links: RawList<UInt32>
  /// By step modulo `size`: the place behind the last item; 0 for an empty list.
  private let ends: RawList<UInt32>
  private var blocks = 0
  /// As a link of an unused block.
  private var unused: UInt32 = 0
  private var late: RawList<Late>
  private var lateCount = 0
  /// The last step taken.
  private var now = 0
  private(set) var due: RawList<Item>

  init(isUsed: Bool) {
    items = RawList()
    links = RawList()
    ends = RawList(capacity: isUsed ? Self.size : 0)
    late = RawList()
    due = RawList()
  }

  mutating func removeAll() {
    ends.view.fill(0, count: ends.view.count)
    (blocks, unused, lateCount, now) = (0, 0, 0, 0)
  }

  /// - Precondition: the wheel is in use, and `step` is none before the last one taken.
  @inline(__always) mutating func add(_ item: Item, until step: Int) {
    guard step &- now < Self.size else { return addLate(item, until: step) }
    let list = step & (Self.size &- 1)
    var place = Int(truncatingIfNeeded: ends.view[list])
    if place & (Item.blockSize &- 1) == 0 { place = newBlock(after: place) }
    items.view[place] = item
    ends.view[list] = UInt32(truncatingIfNeeded: place &+ 1)
  }

  /// Those of a range, all until the same step.
  mutating func add(_ new: RawBuffer<Item>, _ range: Range<Int>, until step: Int) {
    guard step &- now < Self.size else {
      for index in range { addLate(new[index], until: step) }
      return
    }
    let list = step & (Self.size &- 1)
    var place = Int(truncatingIfNeeded: ends.view[list])
    var first = range.lowerBound
    while first < range.upperBound {
      let used = place & (Item.blockSize &- 1)
      if used == 0 { place = newBlock(after: place) }
      let count = min(Item.blockSize &- used, range.upperBound &- first)
      items.view.copy(count, of: new, from: first, to: place)
      first &+= count
      place &+= count
    }
    ends.view[list] = UInt32(truncatingIfNeeded: place)
  }

  /// Those of a range, each until its own step, but nobody beyond the last one.
  ///
  /// - Parameter steps: from place 0 on.
  mutating func add(
    _ new: RawBuffer<Item>, _ range: Range<Int>, until steps: RawBuffer<UInt32>, last: Int
  ) {
    for index in range {
      let step = Int(steps[index &- range.lowerBound])
      if step <= last { add(new[index], until: step) }
    }
  }

  /// The first place of a block for the list that ends at a place.
  @inline(__always) private mutating func newBlock(after end: Int) -> Int {
    var block = Int(truncatingIfNeeded: unused) &- 1
    if block >= 0 {
      unused = links.view[block]
    } else {
      block = blocks
      blocks &+= 1
      items.reserve(blocks &* Item.blockSize, keeping: block &* Item.blockSize)
      links.reserve(blocks, keeping: block)
    }
    links.view[block] = UInt32(truncatingIfNeeded: end)
    return block &* Item.blockSize
  }

  @inline(never) private mutating func addLate(_ item: Item, until step: Int) {
    late.reserve(lateCount &+ 1, keeping: lateCount)
    late.view[lateCount] = Late(item: item, step: step)
    lateCount &+= 1
  }

  /// Puts what is due in this turn into its lists.
  @inline(never) private mutating func beginTurn() {
    var kept = 0
    for index in 0..<lateCount {
      let waiting = late.view[index]
      if waiting.step &- now < Self.size {
        add(waiting.item, until: waiting.step)
      } else {
        late.view[kept] = waiting
        kept &+= 1
      }
    }
    lateCount = kept
  }

  /// Takes out what waits until `step`, in no order; `due` holds it until the next call.
  ///
  /// - Precondition: no step is left out.
  @inline(__always) mutating func take(at step: Int) -> Int {
    assert(step == now + 1, "step \(now + 1) is left out")
    return take(at: step, after: 0)
  }

  /// The same, with the first places of `due` left as they are; also what came for the last step after this was taken.
  ///
  /// - Returns: how many places of `due` are filled.
  @inline(__always) mutating func take(at step: Int, after kept: Int) -> Int {
    assert(step == now || step == now + 1, "step \(now + 1) is left out")
    let list = step & (Self.size &- 1)
    if step != now {
      now = step
      if list == 0 { beginTurn() }
    }
    var end = Int(truncatingIfNeeded: ends.view[list])
    ends.view[list] = 0
    var count = kept
    while end != 0 {
      let block = (end &- 1) / Item.blockSize
      let first = block &* Item.blockSize
      due.reserve(count &+ Item.blockSize, keeping: count)
      due.view.copy(Item.blockSize, of: items.view, from: first, to: count)
      count &+= end &- first
      end = Int(truncatingIfNeeded: links.view[block])
      links.view[block] = unused
      unused = UInt32(truncatingIfNeeded: block &+ 1)
    }
    return count
  }

  /// Whether something that waits fulfills a condition.
  func contains(where condition: (Item) -> Bool) -> Bool {
    for list in 0..<Self.size {
      var end = Int(truncatingIfNeeded: ends.view[list])
      while end != 0 {
        let block = (end &- 1) / Item.blockSize
        for place in block &* Item.blockSize..<end where condition(items.view[place]) {
          return true
        }
        end = Int(truncatingIfNeeded: links.view[block])
      }
    }
    return (0..<lateCount).contains { condition(late.view[$0].item) }
  }
}
