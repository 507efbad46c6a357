package import Foundation

/// A program under way. Its output goes to files: nobody has to read while it writes.
package struct RunningProgram {
  package let process = Process()
  private let output: Scratch

  /// Starts a program and returns at once.
  ///
  /// - Parameters:
  ///   - environment: what differs from that of the tests.
  ///   - folder: where it works; nil for an empty one.
  package init(
    _ path: String, _ arguments: [String], environment: [String: String] = [:],
    in folder: String? = nil
  ) throws {
    output = try Scratch()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.currentDirectoryURL = URL(filePath: folder ?? output.path)
    process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    signal(SIGHUP, SIG_DFL)  // tests under nohup pass on that it is ignored
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = try handle("out")
    process.standardError = try handle("err")
    try process.run()
  }

  private func handle(_ name: String) throws -> FileHandle {
    try FileHandle(forWritingTo: URL(filePath: try output.write("", to: name)))
  }

  package func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits for its end.
  package func finish(since started: Date = Date()) throws -> EndedProgram {
    process.waitUntilExit()
    let code = process.terminationStatus
    return EndedProgram(
      exitCode: process.terminationReason == .uncaughtSignal ? 128 + code : code,
      output: String(decoding: try output.bytes("out"), as: UTF8.self),
      messages: String(decoding: try output.bytes("err"), as: UTF8.self),
      seconds: Date().timeIntervalSince(started))
  }
}

/// How a program ended.
package struct EndedProgram {
  /// 128 more than its number if a signal ended it.
  package var exitCode: Int32
  package var output, messages: String
  package var seconds: Double
}

/// Runs a program to its end; `/usr/bin/env` finds others by name.
package func runProgram(
  _ arguments: String..., of path: String = "/usr/bin/env", environment: [String: String] = [:],
  in folder: String? = nil
) throws -> EndedProgram {
  try RunningProgram(path, arguments, environment: environment, in: folder).finish()
}
