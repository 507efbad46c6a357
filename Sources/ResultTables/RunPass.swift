import DurableFiles
import RunStore
import StudyFiles
import Synchronization

/// One walk over all runs that feeds every table made of them, many points at a time.
final class RunPass: Sendable {
  struct Counts {
    var runs = 0
    var failedRuns = 0
    /// Point, replicate and reason.
    var firstFailure: String?
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
    try PointOrder.forEach(results.points.count, threads: threads) { place, order in
      let text = PointText(of: place, in: order)
      let counts = try makeRows(of: results.points[place], text)
      try text.finish()
      counted.withLock { all in
        all.runs += counts.runs
        all.failedRuns += counts.failedRuns
        all.firstFailure = all.firstFailure ?? counts.firstFailure
      }
    }
  }

  private func makeRows(
    of result: StudyResults.PointResult, _ text: PointText
  ) throws -> Counts {
    let (point, record) = (result.point, results.study.record)
    let spool = SpoolFile(in: folder.path)
    let pass = PointPass(point, of: results, spool: spool)
    let makers = tables.map { $0.maker(pass, text.rows(of: $0.file)) }
    var counts = Counts()
    try results.forEachRun(
      of: result, replicates: 0..<result.replicates,
      withCurves: record.curves != .none, withMaps: record.keepsPeople
    ) { run in
      counts.runs += 1
      pass.add(run)
      for maker in makers { maker.add(run) }
      if case .failed(let reason) = run.outcome {
        counts.failedRuns += 1
        if counts.firstFailure == nil {
          counts.firstFailure = "point \(point.number), replicate \(run.replicate): \(reason)"
        }
      }
    }
    for maker in makers { maker.finish() }
    try spool.check()
    return counts
  }
}
