internal import GRDB

extension RunStore {
  /// Keeps finished runs; they are safe from crashes and power cuts when it returns.
  ///
  /// A replicate that is there already stays as it is, so the same block may be given twice.
  /// - Throws: `WordedError`; then none of the blocks is kept.
  package func append(_ blocks: [RunBlock]) throws {
    try append(blocks.map { EncodedBlock($0) })
  }

  /// As `append(_: [RunBlock])`, for blocks that the workers encoded themselves.
  package func append(_ blocks: [EncodedBlock]) throws {
    let blocks = blocks.filter { !$0.replicates.isEmpty }
    guard !blocks.isEmpty else { return }
    // Beside the blocks SQLite writes whole pages, of the index too.
    let needed = blocks.reduce(65_536) { $0 + $1.bytes + 64 }
    try database.write(neededBytes: needed) { db in
      for block in blocks { try Self.insertMissing(of: block, in: db) }
    }
  }

  /// Takes over all runs of some points from another store, with few transactions; those that are
  /// there already stay.
  ///
  /// Damaged blocks of the other store are refused, none is taken over unchecked; so is a store
  /// whose runs have other responses.
  package func copy(_ points: [UInt64], from other: RunStore) throws {
    guard other.responses == responses else {
      throw RunStoreError.otherResponses(folder: other.folder)
    }
    var batch: [EncodedBlock] = []
    var bytes = 0
    for point in points {
      var next = 0
      while let block = try other.block(of: point, from: next, withCurves: true, withMaps: true) {
        do throws(MalformedBytes) { try block.checkSums() } catch {
          throw other.damaged(block, error)
        }
        batch.append(block)
        bytes += block.bytes
        next = block.replicates.upperBound
        if bytes > 1 << 24 {
          try append(batch)
          batch = []
          bytes = 0
        }
      }
    }
    try append(batch)
  }

  private static func insertMissing(of block: EncodedBlock, in db: Database) throws {
    let there = try StoreDatabase.ranges(of: block.point, meeting: block.replicates, in: db)
    guard !there.isEmpty else {
      try StoreDatabase.insert(block, in: db)
      return
    }
    let runs = try block.decode().runs
    for range in block.replicates.subtracting(there) {
      let first = block.replicates.lowerBound
      let part = Array(runs[range.lowerBound - first..<range.upperBound - first])
      try StoreDatabase.insert(EncodedBlock(RunBlock(point: block.point, runs: part)), in: db)
    }
  }
}

extension Range<Int> {
  /// What is left without `others`, which are in order and do not overlap.
  func subtracting(_ others: [Range<Int>]) -> [Range<Int>] {
    var rest: [Range<Int>] = []
    var next = lowerBound
    for other in others where other.overlaps(self) {
      if other.lowerBound > next { rest.append(next..<other.lowerBound) }
      next = Swift.max(next, other.upperBound)
    }
    if next < upperBound { rest.append(next..<upperBound) }
    return rest
  }
}
