import DurableFiles

/// A value and how often it occurred or, in a finished list, how many values are at most as large.
struct TallyEntry: Comparable {
  var value: Double
  var count: Int

  static func < (a: TallyEntry, b: TallyEntry) -> Bool { a.value < b.value }
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
  /// Entries of lists that are in memory while they are merged.
  private static let buffered = 2048

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
    let places = lists.map { (offset: $0.lowerBound * entryBytes, count: $0.count) }
    var merge = SpooledMerge<TallyEntry>(places, in: spool, buffered: buffered)
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

  /// Those at some places, past the window.
  private func entries(_ places: Range<Int>) -> [TallyEntry] {
    spool.records(at: (range.lowerBound + places.lowerBound) * entryBytes, count: places.count)
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
