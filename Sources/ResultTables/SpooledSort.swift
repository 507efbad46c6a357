import DurableFiles

/// Records in ascending order, more than memory holds: sorted pieces in a spool file, which are merged
/// while they are read.
struct SpooledSort<Record: BitwiseCopyable & Comparable> {
  private let spool: SpoolFile
  private var pending: [Record] = []
  private var pieces: [SpooledMerge<Record>.Place] = []

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
    var merge = SpooledMerge<Record>(pieces, in: spool, buffered: Self.mostBuffered)
    while let record = merge.next() { try body(record) }
  }
}
