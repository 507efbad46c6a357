import Cluster
package import DurableFiles
package import PlainText
package import Report
import ResultTables
package import RunStore
package import StudyFiles
import StudyRuns

/// Why something could not be done to a study's folder, worded for the person who asked for it.
package enum FolderError: Error, Sendable, CustomStringConvertible {
  /// The folder's runs could not be read or kept.
  case store(RunStoreError)
  case file(DurableFileError)
  /// A study file the user gave, or a change to it, is not valid.
  case study(StudyFileError)
  /// What the store says its study is, is none that can be run.
  case storedStudy(StudyFileError)
  case report(ReportError)
  /// There is no store in the folder.
  case noResults(folder: String)
  /// What was asked for cannot be had of this folder or file; what can is said.
  case request(CallerText)
  /// The folder belongs to somebody or something else; it stays as it is.
  case taken(CallerText)
  /// The plan is larger than allowed; the arithmetic.
  case overLimits(CallerText)
  /// Parts are to be joined that are not all there; what is missing.
  case incomplete(gaps: [String])
  /// Slurm refused, in its own words.
  case slurm(String)
  /// A mistake of ours.
  case internalError(String)

  package var description: String { message.description }

  /// What happened, with the settings of whoever asked.
  package var message: CallerText {
    switch self {
    case .store(let error): CallerText(error.description)
    case .file(let error): CallerText(error.description)
    case .study(let error), .storedStudy(let error): error.message
    case .report(let error): error.message
    case .noResults(let folder):
      "\(folder) holds no study's results (there is no .store folder in it)"
    case .request(let text), .taken(let text): text
    case .slurm(let text), .internalError(let text): CallerText(text)
    case .overLimits(let arithmetic): "the plan is too large: \(arithmetic)"
    case .incomplete(let gaps):
      "the study is not complete: \(inShort(gaps)). Run what is missing (the same command "
        + "continues where it stopped) and merge again, or join the finished runs with \(setting: "partial")"
    }
  }
}

extension FolderError {
  /// The error of a room below as one of this room.
  init(_ error: any Error) {
    self =
      switch error {
      case let error as FolderError: error
      case let error as RunStoreError: .store(error)
      case let error as DurableFileError: .file(error)
      case let error as StudyFileError: .study(error)
      case let error as ReportError: .report(error)
      case let error as Slurm.Failure: .slurm(error.description)
      case ResultTablesError.file(let error): .file(error)
      case ResultTablesError.store(let error): .store(error)
      case StudyFolderError.store(let error): .store(error)
      case StudyFolderError.file(let error): .file(error)
      case let error as StudyFolderError: .taken(Self.words(error))
      default: .internalError("\(error)")
      }
  }

  private static func words(_ error: StudyFolderError) -> CallerText {
    switch error {
    case .foreignFiles(let folder, let example):
      "\(folder) already holds files that are not a study's results (such as \(example)); nothing "
        + "was changed. Give another folder (\(setting: "folder"))"
    case .anotherStudy(let folder, let changed):
      "\(folder) belongs to another study; \(differences(changed)). Runs of two studies are never "
        + "mixed: give another folder (\(setting: "folder")), or undo the change"
    case .store(let error): CallerText(error.description)
    case .file(let error): CallerText(error.description)
    }
  }
}

/// Does what may fail in the rooms below; every error becomes one of this room.
func translated<Value>(_ body: () throws -> Value) throws(FolderError) -> Value {
  do { return try body() } catch { throw FolderError(error) }
}

/// Such as "these differ: $.seed, $.factors.rule".
func differences(_ paths: [String]) -> String {
  guard !paths.isEmpty else { return "their runs differ" }
  let shown = paths.prefix(8).joined(separator: ", ")
  return "these differ: \(shown)" + (paths.count > 8 ? " and \(paths.count - 8) more" : "")
    + (paths.contains { $0.hasPrefix("$.responses") } ? responsesOfRuns : "")
}

/// Why a response of the study's own may make another study of it.
private let responsesOfRuns = """
   (these responses cannot be computed from the stored curves, so the runs have to be computed \
  again)
  """

/// The first few of many, and how many more there are.
package func inShort(_ gaps: [String]) -> String {
  let most = 8
  return gaps.prefix(most).joined(separator: "; ")
    + (gaps.count > most ? "; and \(gaps.count - most) more" : "")
}

/// "1 point", "3 points".
package func plural(_ count: Int, _ noun: String) -> String {
  "\(readable(Double(count))) \(noun)\(count == 1 ? "" : "s")"
}
