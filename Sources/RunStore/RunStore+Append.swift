internal import SpreadModel

extension RunStore {
  /// Keeps finished runs; they are safe from crashes and power cuts when it returns.
  ///
  /// A replicate that is there already with all that is recorded of it stays as it is, so the same block may be
  /// given twice. One that lacks something gets it.
  /// - Throws: `WordedError`, also where a run that is there has another result; then none of the blocks is
  ///   kept.
  package func append(_ blocks: [RunBlock]) throws {
    try append(blocks.map { EncodedBlock($0) })
  }

  /// As `append(_: [RunBlock])`, for blocks that the workers encoded themselves.
  package func append(_ blocks: [EncodedBlock]) throws {
    let blocks = blocks.filter { !$0.replicates.isEmpty }
    guard !blocks.isEmpty else { return }
    // Beside the blocks SQLite writes whole pages, of the index too.
    let needed = blocks.reduce(65_536) { $0 + $1.bytes + 128 }
    try database.write(neededBytes: needed) { db in
      let recording = try database.number(of: identity.recording, in: db)
      for block in blocks {
        let (_, different) = try add(block, identity.recording, recording, in: db)
        if let different { throw RunStoreError.changedRuns(folder: folder, replicates: different) }
      }
    }
  }

  /// Takes over all runs of some points from another store, in one transaction: all of them or none.
  ///
  /// Damaged blocks of the other store are refused, none is taken over unchecked; so is a store
  /// whose runs lack something that is asked here, or have other results of runs that are there.
  /// - Returns: how many runs were added, and how many were there already.
  package func copy(
    _ points: [UInt64], from other: RunStore
  ) throws -> (added: Int, known: Int) {
    guard identity.recording.isSubset(of: other.identity.recording) else {
      throw RunStoreError.otherResponses(folder: other.folder)
    }
    try other.expectSound()
    var (added, known) = (0, 0)
    try database.write(neededBytes: StoreFiles.size(of: other.files.database)) { db in
      for point in points {
        var next = 0
        while let stored = try other.block(of: point, from: next, nil) {
          let block = stored.encoded
          do throws(MalformedBytes) { try block.checkSums() } catch {
            throw other.damaged(block, error)
          }
          let number = try database.number(of: stored.recording, in: db)
          let (new, different) = try add(block, stored.recording, number, in: db)
          if let different {
            throw RunStoreError.otherRuns(folder: other.folder, replicates: different)
          }
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
    try expectSound()
    try other.expectSound()
    for point in points {
      var next = 0
      while let stored = try other.block(of: point, from: next, nil) {
        let range = stored.replicates
        guard try missingReplicates(of: point, in: range).isEmpty,
          try isSame(stored, as: identity)
        else { throw RunStoreError.otherRuns(folder: other.folder, replicates: range) }
        next = range.upperBound
      }
    }
  }

  /// Whether the runs that are here of those of a block have the same results.
  private func isSame(_ other: StoredBlock, as identity: StoreIdentity) throws -> Bool {
    try database.read { db in
      let there = try database.rows(of: other.encoded.point, meeting: other.replicates, in: db)
      return try there.allSatisfy { row in
        let stored = try database.block(
          row: row.row, of: other.encoded.point, row.replicates, nil, in: db)
        return try JoinedRuns(stored, with: other.encoded, other.recording).different == nil
      }
    }
  }

  /// Adds a block's runs to those that are there.
  ///
  /// - Parameters:
  ///   - recording: what was recorded of them, and its number.
  /// - Returns: how many of its runs were not there, and those that are there with other results.
  private func add(
    _ block: EncodedBlock, _ recording: Recording, _ number: Int, in db: SQLite
  ) throws -> (added: Int, different: Range<Int>?) {
    let there = try database.rows(of: block.point, meeting: block.replicates, in: db)
    guard !there.isEmpty else {
      try database.insert(block, recording: number, in: db)
      return (block.replicates.count, nil)
    }
    for row in there {
      let stored = try database.block(row: row.row, of: block.point, row.replicates, nil, in: db)
      let joined = try JoinedRuns(stored, with: block, recording)
      if let different = joined.different { return (0, different) }
      guard joined.hasMore else { continue }
      try database.remove(row: row.row, in: db)
      let both = try database.number(of: joined.recording, in: db)
      for (runs, number) in [
        (joined.before, row.recording), (joined.common, both), (joined.behind, row.recording),
      ] {
        for runs in runs.stretchesOfCurves {
          try database.insert(
            EncodedBlock(RunBlock(point: block.point, runs: runs)), recording: number, in: db)
        }
      }
    }
    let rest = block.replicates.subtracting(there.map(\.replicates))
    guard !rest.isEmpty else { return (0, nil) }
    let runs = try block.decode().runs
    let first = block.replicates.lowerBound
    for range in rest {
      let part = Array(runs[range.lowerBound - first..<range.upperBound - first])
      try database.insert(
        EncodedBlock(RunBlock(point: block.point, runs: part)), recording: number, in: db)
    }
    return (rest.reduce(0) { $0 + $1.count }, nil)
  }
}

/// The runs of a stored block, of which some were made again.
private struct JoinedRuns {
  /// Those that both have with different results.
  private(set) var different: Range<Int>?
  /// Whether something was recorded of those made again that is not stored.
  private(set) var hasMore = false
  /// What is then recorded of them.
  private(set) var recording: Recording
  private(set) var before: [RunRecord] = []
  private(set) var common: [RunRecord] = []
  private(set) var behind: [RunRecord] = []

  init(_ stored: StoredBlock, with block: EncodedBlock, _ recording: Recording) throws {
    let both = stored.replicates.clamped(to: block.replicates)
    self.recording = stored.recording.union(recording)
    let indices = zip(
      self.recording.indices(in: stored.recording), self.recording.indices(in: recording)
    ).map { (own: $0, other: $1) }
    let again = try block.decode().runs
    for run in try stored.encoded.decode().runs {
      guard both.contains(run.replicate) else {
        if run.replicate < both.lowerBound { before.append(run) } else { behind.append(run) }
        continue
      }
      let other = again[run.replicate - block.replicates.lowerBound]
      guard let joined = run.joined(with: other, at: indices) else {
        different = both
        return
      }
      common.append(joined)
    }
    hasMore = !both.subtracting(recording.gaps(in: stored.recording)).elementsEqual([both])
  }
}

extension [RunRecord] {
  /// Runs one after the other whose curves are of one format, as those of a block are.
  fileprivate var stretchesOfCurves: [[RunRecord]] {
    var stretches: [[RunRecord]] = []
    var hasCourse: Bool?
    for run in self {
      let own = run.finished?.curve.map { $0.course != nil }
      if stretches.isEmpty || hasCourse ?? own != own ?? hasCourse {
        stretches.append([])
        hasCourse = nil
      }
      hasCourse = hasCourse ?? own
      stretches[stretches.count - 1].append(run)
    }
    return stretches
  }
}
