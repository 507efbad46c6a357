internal import SpreadModel
internal import Synchronization

extension RunStore: RunSource {
  /// The replicates of a point that are there: sorted, as few ranges as possible.
  package func finishedReplicates(point: UInt64) throws -> [Range<Int>] {
    try finished(point: point, in: 0..<Int.max)
  }

  /// The replicates among `wanted` that are not there yet, or lack something that is asked for: sorted ranges.
  package func missingReplicates(
    of point: UInt64, in wanted: Range<Int>
  ) throws -> [Range<Int>] {
    guard !wanted.isEmpty else { return [] }
    return wanted.subtracting(try finished(point: point, in: wanted))
  }

  /// Calls `body` with the runs of a point, a block at a time in replicate order; runs that are not there, or
  /// lack something that the study asks to be recorded, are left out.
  ///
  /// One block is in memory at a time. `body` may use the store.
  /// - Parameter parts: what is read beside the responses.
  /// - Throws: `RunStoreError.damaged` with the block that is not as it was written, other
  ///   errors, and what `body` throws.
  package func forEachBlock(
    point: UInt64, replicates: Range<Int>, _ parts: Set<PartKind>,
    _ body: (RunColumns) throws -> Void
  ) throws {
    var next = replicates.lowerBound
    while next < replicates.upperBound, let stored = try block(of: point, from: next, parts),
      stored.replicates.lowerBound < replicates.upperBound
    {
      next = stored.replicates.upperBound
      let fit = fit(of: stored.recordingNumber, stored.recording)
      let wanted = stored.replicates.clamped(to: replicates).subtracting(fit.gaps)
      guard !wanted.isEmpty else { continue }
      var columns: RunColumns
      do throws(MalformedBytes) {
        columns = try stored.encoded.columns()
        // All finished runs of a block have the same number of them.
        guard
          columns.stopReasons.isEmpty
            || columns.responses.count == stored.recording.responses.responses.count
        else { throw MalformedBytes("its runs have different responses from those it names") }
      } catch {
        throw damaged(stored.encoded, error)
      }
      if !fit.isSame { columns.keep(asked, at: fit.indices) }
      for range in wanted {
        columns.wanted = range
        try body(columns)
      }
    }
  }

  /// As of any source, without looking at blocks in which no run failed.
  package func firstFailure(
    point: UInt64, replicates: Range<Int>
  ) throws -> (replicate: Int, reason: String)? {
    let blocks = try database.read { db in
      try database.rows(of: point, meeting: replicates, failedOnly: true, in: db)
    }
    var first: (replicate: Int, reason: String)?
    for block in blocks where first == nil {
      try forEachRun(point: point, replicates: block.replicates.clamped(to: replicates), []) {
        run in
        if first == nil, case .failed(let reason) = run.outcome {
          first = (run.replicate, reason)
        }
      }
    }
    return first
  }

  /// - Parameter parts: those that are read beside the runs; nil: all.
  func block(
    of point: UInt64, from replicate: Int, _ parts: Set<PartKind>?
  ) throws -> StoredBlock? {
    try database.read { db in try database.block(of: point, from: replicate, parts, in: db) }
  }

  func damaged(_ block: EncodedBlock, _ error: MalformedBytes) -> RunStoreError {
    .damaged(database.damage(of: block, error.problem))
  }

  /// What blocks with that recording have of what is asked.
  private func fit(
    of number: Int, _ recording: @autoclosure () throws -> Recording
  ) rethrows -> RecordingFit {
    if let known = fits.withLock({ $0[number] }) { return known }
    let found = RecordingFit(asked, in: try recording())
    fits.withLock { $0[number] = found }
    return found
  }

  private func finished(
    point: UInt64, in wanted: Range<Int>
  ) throws -> [Range<Int>] {
    let blocks = try database.read { db in
      try database.rows(of: point, meeting: wanted, in: db).map { row in
        (
          row.replicates,
          try fit(of: row.recording, try database.recording(row.recording, in: db).recording).gaps
        )
      }
    }
    return blocks.flatMap { $0.subtracting($1) }.union
  }
}
