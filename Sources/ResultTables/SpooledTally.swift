import DurableFiles

/// A value and how often it occurred or, in a finished list, how many values are at most as large.
struct TallyEntry {
  var value: Double
  var count: Int
}

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
    var readers = lists.map { SpoolReader(spool: spool, range: $0) }
    var writer = SpoolWriter(spool: spool)
    var total = 0
    while let least = readers.lazy.compactMap(\.next?.value).min() {
      var count = 0
      for index in readers.indices where readers[index].next?.value == least {
        count += readers[index].next?.count ?? 0
        readers[index].advance()
      }
      total += count
      writer.write(TallyEntry(value: least, count: accumulating ? total : count))
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
  func entries(_ places: Range<Int>) -> [TallyEntry] {
    readEntries(
      range.lowerBound + places.lowerBound..<range.lowerBound + places.upperBound, from: spool)
  }

  subscript(index: Int) -> TallyEntry {
    if index < windowStart || index >= windowStart + window.count {
      windowStart = index - index % Self.windowLength
      let end = min(windowStart + Self.windowLength, range.count)
      window = readEntries(
        range.lowerBound + windowStart..<range.lowerBound + end, from: spool)
    }
    return window[index - windowStart]
  }
}

/// Reads a list from its beginning to its end.
private struct SpoolReader {
  private let spool: SpoolFile
  private var rest: Range<Int>
  private var buffer: [TallyEntry] = []
  private var position = 0
  private(set) var next: TallyEntry?

  init(spool: SpoolFile, range: Range<Int>) {
    self.spool = spool
    rest = range
    advance()
  }

  mutating func advance() {
    if position == buffer.count {
      let part = rest.prefix(128)
      buffer = readEntries(part, from: spool)
      rest = part.upperBound..<rest.upperBound
      position = 0
    }
    next = position < buffer.count ? buffer[position] : nil
    position += 1
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
    start = spool.count / MemoryLayout<TallyEntry>.stride
  }

  static func write(_ entries: [TallyEntry], to spool: SpoolFile) -> Range<Int> {
    let offset = entries.withUnsafeBytes { spool.append($0) }
    let start = offset / MemoryLayout<TallyEntry>.stride
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

private func readEntries(_ range: Range<Int>, from spool: SpoolFile) -> [TallyEntry] {
  [TallyEntry](unsafeUninitializedCapacity: range.count) { buffer, count in
    let bytes = UnsafeMutableRawBufferPointer(
      UnsafeMutableBufferPointer(rebasing: buffer[..<range.count]))
    spool.read(into: bytes, from: range.lowerBound * MemoryLayout<TallyEntry>.stride)
    count = range.count
  }
}
