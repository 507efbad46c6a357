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
    // Blocks that are written anew get larger numbers, and are whole then.
    var (last, changes, gathered) = (0, [Change](), 0)
    while true {
      let next = try database.read { db in
        try db.first(
          "SELECT id FROM blocks WHERE id > ? ORDER BY id", [.whole(Int64(last))]
        ) { $0.whole(0) ?? 0 }
      }
      if let next, let change = try change(ofRow: next, keeping: used) {
        unused.runs += change.runs
        unused.bytes += change.bytes
        gathered += change.rest?.bytes ?? 0
        if !isDryRun { changes.append(change) }
      }
      if next == nil || gathered > Self.mostGathered || changes.count >= Self.mostChanges {
        try make(changes)
        (changes, gathered) = ([], 0)
      }
      guard let next else { break }
      guard next > last else { throw database.damaged("its rows are out of order") }
      last = next
    }
    if !isDryRun, unused != Unused() { try database.giveBackSpace() }
    return unused
  }

  /// Blocks that change in one transaction, and bytes of what stays of them: the memory it takes. A block may be
  /// larger.
  private static let (mostChanges, mostGathered) = (1_000, 4 << 20)

  private func make(_ changes: [Change]) throws {
    guard !changes.isEmpty else { return }
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
        columns.keep(both, at: both.indices(in: stored.recording))
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
