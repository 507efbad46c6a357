import Foundation

/// The helper `StoreWriter` as a process of its own.
final class WriterProcess {
  let process = Process()
  private let pipe = Pipe()

  init(_ arguments: String...) throws {
    // The helper is built into the folder of the test bundle.
    let bundle = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
    process.executableURL = bundle.appending(path: "StoreWriter")
    process.arguments = arguments
    process.standardOutput = pipe
    try process.run()
  }

  deinit { if process.isRunning { kill() } }

  var pid: Int32 { process.processIdentifier }

  /// Waits for its first output.
  func waitUntilItWrites() { _ = pipe.fileHandleForReading.availableData }

  func kill() {
    Glibc.kill(pid, SIGKILL)
    process.waitUntilExit()
  }

  /// All it printed; call after it ended.
  func output() throws -> String {
    let text = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
    process.waitUntilExit()
    return text
  }
}
