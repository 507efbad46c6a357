import DurableFiles
import PlainText
import RunStore
import Statistics
import StudyFiles

/// Definition of what the tables hold: random numbers, model, statistics. Results change only with
/// this number. The store has a version of its own for the runs alone.
package let resultsVersion = 3
/// Version of the tables' columns and the side files.
package let formatVersion = 3

/// Where results come from: what may differ between two executions of one study.
package struct ManifestOrigin: Sendable {
  package var toolVersion: String
  package var commit: String
  package var host: String
  package var threads: Int
  package var commandLine: [String]
  /// When the execution began, by the calendar.
  package var started: UniversalTime
  /// The same moment, to measure how long it takes until the manifest is written.
  package var start: ContinuousClock.Instant
  package var runsMade: Int

  package init(
    toolVersion: String, commit: String, host: String, threads: Int, commandLine: [String],
    started: UniversalTime, start: ContinuousClock.Instant, runsMade: Int
  ) {
    self.toolVersion = toolVersion
    self.commit = commit
    self.host = host
    self.threads = threads
    self.commandLine = commandLine
    self.started = started
    self.start = start
    self.runsMade = runsMade
  }
}

/// `manifest.json`: what the folder is, and the digest of every file in it.
///
/// What may differ between two executions of a study stands under `times`, and nowhere else.
///
/// - Parameters:
///   - passing: files whose bytes may differ, too.
///   - runs: as `KeptTables.digest`.
func manifest(
  _ written: WrittenResults, passing: [WrittenFile], of results: CountedRuns, runs: String?,
  origin: ManifestOrigin, isPartial: Bool
) -> JSONText {
  let study = results.study
  return .object([
    ("format", .string("spreadlab-results")), ("format_version", .int(formatVersion)),
    ("results_version", .int(resultsVersion)), ("tool_version", .string(origin.toolVersion)),
    ("tool_commit", .string(origin.commit)), ("study", .string(study.name)),
    ("study_digest", .string(study.digest)), ("part", .string(results.part)),
    ("seed", .int(Int(study.seed))),
    ("gsl_version", .string(GSL.version)), ("complete", .bool(!isPartial)),
    (
      "counts",
      .object([
        ("points", .int(written.points)), ("runs", .int(written.runs)),
        ("failed_runs", .int(written.failedRuns)),
      ])
    ),
    ("runs_digest", runs.map(JSONText.string) ?? .null), ("files", listing(written.files)),
    (
      "times",
      .object([
        ("started", .string(origin.started.text)), ("finished", .string(UniversalTime.now.text)),
        ("elapsed_seconds", .real((ContinuousClock.now - origin.start) / .seconds(1))),
        ("runs_made", .int(origin.runsMade)),
        ("host", .string(origin.host)), ("threads", .int(origin.threads)),
        ("command_line", .array(origin.commandLine.map { .string($0) })),
        ("files", listing(passing)),
      ])
    ),
  ])
}

package let manifestName = "manifest.json"

private func listing(_ files: [WrittenFile]) -> JSONText {
  .array(
    files.sorted { $0.name < $1.name }.map { file in
      .object([
        ("name", .string(file.name)), ("bytes", .int(file.bytes)), ("sha256", .string(file.sha256)),
      ])
    })
}
