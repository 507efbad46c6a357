/// At which level contacts of a class ring first that act for so many steps, looked up.
struct LevelRow: BitwiseCopyable {
  /// By level: `PassLevels.survival`; it never rises.
  private let survivals: UnsafeMutablePointer<Double>
  private let count: Int
  /// By V, from the least one that rings at some level up to 1, in units of 1 / `scale`, rounded down: a level below which
  /// no such V rings.
  private let guide: UnsafeMutablePointer<UInt32>
  private let least: Double
  private let scale: Double
  private let last: Double
  /// Words below this one are those of clocks that ring at no level.
  let leastWord: UInt64

  static func byteCount(levels: Int) -> Int {
    levels * MemoryLayout<Double>.stride + guideSize(levels) * MemoryLayout<UInt32>.stride
  }

  private static func guideSize(_ levels: Int) -> Int {
    // A level begins in few places only: in the others no survival is compared in vain, and no branch surprises.
    var size = 512
    while size < min(levels, 4096) { size *= 2 }
    return size
  }

  init(
    _ levels: borrowing PassLevels, _ contact: ContactClass, steps: Int, in memory: inout Memory
  ) {
    let survivals: RawBuffer<Double> = memory.buffer(levels.count)
    let size = Self.guideSize(levels.count)
    let guide: RawBuffer<UInt32> = memory.buffer(size)
    for level in 0..<levels.count { survivals[level] = levels.survival(level, contact, steps) }
    self.survivals = survivals.pointer(room: levels.count)
    self.guide = guide.pointer(room: size)
    count = levels.count
    least = survivals[levels.count - 1]
    leastWord = RingTimes.leastWord(above: least)
    scale = least < 1 ? Double(size) / (1 - least) : 0
    last = Double(size - 1)
    // A survival in a later place is larger than all V of this one.
    var level = 0
    for place in (0..<size).reversed() {
      while level < count, self.place(survivals[level]) > place { level += 1 }
      guide[place] = UInt32(level)
    }
  }

  @inline(__always) private func place(_ value: Double) -> Int {
    Int(min(last, (value - least) * scale))
  }

  /// Whether a clock of this V rings at a level below another one, or at the first.
  @inline(__always) func rings(_ value: Double, below level: Int) -> Bool {
    value > survivals[max(1, level) &- 1]
  }

  /// The lowest level at which a clock of this V rings; the number of levels if it does at none.
  @inline(__always) func lowest(_ value: Double) -> Int {
    if value <= least { return count }
    var level = Int(truncatingIfNeeded: guide[place(value)])
    while level < count, value <= survivals[level] { level &+= 1 }
    return level
  }
}

/// The rows of a pass, each made when it is needed first. They serve all replicates.
struct LevelRows: ~Copyable {
  private static let mostBytes = 64 << 20
  private static let unknown = UInt32.max

  private var memory = Memory()
  private var rows = RawList<LevelRow>()
  private var count = 0
  private let most: Int
  private let classes: Int
  /// By number of steps: their place in `numbers`.
  private var places: [Int: Int] = [:]
  private var last = (steps: 0, place: 0)
  /// By place and class: of a row, or `unknown`.
  private var numbers = RawList<UInt32>()

  init(_ levels: borrowing PassLevels) {
    most = Self.mostBytes / LevelRow.byteCount(levels: levels.count)
    classes = levels.layers * levels.groups * (levels.groups + 1)
  }

  /// - Returns: nil if there are too many.
  @inline(__always) mutating func row(
    _ levels: borrowing PassLevels, _ contact: ContactClass, steps: Int
  ) -> LevelRow? {
    let place = steps == last.steps ? last.place : find(steps)
    let pairs = levels.groups &* (levels.groups &+ 1)
    let index = place &* classes &+ contact.layer &* pairs &+ contact.pair
    let number = numbers.view[index]
    return number == Self.unknown ? add(index, levels, contact, steps) : rows.view[number]
  }

  @inline(never) private mutating func find(_ steps: Int) -> Int {
    let place = places[steps] ?? places.count
    if place == places.count {
      places[steps] = place
      numbers.reserve((place + 1) * classes, keeping: place * classes)
      numbers.view.fill(Self.unknown, from: place * classes, count: classes)
    }
    last = (steps, place)
    return place
  }

  @inline(never) private mutating func add(
    _ index: Int, _ levels: borrowing PassLevels, _ contact: ContactClass, _ steps: Int
  ) -> LevelRow? {
    guard count < most else { return nil }
    let row = LevelRow(levels, contact, steps: steps, in: &memory)
    rows.reserve(count + 1, keeping: count)
    rows.view[count] = row
    numbers.view[index] = UInt32(count)
    count += 1
    return row
  }
}
