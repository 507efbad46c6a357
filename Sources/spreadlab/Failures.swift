import DurableFiles
import Report
import ResultTables
import RunStore
import StudyFiles
import StudyRuns

/// The store's errors as failures of the command: exit code, what happened, what to do.
func failure(of error: RunStoreError, advice: String = "") -> CommandFailure {
  let code: CommandExit =
    switch error {
    case .inUse, .belongsToAnother, .newerFormat, .olderFormat, .otherLaw, .unknownResponse,
      .otherResponses, .foreign:
      .folderTaken
    case .noStudy: .usage
    case .ioError: .inputOutput
    case .damaged: .verificationFailed
    case .internalError: .internalError
    }
  let advice = if case .foreign = error { foreignAdvice } else { advice }
  return CommandFailure(code, "error: \(error)" + (advice.isEmpty ? "" : "\n\(advice)"))
}

/// For a folder with a link, pipe or the like where a file or folder of ours belongs: it is not the
/// study's alone, and nothing is written through what is not.
private let foreignAdvice =
  "In a results folder only plain files and folders are read and written; remove it, or give "
  + "another folder."

func failure(of error: StudyFileError) -> CommandFailure {
  CommandFailure(error.isInputOutput ? .inputOutput : .usage, error.description)
}

func failure(of error: DurableFileError) -> CommandFailure {
  error.isForeign
    ? CommandFailure(.folderTaken, "error: \(error)\n\(foreignAdvice)")
    : CommandFailure(.inputOutput, "error: \(error)")
}

func failure(of error: ReportError) -> CommandFailure {
  switch error {
  case .file(let error): failure(of: error)
  case .notResults: CommandFailure(.usage, "error: \(error)")
  case .damaged: CommandFailure(.verificationFailed, "error: \(error)")
  case .gnuplotMissing, .unreadable: CommandFailure(.inputOutput, "error: \(error)")
  case .gnuplotFailed: CommandFailure(.internalError, "error: \(error)")
  }
}

func failure(of error: ResultTablesError) -> CommandFailure {
  switch error {
  case .file(let error): failure(of: error)
  case .store(let error): failure(of: error)
  }
}

/// Under which name the store keeps the study file as it was given.
let studyFileName = "study.json"

/// Opens the results folder of a plan for writing, and keeps the study file there as it was given.
///
/// - Throws: `CommandFailure`; a folder that is refused stays as it is.
func openFolder(_ plan: RunPlan, at folder: String, studyFile: [UInt8]) throws -> RunStore {
  do throws(StudyFolderError) {
    let store = try StudyFolder.open(plan, at: folder)
    do throws(RunStoreError) {
      if try store.meta(studyFileName) != studyFile {
        try store.setMeta(studyFileName, to: studyFile)
      }
    } catch { throw .store(error) }
    reportDamage(store.removedAtOpening)
    return store
  } catch {
    throw failure(of: error)
  }
}

/// Tells of what was found damaged and taken out of a store: it is never repaired in silence.
private func reportDamage(_ blocks: [DamagedBlock]) {
  guard !blocks.isEmpty else { return }
  let shown = blocks.prefix(3).map { "  \($0)" }.joined(separator: "\n")
  let more = blocks.count > 3 ? "\n  and \(blocks.count - 3) more" : ""
  Console.error(
    "warning: damaged runs were taken out of the store; they are made again:\n\(shown)\(more)")
}

func failure(of error: StudyFolderError) -> CommandFailure {
  switch error {
  case .foreignFiles(let folder, let example):
    return CommandFailure(
      .folderTaken,
      """
      error: \(folder) already holds files that are not a study's results (such as \(example)); \
      they were not touched. Give another folder with -o
      """)
  case .anotherStudy(let folder, let changed):
    return CommandFailure(
      .folderTaken,
      """
      error: \(folder) belongs to another study; \(differences(changed)). Runs of two studies \
      are never mixed: give another folder with -o, or undo the change
      """)
  case .noStudy(let folder):
    return CommandFailure(.usage, "error: \(folder) holds no study's results")
  case .store(let error): return failure(of: error)
  }
}

/// Such as "these differ: $.seed, $.factors.rule".
func differences(_ paths: [String]) -> String {
  guard !paths.isEmpty else { return "its runs are other ones" }
  let shown = paths.prefix(8).joined(separator: ", ")
  return "these differ: \(shown)" + (paths.count > 8 ? " and \(paths.count - 8) more" : "")
}
