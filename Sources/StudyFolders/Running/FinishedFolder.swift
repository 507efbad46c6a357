import DurableFiles
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyRuns

/// A results folder in which nothing is left to do for a study: it has all runs, and the tables that this
/// program would write of them.
struct FinishedFolder: Sendable {
  /// As far as the runs have led: to the end.
  let rounds: StudyRounds
  /// What the tables are.
  let written: WrittenResults

  /// All files are read and compared with their digests; nothing is written.
  ///
  /// - Parameters:
  ///   - study: before its first run.
  ///   - file: the study file as it was given.
  /// - Returns: nil where anything is left or in doubt; who opens the folder for writing finds out what.
  init?(_ folder: String, of study: StudyRounds, file: [UInt8]) throws {
    let resolved = study.study.resolvedJSON
    func holds(_ name: String, _ bytes: [UInt8]) -> Bool {
      (try? ReadableFile.bytes(of: "\(folder)/\(name)", .found)) == bytes
    }
    // What is cheap to know comes first: the store may be large.
    guard entryExists("\(folder)/\(manifestName)"), RunStore.exists(in: folder),
      RunStore.holder(of: folder) == nil, !Self.hasLeftovers(folder, study.study),
      holds(sideFileNames[0], file),
      holds(sideFileNames[1], resolved),
      let stored = try? FolderStudy.begun(in: folder, known: study),
      stored.rounds.part == nil, stored.rounds.isDone, stored.resolved == resolved,
      try RunStore.isClosed(in: folder)
    else { return nil }
    let check = try ManifestCheck(folder, (stored, try stored.judgement()))
    guard check.faults.isEmpty, check.notes.isEmpty, let manifest = check.manifest,
      manifest[key: "tool_version"]?.string == toolVersion,
      let counts = manifest[key: "counts"], let points = counts[key: "points"]?.number?.integer,
      let runs = counts[key: "runs"]?.number?.integer,
      let failed = counts[key: "failed_runs"]?.number?.integer
    else { return nil }
    rounds = stored.rounds
    written = WrittenResults(
      points: points, runs: runs, failedRuns: failed,
      firstFailure: failed > 0 ? try stored.results().results.firstFailureWords() : nil,
      files: check.files, isUnchanged: true)
  }

  /// Whether a process that was killed left files it had begun: tables written again take them away.
  private static func hasLeftovers(_ folder: String, _ study: Study) -> Bool {
    let copies = study.otherCopies(in: folder, store: RunStore.folderName)
    return copies.contains { entryExists("\(folder)/\($0)") }
      || resultFileNames.union(copies).contains {
        entryExists("\(folder)/\(DurableFile.temporaryName(of: $0))")
      }
      || entryExists(
        "\(folder)/\(RunStore.folderName)/\(DurableFile.temporaryName(of: ManifestSeal.name))")
  }
}
