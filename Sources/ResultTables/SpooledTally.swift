import DurableFiles

/// A value and how often it occurred or, in a finished list, how many values are at most as large.
struct TallyEntry {
  var value: Double
  var count: Int
}

/// Bytes from one entry to the next.
private let entryBytes = MemoryLayout<TallyEntry>.stride

/// Ascending lists of distinct values in a spool file, to be merged into one: an external sort.
///
/// Lists of one level are merged into one of the next as soon as there are `fanIn` of them, so n
/// values cost n log(n) / log(fanIn) entries of writing and a handful of buffers in memory.
struct SpooledTally {
  private let spool: SpoolFile
  private var levels: [[Range<Int>]] = []  // entries' indices in the spool file
  private static let fanIn = 16

  init(spool: SpoolFile) {
    self.spool = spool
  }

  var isEmpty: Bool { levels.isEmpty }

  /// - Parameter entries: ascending, distinct.
  mutating func add(_ entries: [TallyEntry]) {
    guard !entries.isEmpty else { return }
    add(SpoolWriter.write(entries, to: spool), level: 0)
  }

  private mutating func add(_ list: Range<Int>, level: Int) {
    if level == levels.count { levels.append([]) }
    levels[level].append(list)
    guard levels[level].count == Self.fanIn else { return }
    let lists = levels[level]
    levels[level] = []
    add(Self.merge(lists, in: spool, accumulating: false), level: level + 1)
  }

  /// All lists as one, with cumulative counts.
  func finished() -> SpooledList {
    SpooledList(
      spool: spool, range: Self.merge(levels.flatMap { $0 }, in: spool, accumulating: true))
  }

  private static func merge(_ lists: [Range<Int>], in spool: SpoolFile, accumulating: Bool)
    -> Range<Int>
  {
    var merge = SpooledMerge(lists, in: spool)
    var writer = SpoolWriter(spool: spool)
    var total = 0
    var next = merge.next()
    while var entry = next {
      next = merge.next()
      while let same = next, same.value == entry.value {
        entry.count += same.count
        next = merge.next()
      }
      total += entry.count
      if accumulating { entry.count = total }
      writer.write(entry)
    }
    return writer.finish()
  }
}

/// Entries in a spool file, read by index through a window of it.
final class SpooledList {
  private let spool: SpoolFile
  private let range: Range<Int>
  private var window: [TallyEntry] = []
  private var windowStart = 0
  private static let windowLength = 256

  init(spool: SpoolFile, range: Range<Int>) {
    self.spool = spool
    self.range = range
  }

  var count: Int { range.count }

  /// Those at some indices, beyond the window.
  private func entries(_ places: Range<Int>) -> [TallyEntry] {
    spool.entries(range.lowerBound + places.lowerBound..<range.lowerBound + places.upperBound)
  }

  /// Hands all over in their order.
  func visit(_ body: (TallyEntry) -> Void) {
    for first in stride(from: 0, to: count, by: Self.windowLength) {
      entries(first..<min(first + Self.windowLength, count)).forEach(body)
    }
  }

  subscript(index: Int) -> TallyEntry {
    if index < windowStart || index >= windowStart + window.count {
      windowStart = index - index % Self.windowLength
      window = entries(windowStart..<min(windowStart + Self.windowLength, count))
    }
    return window[index - windowStart]
  }
}

/// Appends entries to a spool file, many at a time.
private struct SpoolWriter {
  private let spool: SpoolFile
  private var pending: [TallyEntry] = []
  private let start: Int
  private var written = 0

  init(spool: SpoolFile) {
    self.spool = spool
    start = spool.count / entryBytes
  }

  static func write(_ entries: [TallyEntry], to spool: SpoolFile) -> Range<Int> {
    let offset = entries.withUnsafeBytes { spool.append($0) }
    let start = offset / entryBytes
    return start..<start + entries.count
  }

  mutating func write(_ entry: TallyEntry) {
    pending.append(entry)
    if pending.count == 512 { flush() }
  }

  private mutating func flush() {
    written += Self.write(pending, to: spool).count
    pending.removeAll(keepingCapacity: true)
  }

  mutating func finish() -> Range<Int> {
    flush()
    return start..<start + written
  }
}

/// Sorted pieces of a spool file, read as one in ascending order.
private struct SpooledMerge {
  private var pieces: [Piece]
  /// The least entry that is left of each piece, as a heap: none is above those at 2i + 1,
  /// 2i + 2.
  private var heap: [(entry: TallyEntry, piece: Int)] = []

  /// Entries of all pieces that are in memory at a time, about.
  private static let buffered = 2048

  init(_ lists: [Range<Int>], in spool: SpoolFile) {
    // Far above 0: less than fanIn lists are left of each level.
    let length = Self.buffered / lists.count
    pieces = lists.map { Piece(spool: spool, left: $0, blockLength: length) }
    for piece in pieces.indices {
      if let entry = pieces[piece].next() { heap.append((entry, piece)) }
    }
    for place in heap.indices.reversed() { sink(from: place) }
  }

  mutating func next() -> TallyEntry? {
    guard let least = heap.first else { return nil }
    if let entry = pieces[least.piece].next() {
      heap[0].entry = entry
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink(from: 0)
    return least.entry
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].entry.value < heap[child].entry.value {
        child += 1
      }
      guard heap[child].entry.value < heap[place].entry.value else { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}

/// Reads a sorted piece from its beginning to its end.
private struct Piece {
  let spool: SpoolFile
  var left: Range<Int>
  let blockLength: Int
  private var block: ArraySlice<TallyEntry> = []

  init(spool: SpoolFile, left: Range<Int>, blockLength: Int) {
    self.spool = spool
    self.left = left
    self.blockLength = blockLength
  }

  mutating func next() -> TallyEntry? {
    if block.isEmpty, !left.isEmpty {
      block = spool.entries(left.prefix(blockLength))[...]
      left = left.dropFirst(blockLength)
    }
    return block.popFirst()
  }
}

extension SpoolFile {
  /// Those at some indices.
  fileprivate func entries(_ places: Range<Int>) -> [TallyEntry] {
    [TallyEntry](unsafeUninitializedCapacity: places.count) { buffer, filled in
      read(
        into: UnsafeMutableRawBufferPointer(
          UnsafeMutableBufferPointer(rebasing: buffer[..<places.count])),
        from: places.lowerBound * entryBytes)
      filled = places.count
    }
  }
}
