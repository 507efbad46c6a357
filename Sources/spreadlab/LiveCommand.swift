import ArgumentParser
import Foundation
import LivePage

/// `spreadlab live`: the interactive page on this machine.
struct LiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Serve the interactive page on this machine.",
    discussion: """
      Example:
        spreadlab live

      Prints the address to open in a browser. Only this machine can reach the page, and only \
      who has the address can use it. Ctrl-C ends it.
      """)

  @Option(help: "The port to listen on; by default a free one.")
  var port: UInt16?

  func run() async throws {
    do {
      let environment = ProcessInfo.processInfo.environment
      var options = LiveServer.Options(port: port)
      if let text = environment["SPREADLAB_LIVE_TOKEN"] {
        guard let token = AccessToken(text) else { throw LiveError.badToken }
        options.token = token
      }
      // For tests of taps during a long step; not a promise.
      if let seconds = environment["SPREADLAB_LIVE_STEP_DELAY"].flatMap(Double.init) {
        options.stepDelay = .seconds(min(60, max(0, seconds)))
      }
      let server = try LiveServer(options)
      try FileHandle.standardOutput.write(contentsOf: Data((server.address + "\n").utf8))
      Self.say("Open this address in a browser. Ctrl-C ends the page.")
      try await server.run()
    } catch let error as LiveError {
      Self.say("spreadlab live: \(error)")
      throw ExitCode(error.exitCode)
    }
  }

  private static func say(_ text: String) {
    // A closed stderr must not keep the page from being served.
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}
