import PlainText

/// The exit codes of the contract (section 6).
package enum CommandExit: Int32, Error {
  case complete = 0
  case internalError = 1
  case usage = 2
  case someRunsFailed = 3
  case verificationFailed = 4
  case folderTaken = 5
  case inputOutput = 6
  case overLimits = 7
  case timeLimit = 75
  case hangup = 129
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143
}

/// A command that ends with a message: what happened, where, and what to do.
package struct CommandFailure: Error {
  package let code: CommandExit
  package let message: String

  init(_ code: CommandExit, _ message: CallerText) {
    self.code = code
    self.message = message.words
  }

  func report() {
    if code != .closedPipe { Console.error(message) }
  }
}
