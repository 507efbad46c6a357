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

  private let results: StudyResults
  private let folder: DurableFolder
  private let runs: TableFile
  private let summary: TableFile
  private let curves: TableFile?
  private let curveSummary: TableFile?
  private let maps: TableFile?
  private let fits: TableFile?
  private let counted = Mutex(Counts())

  init(_ results: StudyResults, folder: DurableFolder) throws(DurableFileError) {
    self.results = results
    self.folder = folder
    let (record, analysis) = (results.study.record, results.study.analysis)
    let hasCurves = record.curves != .none
    runs = try TableFile(.runs(of: results.store.responses), in: folder)
    summary = try TableFile(.summary, in: folder)
    curves = hasCurves ? try TableFile(.curves, in: folder, compressed: record.compress) : nil
    curveSummary =
      hasCurves ? try TableFile(.curveSummary(analysis.curveBands), in: folder) : nil
    maps = record.maps > 0 ? try TableFile(.maps, in: folder, compressed: record.compress) : nil
    fits = analysis.fits.isEmpty ? nil : try TableFile(.fits, in: folder)
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

  func commit() throws(DurableFileError) -> [WrittenTable] {
    var written: [WrittenTable] = []
    for case let table? in [runs, summary, curves, curveSummary, maps, fits] {
      written.append(try table.commit())
    }
    return written
  }

  private func makeRows(
    of result: StudyResults.PointResult, _ text: PointText
  ) throws -> Counts {
    let (point, study) = (result.point, results.study)
    let fields = point.preparedFields
    let key = results.key(of: point)
    let spool = SpoolFile(in: folder.path)
    let responses = results.store.responses
    let runRows = RunRows(table: text.rows(of: runs), responses: responses)
    let curveRows = curves.map { CurveRows(table: text.rows(of: $0)) }
    let mapRows = maps.map { MapRows(table: text.rows(of: $0)) }
    let fitRows = fits.map { FitRows(table: text.rows(of: $0), analysis: study.analysis) }
    var counts = Counts()
    var summaryTally = ResponseTally(responses, spool: spool)
    var tally = CurveTally(spool: spool)
    var pointCurves = PointCurves()
    try results.store.forEachRun(
      point: point.identity, replicates: 0..<result.replicates,
      withCurves: curves != nil, withMaps: maps != nil
    ) { run in
      counts.runs += 1
      runRows.write(run, of: fields)
      switch run.outcome {
      case .ok(_, let values, let curve, let map):
        summaryTally.add(values)
        if let curve {
          curveRows?.write(curve, point: point.number, replicate: run.replicate)
          tally.add(curve)
          pointCurves.add(curve)
          fitRows?.write(
            curve, replicate: run.replicate, of: fields, people: point.groupSize, key: key)
        }
        if let map { mapRows?.write(map, of: point, replicate: run.replicate) }
      case .failed(let reason):
        counts.failedRuns += 1
        if counts.firstFailure == nil {
          counts.firstFailure = "point \(point.number), replicate \(run.replicate): \(reason)"
        }
      }
    }
    SummaryRows(table: text.rows(of: summary), analysis: study.analysis)
      .write(summaryTally, of: fields, key: key)
    if let curveSummary {
      CurveSummaryRows(table: text.rows(of: curveSummary), analysis: study.analysis)
        .write(tally, pointCurves, of: fields, key: key)
    }
    fitRows?.write(pointCurves, of: fields, people: point.groupSize, key: key)
    try spool.check()
    return counts
  }
}
