import Checksums
import DurableFiles
import PlainText
import ResultTables
import RunStore
import StudyFiles
import StudyRuns

/// What the tables of a results folder are to its runs.
package enum TablesState: String, Sendable {
  case none
  /// Of all runs that are there.
  case current
  /// Of fewer runs, or of the study as it was before.
  case older
  /// A process was stopped in the moment in which files changed places.
  case unfinished
  /// A process that has made all runs is writing them; those that are there are older.
  case beingWritten = "being_written"

  /// - Parameters:
  ///   - runs: of the folder's study that are there.
  ///   - isWorking: whether a process writes to the folder, and has all runs.
  init(of stored: FolderStudy, runs: Int, isComplete: Bool, isWorking: Bool) {
    let folder = stored.folder
    guard let bytes = try? ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found),
      let manifest = try? JSONReader.read(bytes)
    else {
      let hasSome = resultFileNames.contains { entryExists("\(folder)/\($0)") }
      self = isWorking ? .beingWritten : hasSome ? .unfinished : .none
      return
    }
    let tables = TabledStudy(manifest, in: stored)
    let isCurrent =
      tables?.runs == runs && tables?.isComplete == isComplete && tables?.isAsked == true
    self = isCurrent ? .current : isWorking ? .beingWritten : .older
  }
}

/// What a manifest says of the study and the runs that its tables are of.
struct TabledStudy {
  let runs: Int
  let isComplete: Bool
  /// Whether it is the study that was asked for last, with its analysis.
  let isAsked: Bool

  /// - Returns: nil where it has no counts.
  init?(_ manifest: JSONValue, in stored: FolderStudy) {
    guard let runs = manifest[key: "counts"]?[key: "runs"]?.number?.integer else { return nil }
    self.runs = runs
    isComplete = manifest[key: "complete"]?.content == .bool(true)
    let resolved = manifest[key: "files"]?.elements?.first {
      $0[key: "name"]?.string == sideFileNames[1]
    }
    // As the store has it, or as this program writes it.
    let digests = [stored.resolved, stored.study.resolvedJSON].map { SHA256.hexDigest(of: $0) }
    isAsked =
      digests.contains { $0 == resolved?[key: "sha256"]?.string }
      && manifest[key: "part"]?.string == stored.rounds.part.name
  }
}
