import DurableFiles

/// Sorted pieces of a spool file, read as one in ascending order.
struct SpooledMerge<Record: BitwiseCopyable & Comparable> {
  /// Where a piece stands in the file, in bytes, and how many records it has.
  typealias Place = (offset: Int, count: Int)

  private var pieces: [Piece<Record>]
  /// The least record that is left of each piece, as a heap: none is above those two places 2i + 1,
  /// 2i + 2.
  private var heap: [(record: Record, piece: Int)] = []

  /// - Parameter buffered: records of all pieces that are in memory at a time, about.
  init(_ places: [Place], in spool: SpoolFile, buffered: Int) {
    let length = max(16, buffered / max(1, places.count))
    pieces = places.map { Piece(spool, $0, blockLength: length) }
    for piece in pieces.indices {
      if let record = pieces[piece].next() { heap.append((record, piece)) }
    }
    for place in heap.indices.reversed() { sink(from: place) }
  }

  mutating func next() -> Record? {
    guard let least = heap.first else { return nil }
    if let record = pieces[least.piece].next() {
      heap[0].record = record
    } else {
      heap[0] = heap[heap.count - 1]
      heap.removeLast()
    }
    sink(from: 0)
    return least.record
  }

  private mutating func sink(from start: Int) {
    var place = start
    while true {
      var child = 2 * place + 1
      guard child < heap.count else { return }
      if child + 1 < heap.count, heap[child + 1].record < heap[child].record { child += 1 }
      guard heap[child].record < heap[place].record else { return }
      heap.swapAt(place, child)
      place = child
    }
  }
}

/// Reads a sorted piece from its beginning to its end.
private struct Piece<Record: BitwiseCopyable> {
  private let spool: SpoolFile
  /// In the file, and records behind it.
  private var offset, left: Int
  private let blockLength: Int
  private var block: [Record] = []
  private var place = 0

  init(_ spool: SpoolFile, _ piece: (offset: Int, count: Int), blockLength: Int) {
    self.spool = spool
    (offset, left) = piece
    self.blockLength = blockLength
  }

  mutating func next() -> Record? {
    if place == block.count {
      guard left > 0 else { return nil }
      block = spool.records(at: offset, count: min(blockLength, left))
      offset += block.count * MemoryLayout<Record>.stride
      left -= block.count
      place = 0
    }
    defer { place += 1 }
    return block[place]
  }
}

extension SpoolFile {
  /// The records that begin at a byte.
  func records<Record: BitwiseCopyable>(at offset: Int, count: Int) -> [Record] {
    [Record](unsafeUninitializedCapacity: count) { buffer, filled in
      read(
        into: UnsafeMutableRawBufferPointer(UnsafeMutableBufferPointer(rebasing: buffer[..<count])),
        from: offset)
      filled = count
    }
  }
}
