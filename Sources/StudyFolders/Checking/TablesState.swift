import DurableFiles
import PlainText
import ResultTables
import RunStore
import StudyFiles

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
  init(of stored: StoredStudy, runs: Int, isComplete: Bool, isWorking: Bool) {
    let folder = stored.folder
    guard let bytes = try? ReadableFile.bytes(of: "\(folder)/\(manifestName)", .found),
      let manifest = try? JSONReader.read(bytes)
    else {
      let hasSome = resultFileNames.contains { entryExists("\(folder)/\($0)") }
      self = isWorking ? .beingWritten : hasSome ? .unfinished : .none
      return
    }
    let isCurrent =
      manifest[key: "counts"]?[key: "runs"]?.number?.integer == runs
      && manifest[key: "complete"]?.content == .bool(isComplete)
      && manifest[key: "study_digest"]?.string == stored.study.digest
    self = isCurrent ? .current : isWorking ? .beingWritten : .older
  }
}
