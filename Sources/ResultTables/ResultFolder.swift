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
  /// What a reader of the tables must know, one sentence each.
  package var warnings: [String] = []
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
    let folder = try DurableFolder(folder)
    let pass = try RunPass(results, folder: folder)
    try pass.makeTables(threads: origin.threads)
    var tables = [try writePoints(results, to: folder)]
    tables += try pass.commit()
    var warnings: [String] = []
    if !results.study.analysis.comparisons.isEmpty {
      let comparisons = try writeComparisons(results, to: folder)
      tables.append(comparisons.table)
      warnings += comparisons.warnings
    }
    if let request = results.study.analysis.sensitivity {
      tables.append(try writeSensitivity(request, of: results, to: folder))
    }
    var written = WrittenResults(
      points: results.points.count, runs: pass.counts.runs, failedRuns: pass.counts.failedRuns,
      firstFailure: pass.counts.firstFailure, files: tables.map(\.file), warnings: warnings)
    tables.append(try writeTimings(timings, of: results, to: folder))
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
      ("warnings", .array(warnings.map(JSONText.string))),
    ])
  }
}
