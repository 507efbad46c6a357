/// How counts change in steps to come: by step and column, without the people who change them.
struct ScheduledChanges: ~Copyable {
  private let lastStep: Int
  private(set) var columns = 1
  /// By step, then column.
  private var near = RawList<Int32>()
  private var nearCount = 0
  /// The same of steps far ahead, by the place that they would have.
  private var far: [Int: Int32] = [:]
  private static let farAhead = 1 << 16

  /// - Parameter lastStep: nothing changes after it.
  init(lastStep: Int) { self.lastStep = lastStep }

  mutating func reset(columns: Int) {
    self.columns = columns
    nearCount = 0
    far.removeAll()
  }

  /// Adds a number to each of some entries.
  ///
  /// - Parameters:
  ///   - now: the present step, which no entry is before.
  ///   - entry: of an index below `count`.
  @inline(__always) mutating func add(
    _ number: Int32, to count: Int, now: Int, _ entry: (_ index: Int) -> (step: Int, column: Int)
  ) {
    // Fields would be read again after every write.
    var (view, end) = (near.view, nearCount)
    let (columns, last) = (columns, min(lastStep, now &+ Self.farAhead))
    for index in 0..<count {
      let (step, column) = entry(index)
      let place = step &* columns &+ column
      if place >= end {
        if step > last {
          addFar(number, place, step)
          continue
        }
        makeRoom(place &+ 1)
        (view, end) = (near.view, nearCount)
      }
      view[place] &+= number
    }
  }

  @inline(never) private mutating func addFar(_ number: Int32, _ place: Int, _ step: Int) {
    if step <= lastStep { far[place, default: 0] += number }
  }

  @inline(never) private mutating func makeRoom(_ count: Int) {
    near.reserve(count, keeping: nearCount)
    near.view.fill(0, from: nearCount, count: count &- nearCount)
    nearCount = count
  }

  func change(_ column: Int, at step: Int) -> Int32 {
    let place = step &* columns &+ column
    let number = place < nearCount ? near.view[place] : 0
    return far.isEmpty ? number : number &+ (far[place] ?? 0)
  }

  /// Takes out what waits for a step; its columns are parts of a tally.
  ///
  /// - Parameter change: what it is to the tally, where this is kept.
  /// - Returns: the sum.
  mutating func take(at step: Int, _ tally: PeopleTally, _ change: SIMD8<UInt32>) -> Int {
    var sum = 0
    for column in 0..<columns {
      let number = self.change(column, at: step)
      let place = step &* columns &+ column
      if place < nearCount { near.view[place] = 0 }
      if !far.isEmpty { far[place] = nil }
      sum &+= Int(number)
      tally.count(UInt32(bitPattern: number), ofPart: column, change)
    }
    return sum
  }
}
