import DurableFiles
import PlainText
import Report
import ResultTables
import RunStore
import StudyFiles
package import StudyFolders

/// What could not be done as a failure of the command: exit code, what happened, what to do.
package func failure(of error: FolderError) -> CommandFailure {
  let code: CommandExit =
    switch error {
    case .store(let error): code(of: error)
    case .file(let error): error.isForeign ? .folderTaken : .inputOutput
    case .study(let error): error.isInputOutput ? .inputOutput : .usage
    case .storedStudy, .incomplete: .verificationFailed
    case .report(let error): code(of: error)
    case .noResults, .request: .usage
    case .taken: .folderTaken
    case .overLimits: .overLimits
    case .slurm: .inputOutput
    case .internalError: .internalError
    }
  // The mistakes of a study say themselves that they are errors, and where.
  switch error {
  case .study, .storedStudy: return CommandFailure(code, error.message)
  default: break
  }
  let advice = error.isForeign ? foreignAdvice : error.isDiskFull ? fullAdvice : nil
  return CommandFailure(code, "error: \(error.message)\(advice.map { "\n\($0)" } ?? "")")
}

private func code(of error: RunStoreError) -> CommandExit {
  switch error {
  case .inUse, .belongsToAnother, .newerFormat, .olderFormat, .otherLaw, .unknownResponse,
    .otherResponses, .foreign:
    .folderTaken
  case .noStudy: .usage
  case .ioError: .inputOutput
  case .damaged: .verificationFailed
  case .internalError: .internalError
  }
}

private func code(of error: ReportError) -> CommandExit {
  switch error {
  case .file(let error): error.isForeign ? .folderTaken : .inputOutput
  case .notResults, .unknownResponse, .panels: .usage
  case .damaged, .unfinishedTables: .verificationFailed
  case .unreadable: .inputOutput
  case .gnuplotFailed: .internalError
  }
}

/// For a folder with a link, pipe or the like where a file or folder of ours belongs: it is not the
/// study's alone, and nothing is written through what is not.
private let foreignAdvice =
  "In a results folder only plain files and folders are read and written; remove it, or give "
  + "another folder."

private let fullAdvice = "Free some space and give the same command again."

extension FolderError {
  /// Whether less is free than what was to be written needs.
  fileprivate var isDiskFull: Bool {
    let bytes: (needed: Int?, free: Int?) =
      switch self {
      case .store(.ioError(_, _, let needed, let free)): (needed, free)
      case .file(let error), .report(.file(let error)): (error.neededBytes, error.freeBytes)
      default: (nil, nil)
      }
    guard let needed = bytes.needed, let free = bytes.free else { return false }
    return free < needed
  }

  fileprivate var isForeign: Bool {
    switch self {
    case .store(.foreign): true
    case .file(let error), .report(.file(let error)): error.isForeign
    default: false
    }
  }
}

/// Tells of what was found damaged and taken out of a store: it is never repaired in silence.
func warn(ofRemoved blocks: [DamagedBlock]) {
  guard !blocks.isEmpty else { return }
  let shown = blocks.prefix(3).map { "  \($0)" }.joined(separator: "\n")
  let more = blocks.count > 3 ? "\n  and \(blocks.count - 3) more" : ""
  Console.error(
    "warning: damaged runs were taken out of the store; they are computed again:\n\(shown)\(more)")
}

/// Tells what became of a former analysis, and what readers of the tables must know.
func warn(of written: WrittenResults) {
  if !written.removed.isEmpty {
    Console.error(
      "note: removed \(written.removed.joined(separator: ", ")), which the analysis no longer asks "
        + "for")
  }
  for warning in written.warnings { Console.error("warning: \(warning)") }
}
