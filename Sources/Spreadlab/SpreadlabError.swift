import RunStore
import SpreadlabCommands
import StudyFiles
import StudyFolders

/// Why something could not be done, in the words of the command `spreadlab`: what happened, where, and what
/// to do.
public struct SpreadlabError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit code with which the command ends in the same case: 2 for a study that is not valid, 3 for a run
  /// that failed, 4 for damaged results, 5 for a folder of another study, 6 for a file that cannot be read or
  /// written, 130 for a study that was cancelled (docs/commands.md).
  public let exitCode: Int32
  /// One line or several; of a mistake in a study, with file, line, column and path.
  public let description: String

  init(exitCode: Int32, _ description: String) {
    self.exitCode = exitCode
    self.description = description
  }

  init(_ error: FolderError) {
    let failure = SpreadlabCommands.failure(of: error)
    self.init(exitCode: failure.code.rawValue, failure.message)
  }

  init(_ error: StudyFileError) { self.init(.study(error)) }
}
