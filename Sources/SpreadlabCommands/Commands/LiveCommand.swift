import ArgumentParser
import Dispatch
import Foundation
import LivePage
import PlainText
import Synchronization
import WatchedStudies
import WorkStealing

/// `spreadlab live`: the interactive page, on this machine or in its network.
struct LiveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "live",
    abstract: "Serve the interactive page on this machine.",
    discussion: """
      EXAMPLES
        spreadlab live
        spreadlab live study.json
        spreadlab live results/quickstart --point 3 --replicate 7
        spreadlab live --host 192.168.1.20

      Prints the address to open in a browser. Only this machine can reach the page, and only \
      with that address. Ctrl-C ends it.

      With --host, other devices can open the page too: phones by the QR code in the terminal.
      Whoever has the address can see and control everything on the page. The connection is not \
      encrypted.
      """)

  @Argument(
    help: "Study file, or results folder whose runs to watch.", transform: GivenPath.init)
  var source: GivenPath?

  @Option(help: "Point to open.")
  var point: Int?

  @Option(help: "Replicate of that point to watch; needs a results folder.")
  var replicate: Int?

  @Option(
    help: "Port to listen on; default: \(LiveServer.usualPort), or a free one if it is taken."
  )
  var port: UInt16?

  @Option(
    help: ArgumentHelp(
      "Address of this machine at which other devices reach the page; default: 127.0.0.1, this machine only.",
      valueName: "address"))
  var host: String?

  func validate() throws {
    if source == nil, point != nil || replicate != nil {
      throw ValidationError("--point and --replicate need a study or a results folder.")
    }
    if replicate != nil, point == nil { throw ValidationError("--replicate needs --point.") }
    if let number = [point, replicate].compactMap(\.self).first(where: { $0 < 0 }) {
      throw ValidationError("\(number) is not a point or replicate: they are numbered from 0.")
    }
  }

  func run() throws {
    guard ThreadCount.isEnoughForTimers else { throw Failure(noThreadFor: "the page") }
    let environment = ProcessInfo.processInfo.environment
    var options = LiveServer.Options(port: port)
    if let host { options.host = try PageHost(host) }
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
      options.openedStudy = try OpenedStudy.open(
        path: source.path, point: point, replicate: replicate)
    }
    let server = try LiveServer(options)
    try FileHandle.standardOutput.write(contentsOf: Data((server.address + "\n").utf8))
    if options.host.isLoopback {
      Console.error("Open this address in a browser. Ctrl-C ends the page.")
    } else {
      Self.invite(server.address, plain: environment["NO_COLOR"].map { !$0.isEmpty } ?? false)
    }
    try Self.wait { try await server.run() }
  }

  /// Carries out a task, on other threads than this one, to its end.
  private static func wait(for body: @escaping @Sendable () async throws -> Void) throws {
    let end = DispatchSemaphore(value: 0)
    let failure = Mutex<(any Error)?>(nil)
    Task.detached {
      do { try await body() } catch { failure.withLock { $0 = error } }
      end.signal()
    }
    end.wait()
    if let failure = failure.withLock({ $0 }) { throw failure }
  }

  /// Says who can use a page that other devices reach, and shows its address to those with a camera.
  private static func invite(_ address: String, plain: Bool) {
    if Console.drawsProgress, let code = QRCode(address), code.width <= Console.width {
      for line in code.lines(colored: !plain) { Console.draw(line + "\n") }
    }
    Console.error(
      """
      Open this address in a browser on any device that reaches this machine.
      Whoever has the address can see and control everything on the page. The connection is not encrypted: \
      others in the network can read it, the address included. Ctrl-C ends the page.
      """)
  }
}
