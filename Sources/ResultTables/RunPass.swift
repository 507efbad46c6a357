import DurableFiles
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

  typealias Maker = @Sendable (PointPass, TableWriter) -> any PointRows

  private let results: StudyResults
  private let folder: DurableFolder
  private let tables: [(file: TableFile, maker: Maker)]
  private let counted = Mutex(Counts())

  init(_ results: StudyResults, _ tables: [(file: TableFile, maker: Maker)], folder: DurableFolder)
  {
    self.results = results
    self.tables = tables
    self.folder = folder
  }

  /// The runs that went into the tables.
  var counts: Counts { counted.withLock { $0 } }

  /// Fills the tables; their bytes do not depend on the number of threads.
  ///
  /// - Throws: `DurableFileError`, `RunStoreError`.
  func makeTables(threads: Int) throws {
    let parts = PointPart.all(of: results.points, threads: threads)
    let begun = PointBegun()
    try PointOrder.forEach(parts.count, threads: threads) { place, order in
      let part = parts[place]
      let text = PointText(of: place, in: order)
      let writers = tables.map { text.rows(of: $0.file) }
      let (makers, counts) = try makeRows(of: part, writers)
      // What takes long is done before the turn, where a point is one part.
      if part.isWhole { try makers.finish(writers) }
      try text.finish()
      if !part.isWhole {
        begun.add(makers, isFirst: part.isFirst)
        if part.isLast { try begun.finish(tables.map(\.file)) }
      }
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
    of part: PointPart, _ writers: [TableWriter]
  ) throws -> (PointMakers, Counts) {
    let result = results.points[part.point]
    let record = results.study.record
    let pass = PointPass(result.point, of: results, spool: SpoolFile(in: folder.path))
    let makers = PointMakers(pass, zip(tables, writers).map { $0.maker(pass, $1) })
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
/// `@unchecked Sendable`: whoever has the turn among the parts (`PointOrder`) uses it.
private final class PointBegun: @unchecked Sendable {
  private var makers: PointMakers?

  func add(_ next: PointMakers, isFirst: Bool) {
    if let makers, !isFirst { makers.join(next) } else { makers = next }
  }

  func finish(_ tables: [TableFile]) throws(DurableFileError) {
    defer { makers = nil }
    try makers?.finish(tables.map(\.rows))
    for table in tables { try table.check() }
  }
}
