/// Items that wait for levels, any number for each.
struct BucketQueue: ~Copyable {
  /// Not private: see `RawList`.
  struct Entry: BitwiseCopyable {
    var item: UInt32
    var next: UInt32
  }

  static let end = UInt32.max

  private let memory: Memory
  /// By level: the entry that came last.
  private let heads: RawBuffer<UInt32>
  private var entries = RawList<Entry>()
  private var count: UInt32 = 0

  init(levels: Int) {
    var memory = Memory()
    heads = memory.buffer(levels)
    self.memory = memory
  }

  mutating func removeAll() {
    heads.fill(Self.end, count: heads.count)
    count = 0
  }

  /// Without a branch.
  @inline(__always) mutating func add(_ item: UInt32, at level: Int, if isWanted: Bool = true) {
    entries.reserve(Int(count) &+ 1, keeping: Int(count))
    let first = heads[level]
    entries.view[count] = Entry(item: item, next: first)
    heads[level] = isWanted ? count : first
    count &+= isWanted ? 1 : 0
  }

  @inline(__always) func isEmpty(at level: Int) -> Bool { heads[level] == Self.end }

  /// The first entry of a level; `end` if there is none.
  @inline(__always) func first(at level: Int) -> UInt32 { heads[level] }

  @inline(__always) subscript(entry: UInt32) -> Entry { entries.view[entry] }
}
