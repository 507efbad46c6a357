package import SpreadModel

extension RunStore {
  /// The replicates of a point that are there: sorted, as few ranges as possible.
  package func finishedReplicates(point: UInt64) throws -> [Range<Int>] {
    try finished(point: point, in: 0..<Int.max)
  }

  /// The replicates among `wanted` that are not there yet: sorted ranges.
  package func missingReplicates(
    of point: UInt64, in wanted: Range<Int>
  ) throws -> [Range<Int>] {
    guard !wanted.isEmpty else { return [] }
    return wanted.subtracting(try finished(point: point, in: wanted))
  }

  /// Passes the runs of a point by, in replicate order; those that are not there are left out.
  ///
  /// As `forEachBlock`.
  package func forEachRun(
    point: UInt64, replicates: Range<Int>, withCurves: Bool, withMaps: Bool,
    _ body: (RunRecord) throws -> Void
  ) throws {
    try forEachBlock(
      point: point, replicates: replicates, withCurves: withCurves, withMaps: withMaps
    ) { block in
      try block.visit { try body(block.run($0, $1)) }
    }
  }

  /// Passes the runs of a point by, a block at a time in replicate order; runs that are not there are
  /// left out.
  ///
  /// One block is in memory at a time. `body` may use the store.
  /// - Parameter withMaps: whether maps and transmissions are read.
  /// - Throws: `RunStoreError.damaged` with the block that is not as it was written, other
  ///   errors, and what `body` throws.
  package func forEachBlock(
    point: UInt64, replicates: Range<Int>, withCurves: Bool, withMaps: Bool,
    _ body: (RunColumns) throws -> Void
  ) throws {
    var next = replicates.lowerBound
    while next < replicates.upperBound,
      let block = try block(of: point, from: next, withCurves: withCurves, withMaps: withMaps),
      block.replicates.lowerBound < replicates.upperBound
    {
      var columns: RunColumns
      do throws(MalformedBytes) {
        columns = try block.columns()
        // All finished runs of a block have the same number of them.
        guard columns.stopReasons.isEmpty || columns.responses.count == responses.responses.count
        else {
          throw MalformedBytes("its runs have different responses from those the store names")
        }
      } catch {
        throw damaged(block, error)
      }
      columns.wanted = columns.wanted.clamped(to: replicates)
      try body(columns)
      next = block.replicates.upperBound
    }
  }

  /// Passes the values of a response by, in replicate order; of runs that failed or have none there is
  /// none.
  package func forEachValue(
    of response: Response, point: UInt64, replicates: Range<Int>, _ body: (Double) -> Void
  ) throws {
    guard let place = responses.place(of: response) else { return }
    try forEachRun(point: point, replicates: replicates, withCurves: false, withMaps: false) {
      run in
      if case .ok(_, let values, _, _, _, _) = run.outcome, let value = values[place] {
        body(value)
      }
    }
  }

  /// The first of these replicates of a point that failed, with its reason; nil if none of those that are
  /// there has.
  package func firstFailure(
    point: UInt64, replicates: Range<Int>
  ) throws -> (replicate: Int, reason: String)? {
    let blocks = try database.read { db in
      try StoreDatabase.ranges(of: point, meeting: replicates, failedOnly: true, in: db)
    }
    var first: (replicate: Int, reason: String)?
    for block in blocks where first == nil {
      try forEachRun(
        point: point, replicates: block.clamped(to: replicates), withCurves: false,
        withMaps: false
      ) { run in
        if first == nil, case .failed(let reason) = run.outcome {
          first = (run.replicate, reason)
        }
      }
    }
    return first
  }

  func block(
    of point: UInt64, from replicate: Int, withCurves: Bool, withMaps: Bool
  ) throws -> EncodedBlock? {
    try database.read { db in
      try StoreDatabase.block(
        of: point, from: replicate, withCurves: withCurves, withMaps: withMaps, in: db)
    }
  }

  func damaged(_ block: EncodedBlock, _ error: MalformedBytes) -> RunStoreError {
    .damaged(
      DamagedBlock(
        path: files.database, point: block.point, replicates: block.replicates,
        problem: error.problem))
  }

  private func finished(
    point: UInt64, in wanted: Range<Int>
  ) throws -> [Range<Int>] {
    let blocks = try database.read { db in
      try StoreDatabase.ranges(of: point, meeting: wanted, in: db)
    }
    var ranges: [Range<Int>] = []
    for block in blocks {
      if let last = ranges.last, last.upperBound >= block.lowerBound {
        ranges[ranges.count - 1] =
          last.lowerBound..<Swift.max(last.upperBound, block.upperBound)
      } else {
        ranges.append(block)
      }
    }
    return ranges
  }
}
