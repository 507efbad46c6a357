import Dispatch
import RunStore
import StudyFiles
import Synchronization
import Tables
import WorkStealing

/// One walk over all runs that feeds every table made of them, many points at a time.
final class RunPass: Sendable {
  struct Counts {
    var runs = 0
    var failedRuns = 0
    /// In the order of the tables.
    var firstFailure: FailedRun?
  }

  typealias Maker = @Sendable (PointPass, TableWriters) -> any PointRows

  private let results: CountedRuns
  private let files: [TableFile]
  private let makers: [Maker]
  /// Of those tables that have nothing of the points which are in the others already.
  private let lateMakers: [Maker]
  /// Points that are in the other tables already.
  private let pointsDone: Int
  private let checkpoints: TableCheckpoints
  private let counted: Mutex<Counts>

  /// - Parameter begun: how far the tables are.
  init(
    _ results: CountedRuns, _ files: [TableFile], _ makers: [Maker], late lateMakers: [Maker],
    from begun: TableCheckpoint?, _ checkpoints: TableCheckpoints
  ) {
    self.results = results
    self.files = files
    self.makers = makers
    self.lateMakers = lateMakers
    pointsDone = begun?.pointsDone ?? 0
    self.checkpoints = checkpoints
    counted = Mutex(begun?.counts ?? Counts())
  }

  /// The runs that went into the tables.
  var counts: Counts { counted.withLock { $0 } }

  /// Fills the tables; their bytes do not depend on the number of threads.
  ///
  /// - Parameter progress: called first, and when the rows of a point are written.
  /// - Throws: `DurableFileError`, `RunStoreError`.
  func makeTables(threads: Int, _ progress: @Sendable (TableProgress) -> Void) throws {
    note(progress, pointsDone)
    let parts = PointPart.all(of: results.points, threads: threads).filter {
      $0.point >= pointsDone || !lateMakers.isEmpty
    }
    let begun = parts.map { $0.isWhole ? nil : PartDone() }
    try Turn.forEach(parts.count, threads: threads) { place, turn in
      let part = parts[place]
      let tables = TableWriters(files, turn)
      // Whoever waits for this part must not wait for ever where it fails.
      defer { begun[place]?.end(nil) }
      var (makers, counts) = try makeRows(of: part, tables)
      // Parts of a point are joined before their turn, so that what takes long is done then, too.
      if !part.isFirst, let before = begun[place - 1]?.wait() {
        before.join(makers)
        makers = before
      }
      begun[place]?.end(makers)
      if part.isLast { makers.finish(tables) }
      try tables.flush()
      guard part.point >= pointsDone else { return }
      counted.withLock { all in
        all.runs += counts.runs
        all.failedRuns += counts.failedRuns
        // Points end in any order.
        all.firstFailure = [all.firstFailure, counts.firstFailure].compactMap(\.self).min {
          ($0.point, $0.replicate) < ($1.point, $1.replicate)
        }
      }
      guard part.isLast else { return }
      // No other part writes before this one has ended.
      if checkpoints.isDue {
        try checkpoints.write(
          TableCheckpoint(pointsDone: part.point + 1, counts: self.counts), files)
      }
      note(progress, part.point + 1)
    }
  }

  private func note(_ progress: (TableProgress) -> Void, _ pointsDone: Int) {
    progress(
      TableProgress(
        pointsDone: pointsDone, points: results.points.count, hasAdvanced: checkpoints.hasAdvanced))
  }

  private func makeRows(
    of part: PointPart, _ tables: TableWriters
  ) throws -> (PointMakers, Counts) {
    let result = results.points[part.point]
    let pass = PointPass(result.point, of: results)
    let wanted = part.point >= pointsDone ? makers : lateMakers
    let makers = PointMakers(pass: pass, makers: wanted.map { $0(pass, tables) })
    var counts = Counts()
    try results.forEachBlock(
      of: result, replicates: part.replicates, results.runs.recordedParts
    ) { runs in
      makers.add(runs)
      runs.visit { replicate, row in
        counts.runs += 1
        guard row == nil, let reason = runs.failure(of: replicate) else { return }
        counts.failedRuns += 1
        if counts.firstFailure == nil {
          counts.firstFailure = FailedRun(
            point: result.point.number, replicate: replicate, reason: reason)
        }
      }
    }
    return (makers, counts)
  }
}

/// Some of the replicates of a point whose rows are made together.
private struct PointPart {
  let point: Int
  let replicates: Range<Int>
  let isFirst: Bool
  let isLast: Bool

  /// Whether it is all of its point.
  var isWhole: Bool { isFirst && isLast }

  /// Replicates of a part: their rows in `runs.csv` wait for their turn in memory.
  private static let most = 2048
  /// So many points per thread keep all threads busy: each is one part.
  private static let enough = 16

  static func all(of points: [CountedRuns.PointResult], threads: Int) -> [PointPart] {
    let most = threads == 1 || points.count >= enough * threads ? Int.max : most
    return points.indices.flatMap { point in
      let count = points[point].replicates
      return stride(from: 0, to: max(1, count), by: most).map { first in
        let end = min(count, first.addingReportingOverflow(most).partialValue)
        return PointPart(
          point: point, replicates: first..<end, isFirst: first == 0, isLast: end == count)
      }
    }
  }
}

/// The end of a part of a point, for which the next part waits.
///
/// `@unchecked Sendable`: the next part uses what this one has made, after it.
private final class PartDone: @unchecked Sendable {
  private let isDone = DispatchSemaphore(value: 0)
  private let state = Mutex(false)
  private var makers: PointMakers?

  /// - Parameter makers: of the parts so far; nil where it failed. The first call counts.
  func end(_ makers: PointMakers?) {
    let isFirst = state.withLock { isEnded in
      defer { isEnded = true }
      return !isEnded
    }
    guard isFirst else { return }
    self.makers = makers
    isDone.signal()
  }

  /// What the parts up to this one have made; nil where it failed.
  func wait() -> PointMakers? {
    isDone.wait()
    return makers
  }
}
