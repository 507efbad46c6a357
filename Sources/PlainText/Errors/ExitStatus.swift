/// How a command ends: the exit statuses of docs/commands.md.
package enum ExitStatus: Int32, Sendable {
  case complete = 0
  case internalError = 1
  case invalid = 2
  case someRunsFailed = 3
  case verificationFailed = 4
  case folderTaken = 5
  case inputOutput = 6
  case overLimits = 7
  case different = 8
  case timeLimit = 75
  case hangup = 129
  case interrupted = 130
  case closedPipe = 141
  case terminated = 143
}
