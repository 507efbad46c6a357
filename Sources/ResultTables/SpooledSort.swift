import DurableFiles

/// Records in ascending order, more than memory holds: sorted pieces in a spool file, which are merged
/// while they are read.
struct SpooledSort<Record: BitwiseCopyable & Comparable> {
  private let spool: SpoolFile
  private var pending: [Record] = []
  /// Bytes in the spool file, and how many records they are.
  private var pieces: [(offset: Int, count: Int)] = []

  private static var pieceLength: Int { 1 << 16 }
  /// Records of all pieces that are in memory while they are merged.
  private static var mostBuffered: Int { 1 << 16 }

  /// - Parameter spool: for these records alone.
  init(spool: SpoolFile) { self.spool = spool }

  mutating func add(_ record: Record) {
    pending.append(record)
    if pending.count == Self.pieceLength { flush() }
  }

  private mutating func flush() {
    pending.sort()
    let offset = pending.withUnsafeBytes { spool.append($0) }
    pieces.append((offset, pending.count))
    pending.removeAll(keepingCapacity: true)
  }

  /// Hands all records over in their order.
  mutating func visit(_ body: (Record) throws -> Void) rethrows {
    guard !pieces.isEmpty else {
      pending.sort()
      for record in pending { try body(record) }
      return
    }
    if !pending.isEmpty { flush() }
    pending = []
    let length = max(16, Self.mostBuffered / pieces.count)
    var merge = Merge(pieces.map { Piece<Record>(spool, $0, blockLength: length) })
    while let record = merge.next() { try body(record) }
  }

  /// The least first records of all pieces, in a heap: none is above those two places 2i + 1, 2i + 2.
  private struct Merge {
    private var pieces: [Piece<Record>]
    private var heap: [(record: Record, piece: Int)] = []

    init(_ pieces: [Piece<Record>]) {
      self.pieces = pieces
      for piece in pieces.indices {
        if let record = self.pieces[piece].next() { heap.append((record, piece)) }
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
        var least = place
        for child in [2 * place + 1, 2 * place + 2]
        where child < heap.count && heap[child].record < heap[least].record {
          least = child
        }
        guard least != place else { return }
        heap.swapAt(place, least)
        place = least
      }
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
      readOn()
    }
    defer { place += 1 }
    return block[place]
  }

  private mutating func readOn() {
    let count = min(blockLength, left)
    let (spool, from) = (spool, offset)
    block = [Record](unsafeUninitializedCapacity: count) { buffer, filled in
      let bytes = UnsafeMutableRawBufferPointer(
        UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
      spool.read(into: bytes, from: from)
      filled = count
    }
    offset += count * MemoryLayout<Record>.stride
    left -= count
    place = 0
  }
}
