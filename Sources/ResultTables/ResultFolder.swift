package import DurableFiles
package import RunStore
import SpreadModel
package import StudyFiles

/// What went wrong while the tables were written.
package enum ResultTablesError: Error, Sendable {
  case file(DurableFileError)
  case store(RunStoreError)
}

/// What was written, for messages and for `--json`.
package struct WrittenResults: Sendable {
  package var points: Int
  package var runs: Int
  package var failedRuns: Int
  /// Point, replicate and reason of the first failed run.
  package var firstFailure: String?
  package var files: [WrittenFile]
}

/// Writes every table and side file of a results folder from the store.
///
/// All of it is derived: the same store and study give the same bytes, whatever threads, shards
/// or interruptions there were. Each file is whole or absent; the manifest comes last.
///
/// - Parameter timings: by point, in plan order, for the one table that differs between executions.
/// - Throws: `ResultTablesError`; files written before the error stay, each of them whole.
package func writeResultFolder(
  _ results: StudyResults, timings: [PointTiming], to folder: String, origin: ManifestOrigin,
  isPartial: Bool = false
) throws(ResultTablesError) -> WrittenResults {
  do {
    let pass = try TablePass(results, folder: folder)
    for point in results.points { try pass.take(point, from: results.store) }
    var written = WrittenResults(
      points: results.points.count, runs: pass.runs, failedRuns: pass.failedRuns,
      firstFailure: pass.firstFailure, files: [])
    var tables = [WrittenTable(schema: .points, file: try writePoints(results, to: folder))]
    tables += try pass.commit()
    if !results.study.analysis.comparisons.isEmpty {
      tables.append(
        WrittenTable(schema: .comparisons, file: try writeComparisons(results, to: folder)))
    }
    if let request = results.study.analysis.sensitivity {
      tables.append(
        WrittenTable(
          schema: .sensitivity, file: try writeSensitivity(request, of: results, to: folder)))
    }
    written.files = tables.map(\.file)
    tables.append(
      WrittenTable(schema: .timings, file: try writeTimings(timings, of: results, to: folder)))
    written.files += try writeSideFiles(results, tables: tables, to: folder)
    try writeManifest(written, of: results, origin: origin, isPartial: isPartial, to: folder)
    return written
  } catch let error as DurableFileError {
    throw .file(error)
  } catch let error as RunStoreError {
    throw .store(error)
  } catch {
    preconditionFailure("only these two kinds of error are thrown above: \(error)")
  }
}

/// One walk over all runs that feeds every table made of them.
private final class TablePass {
  private let results: StudyResults
  private var study: Study { results.study }
  private let runTable: RunsTable
  private let summary: SummaryTable
  private var curveTable: CurvesTable?
  private var curveSummary: CurveSummaryTable?
  private var maps: MapsTable?
  private var fits: FitsTable?
  private let spool: SpoolFile
  private(set) var runs = 0
  private(set) var failedRuns = 0
  private(set) var firstFailure: String?

  init(_ results: StudyResults, folder: String) throws {
    self.results = results
    let study = results.study
    spool = SpoolFile(in: folder)
    let record = study.record
    runTable = try RunsTable(in: folder)
    summary = try SummaryTable(in: folder, analysis: study.analysis)
    if record.curves != .none {
      curveTable = try CurvesTable(in: folder, compressed: record.compress)
      curveSummary = try CurveSummaryTable(in: folder, analysis: study.analysis)
    }
    if !study.analysis.fits.isEmpty { fits = try FitsTable(in: folder, analysis: study.analysis) }
    if record.maps > 0 { maps = try MapsTable(in: folder, compressed: record.compress) }
  }

  func take(_ result: StudyResults.PointResult, from store: RunStore) throws {
    let fields = result.point.preparedFields
    spool.removeAll()
    var responses = ResponseTally(spool: spool)
    var tally = CurveTally(spool: spool)
    var curves = PointCurves()
    let key = results.key(of: result.point)
    try store.forEachRun(
      point: result.point.identity, replicates: 0..<result.replicates,
      withCurves: study.record.curves != .none, withMaps: study.record.maps > 0
    ) { run in
      runs += 1
      runTable.write(run, of: fields)
      switch run.outcome {
      case .ok(_, let values, let curve, let map):
        responses.add(values)
        if let curve {
          curveTable?.write(curve, point: result.point.number, replicate: run.replicate)
          tally.add(curve)
          curves.add(curve)
          fits?.write(
            curve, replicate: run.replicate, of: fields, people: result.point.groupSize, key: key)
        }
        if let map { maps?.write(map, of: result.point, replicate: run.replicate) }
      case .failed(let reason):
        failedRuns += 1
        if firstFailure == nil {
          firstFailure = "point \(result.point.number), replicate \(run.replicate): \(reason)"
        }
      }
    }
    summary.write(responses, of: fields, key: key)
    curveSummary?.write(tally, curves, of: fields, key: key)
    fits?.write(curves, of: fields, people: result.point.groupSize, key: key)
    try spool.check()
  }

  func commit() throws -> [WrittenTable] {
    var written = [
      WrittenTable(schema: .runs, file: try runTable.commit()),
      WrittenTable(schema: .summary, file: try summary.commit()),
    ]
    if let curveTable {
      written.append(WrittenTable(schema: .curves, file: try curveTable.commit()))
    }
    if let curveSummary {
      written.append(WrittenTable(schema: curveSummary.schema, file: try curveSummary.commit()))
    }
    if let maps { written.append(WrittenTable(schema: .maps, file: try maps.commit())) }
    if let fits { written.append(WrittenTable(schema: .fits, file: try fits.commit())) }
    return written
  }
}

extension WrittenResults {
  /// For `--json`.
  package var json: JSONText {
    .object([
      ("points", .int(points)), ("runs", .int(runs)), ("failed_runs", .int(failedRuns)),
      (
        "files",
        .array(
          files.map { .object([("name", .string($0.name)), ("bytes", .int($0.bytes))]) })
      ),
    ])
  }
}
