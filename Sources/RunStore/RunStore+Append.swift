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

  /// Takes over all runs of some points from another store, in one transaction: all of them or none.
  ///
  /// Damaged blocks of the other store are refused, none is taken over unchecked; so is a store
  /// whose runs have other responses, or other results of runs that are there.
  /// - Returns: how many runs were added, and how many were there already.
  package func copy(
    _ points: [UInt64], from other: RunStore
  ) throws -> (added: Int, known: Int) {
    guard other.responses == responses else {
      throw RunStoreError.otherResponses(folder: other.folder)
    }
    var (added, known) = (0, 0)
    try database.write(neededBytes: StoreFiles.size(of: other.files.database)) { db in
      for point in points {
        var next = 0
        while let block = try other.block(of: point, from: next, withCurves: true, withMaps: true) {
          do throws(MalformedBytes) { try block.checkSums() } catch {
            throw other.damaged(block, error)
          }
          let different = try Self.differences(of: block, in: db)
          if let range = different {
            throw RunStoreError.otherRuns(folder: other.folder, replicates: range)
          }
          let new = try Self.insertMissing(of: block, in: db)
          added += new
          known += block.replicates.count - new
          next = block.replicates.upperBound
        }
      }
    }
    return (added, known)
  }

  /// - Throws: `RunStoreError` where a run that another store has of some points is not here, or has other
  ///   results here.
  package func expectAll(_ points: [UInt64], of other: RunStore) throws {
    for point in points {
      var next = 0
      while let block = try other.block(of: point, from: next, withCurves: true, withMaps: true) {
        guard try missingReplicates(of: point, in: block.replicates).isEmpty,
          try database.read({ try Self.differences(of: block, in: $0) }) == nil
        else { throw RunStoreError.otherRuns(folder: other.folder, replicates: block.replicates) }
        next = block.replicates.upperBound
      }
    }
  }

  /// The first stretch of a block's runs that are in the database with other results; nil if all that
  /// are there are the same.
  private static func differences(of block: EncodedBlock, in db: SQLite) throws -> Range<Int>? {
    let there = try StoreDatabase.ranges(of: block.point, meeting: block.replicates, in: db)
    guard !there.isEmpty else { return nil }
    let runs = try block.decode().runs
    for range in there {
      guard
        let stored = try StoreDatabase.block(
          of: block.point, from: range.lowerBound, withCurves: true, withMaps: true, in: db)
      else { continue }
      let common = range.clamped(to: block.replicates)
      let old = try stored.decode().runs.filter { common.contains($0.replicate) }
      if old != runs.filter({ common.contains($0.replicate) }) { return common }
    }
    return nil
  }

  /// - Returns: how many of the block's runs were not there.
  @discardableResult
  private static func insertMissing(of block: EncodedBlock, in db: SQLite) throws -> Int {
    let there = try StoreDatabase.ranges(of: block.point, meeting: block.replicates, in: db)
    guard !there.isEmpty else {
      try StoreDatabase.insert(block, in: db)
      return block.replicates.count
    }
    let runs = try block.decode().runs
    var count = 0
    for range in block.replicates.subtracting(there) {
      let first = block.replicates.lowerBound
      let part = Array(runs[range.lowerBound - first..<range.upperBound - first])
      try StoreDatabase.insert(EncodedBlock(RunBlock(point: block.point, runs: part)), in: db)
      count += part.count
    }
    return count
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
