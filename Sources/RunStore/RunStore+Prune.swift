extension RunStore {
  /// What is stored that a study does not use.
  package struct Unused: Sendable, Equatable {
    package var runs = 0
    /// Of runs, and of what is recorded of others and not asked for.
    package var bytes = 0
  }

  /// Counts what is stored besides some runs and what is asked to be recorded of them, and removes it.
  ///
  /// Whoever is killed leaves a store in which some of it is removed.
  /// - Parameters:
  ///   - used: the replicates that stay, by point.
  ///   - isDryRun: whether it is counted alone; then a store that is only read will do.
  package func prune(keeping used: [UInt64: Range<Int>], isDryRun: Bool) throws -> Unused {
    var unused = Unused()
    var last = 0
    while true {
      let rows = try database.read { db in
        try db.all(
          "SELECT id FROM blocks WHERE id > ? ORDER BY id LIMIT 200", [.whole(Int64(last))]
        ) { $0.whole(0) ?? 0 }
      }
      guard let end = rows.last else { break }
      // Blocks that are written anew get larger numbers, and are whole then.
      last = end
      let changes = try rows.compactMap { try change(ofRow: $0, keeping: used) }
      for change in changes {
        unused.runs += change.runs
        unused.bytes += change.bytes
      }
      guard !isDryRun, !changes.isEmpty else { continue }
      try database.write(neededBytes: 1 << 20) { db in
        for change in changes {
          try database.remove(row: change.row, in: db)
          if let rest = change.rest {
            try database.insert(
              rest, recording: try database.number(of: change.recording, in: db), in: db)
          }
        }
      }
    }
    if !isDryRun, unused != Unused() { try database.giveBackSpace() }
    return unused
  }

  private struct Change {
    let row: Int
    let runs: Int
    let bytes: Int
    /// What stays of the block.
    let rest: EncodedBlock?
    let recording: Recording
  }

  /// - Returns: nil of a block of which everything is used.
  private func change(ofRow row: Int, keeping used: [UInt64: Range<Int>]) throws -> Change? {
    guard let stored = try database.read({ try database.block(row: row, nil, in: $0) }) else {
      return nil
    }
    let all = stored.replicates
    let kept = all.clamped(to: used[stored.encoded.point] ?? 0..<0)
    let both = stored.recording.intersection(identity.recording)
    guard kept != all || !stored.recording.isSubset(of: both) else { return nil }
    var rest: EncodedBlock?
    if !kept.isEmpty {
      do throws(MalformedBytes) {
        var columns = try stored.encoded.columns()
        columns.keep(both, at: both.places(in: stored.recording))
        columns.wanted = kept
        rest = EncodedBlock(RunBlock(point: stored.encoded.point, runs: columns.runs))
      } catch {
        throw damaged(stored.encoded, error)
      }
    }
    return Change(
      row: row, runs: all.count - kept.count,
      bytes: stored.encoded.bytes - (rest?.bytes ?? 0), rest: rest, recording: both)
  }
}
