import ArgumentParser
import Foundation
import LivePage
import PlainText

/// `spreadlab live`: the interactive page on this machine.
struct LiveCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Serve the interactive page on this machine.",
    discussion: """
      EXAMPLES
        spreadlab live
        spreadlab live study.json
        spreadlab live results/quickstart --point 3 --replicate 7

      Prints the address to open in a browser. Only this machine can reach the page, and only \
      with that address. Ctrl-C ends it.
      """)

  @Argument(
    help: "A study file, or a results folder whose runs to watch.", transform: GivenPath.init)
  var source: GivenPath?

  @Option(help: "The point to open at once.")
  var point: Int?

  @Option(help: "The replicate of that point to watch; needs a results folder.")
  var replicate: Int?

  @Option(
    help: "The port to listen on; by default \(LiveServer.usualPort), or a free one if it is taken."
  )
  var port: UInt16?

  func validate() throws {
    if source == nil, point != nil || replicate != nil {
      throw ValidationError("--point and --replicate need a study or a results folder.")
    }
    if replicate != nil, point == nil { throw ValidationError("--replicate needs --point.") }
    if let number = [point, replicate].compactMap(\.self).first(where: { $0 < 0 }) {
      throw ValidationError("\(number) is not a point or replicate: they are numbered from 0.")
    }
  }

  func run() async throws {
    let environment = ProcessInfo.processInfo.environment
    var options = LiveServer.Options(port: port)
    if let text = environment["SPREADLAB_LIVE_TOKEN"] {
      guard let token = AccessToken(text) else {
        throw Failure(
          .badToken,
          "SPREADLAB_LIVE_TOKEN must be 32 to 128 letters, digits, - or _; leave it unset to get a "
            + "random token")
      }
      options.token = token
    }
    // For tests of taps during a long step; not a promise.
    if let seconds = environment["SPREADLAB_LIVE_STEP_DELAY"].flatMap(Double.init) {
      options.stepDelay = .seconds(min(60, max(0, seconds)))
    }
    if let source {
      options.material = try Material.open(path: source.path, point: point, replicate: replicate)
    }
    let server = try LiveServer(options)
    try FileHandle.standardOutput.write(contentsOf: Data((server.address + "\n").utf8))
    Self.say("Open this address in a browser. Ctrl-C ends the page.")
    try await server.run()
  }

  private static func say(_ text: String) {
    // A closed stderr must not keep the page from being served.
    try? FileHandle.standardError.write(contentsOf: Data((text + "\n").utf8))
  }
}
