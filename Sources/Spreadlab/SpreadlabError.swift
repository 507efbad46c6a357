import PlainText
import SpreadlabCommands

/// Why something could not be done, in the words of the command `spreadlab`: what happened, where, and what
/// to do.
public struct SpreadlabError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The exit code with which the command ends in the same case: 2 for a study that is not valid, 3 for a run
  /// that failed, 4 for damaged results, 5 for a folder of another study, 6 for a file that cannot be read or
  /// written, 130 for a study that was cancelled (docs/commands.md).
  public let exitCode: Int32
  /// What kind of error, such as `unknown_key`: the codes of docs/commands.md, which stay as they are from one
  /// version to the next.
  public let code: String
  /// One line or several; of a mistake in a study, with file, line, column and path.
  public let description: String

  init(_ error: any Error) {
    let error = error.worded
    exitCode = error.exit.rawValue
    code = error.code.rawValue
    description = error.text(CallerText.words)
  }
}
