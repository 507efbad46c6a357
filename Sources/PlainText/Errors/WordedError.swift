/// An error worded for the person who asked for something: it passes between modules as it is, and
/// the command prints it in one place.
package protocol WordedError: Error, CustomStringConvertible, Sendable {
  var code: ErrorCode { get }
  /// What happened, with the settings of whoever asked.
  var message: CallerText { get }
  /// How a command ends with it; usually as its code says.
  var exit: ExitStatus { get }
  /// What to do, where the message does not say it.
  var advice: String? { get }
  /// The file or folder it is about, where one is known, as the user gave it.
  var file: CallerText? { get }
  /// The place in a study, as a JSONPath (RFC 9535).
  var path: String? { get }
  /// All of it in lines, the advice last.
  ///
  /// - Parameter words: how the caller words settings.
  func text(_ words: (CallerText.Setting) -> String) -> String
  /// For `--json`.
  func members(_ words: (CallerText.Setting) -> String) -> [(String, JSONText)]
}

extension WordedError {
  package var exit: ExitStatus { code.exit }
  package var advice: String? { nil }
  package var file: CallerText? { nil }
  package var path: String? { nil }
  package var description: String { message.description }

  package func text(_ words: (CallerText.Setting) -> String) -> String {
    "error[\(code.rawValue)]: " + message.text(words) + (advice.map { "\n\($0)" } ?? "")
  }

  package func members(_ words: (CallerText.Setting) -> String) -> [(String, JSONText)] {
    usualMembers(words)
  }

  /// What every error has.
  package func usualMembers(_ words: (CallerText.Setting) -> String) -> [(String, JSONText)] {
    [
      ("code", .string(code.rawValue)), ("file", .text(file?.text(words))), ("path", .text(path)),
      ("message", .string(message.text(words))), ("advice", .text(advice)),
    ]
  }
}

/// An error that nobody has to tell from others but by its code.
package struct Failure: WordedError, Hashable {
  package let code: ErrorCode
  package let message: CallerText
  package let file: CallerText?
  package let advice: String?

  package init(
    _ code: ErrorCode, file: String? = nil, _ message: CallerText, advice: String? = nil
  ) {
    self.code = code
    self.file = file.map { CallerText($0) }
    self.message = message
    self.advice = advice
  }

  /// What no code of ours was to throw.
  package init(unexpected error: any Error) { self.init(.internalError, "\("\(error)")") }

  /// That a file written by this program is not as it was written.
  package static func damaged(_ file: String, _ problem: String) -> Failure {
    Failure(.damaged, file: file, "\(file) is damaged: \(problem)")
  }
}

extension Error {
  /// The error as one that can be printed.
  package var worded: any WordedError { self as? any WordedError ?? Failure(unexpected: self) }
}
