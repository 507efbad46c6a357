import RunStore
import StudyFiles
import Synchronization
import Tables

/// One walk over all runs that feeds every table made of them, many points at a time.
final class RunPass: Sendable {
  struct Counts {
    var runs = 0
    var failedRuns = 0
    /// In the order of the tables.
    var firstFailure: FailedRun?
  }

  typealias Maker = @Sendable (PointPass, TableWriters) -> any PointRows

  private let results: StudyResults
  private let files: [TableFile]
  private let makers: [Maker]
  private let counted = Mutex(Counts())

  init(_ results: StudyResults, _ files: [TableFile], _ makers: [Maker]) {
    self.results = results
    self.files = files
    self.makers = makers
  }

  /// The runs that went into the tables.
  var counts: Counts { counted.withLock { $0 } }

  /// Fills the tables; their bytes do not depend on the number of threads.
  ///
  /// - Throws: `DurableFileError`, `RunStoreError`.
  func makeTables(threads: Int) throws {
    let parts = PointPart.all(of: results.points, threads: threads)
    let begun = PointInProgress()
    try Turn.forEach(parts.count, threads: threads) { place, turn in
      let part = parts[place]
      let tables = TableWriters(files, turn)
      var (makers, counts) = try makeRows(of: part, tables)
      if !part.isWhole {
        try tables.flush()
        makers = begun.joined(makers, isFirst: part.isFirst)
      }
      // What takes long is done before the turn, where a point is one part.
      if part.isLast { makers.finish(tables) }
      try tables.flush()
      counted.withLock { all in
        all.runs += counts.runs
        all.failedRuns += counts.failedRuns
        // Points end in any order.
        all.firstFailure = [all.firstFailure, counts.firstFailure].compactMap(\.self).min {
          ($0.point, $0.replicate) < ($1.point, $1.replicate)
        }
      }
    }
  }

  private func makeRows(
    of part: PointPart, _ tables: TableWriters
  ) throws -> (PointMakers, Counts) {
    let result = results.points[part.point]
    let record = results.study.record
    let pass = PointPass(result.point, of: results)
    let makers = PointMakers(pass: pass, makers: makers.map { $0(pass, tables) })
    var counts = Counts()
    try results.forEachBlock(
      of: result, replicates: part.replicates,
      withCurves: record.curves != .none, withMaps: record.keepsPeople
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

  static func all(of points: [StudyResults.PointResult], threads: Int) -> [PointPart] {
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

/// The point whose parts are being put together.
///
/// `@unchecked Sendable`: the part whose turn it is uses it.
private final class PointInProgress: @unchecked Sendable {
  private var makers: PointMakers?

  /// Those of the parts so far, with those of the next.
  func joined(_ next: PointMakers, isFirst: Bool) -> PointMakers {
    if let makers, !isFirst { makers.join(next) } else { makers = next }
    return makers ?? next
  }
}
