import CMalloc
import FlyingFox
import FlyingSocks
import Foundation
import Glibc
import PlainText
import SpreadModel

/// Serves the interactive page on one address of this machine; unless asked, one that only this machine reaches.
///
/// Sockets, their event loop and the WebSocket handshake are FlyingFox's. Requests and frames are
/// read by `RequestHead` and `FrameReader`, because FlyingFox's readers set no limits on the size
/// of a header or a message, no time for a header to arrive, and take the last of two Hosts
/// (FlyingFox 0.27.1). Source: docs/live.md, "Security".
package struct LiveServer: Sendable {
  package struct Options: Sendable {
    package var host: PageHost
    /// The port to listen on; nil takes the usual one if it is free, else any free one.
    package var port: UInt16?
    /// What the page opens with; nil for plain parameters.
    package var openedStudy: OpenedStudy?
    package var token: AccessToken
    /// Waits this long within every step; for tests of taps during a long step.
    package var stepDelay: Duration

    package init(
      host: PageHost = .loopback, port: UInt16? = nil, openedStudy: OpenedStudy? = nil,
      token: AccessToken = AccessToken(),
      stepDelay: Duration = .zero
    ) {
      self.host = host
      self.port = port
      self.openedStudy = openedStudy
      self.token = token
      self.stepDelay = stepDelay
    }
  }

  /// Tried first when no port is asked for, so that the page has the same address every time and
  /// the browser finds what it remembers.
  package static let usualPort: UInt16 = 7373

  private let options: Options
  private let socket: Socket
  package let port: UInt16

  /// The address to open, token included.
  package var address: String { "http://\(options.host.authority(port))/#\(options.token.text)" }

  /// Opens the port.
  ///
  /// - Throws: `WordedError` if the port is taken or cannot be opened.
  package init(_ options: Options) throws {
    self.options = options
    if let port = options.port {
      socket = try Self.listen(on: options.host, port)
    } else {
      do {
        socket = try Self.listen(on: options.host, Self.usualPort)
      } catch let error as Failure where error.code == .portTaken {
        socket = try Self.listen(on: options.host, 0)
      }
    }
    // Whatever the reason, a page without an address cannot be opened.
    switch try? socket.sockname() {
    case .ip4(_, let port), .ip6(_, let port): self.port = port
    default: throw Self.cannotListen(on: options.host, "the socket has no address")
    }
  }

  private static func listen(on host: PageHost, _ port: UInt16) throws -> Socket {
    do {
      let socket = try Socket(domain: host.family, type: .stream)
      try socket.setValue(true, for: .localAddressReuse)
      // Inherited by every connection: what follows an answer at once does not wait for the page's
      // acknowledgement of it (up to 40 ms).
      try socket.setValue(true, for: BoolSocketOption(level: Int32(IPPROTO_TCP), name: TCP_NODELAY))
      do {
        if host.family == AF_INET6 {
          try socket.bind(to: sockaddr_in6.inet6(ip6: host.text, port: port))
        } else {
          try socket.bind(to: sockaddr_in.inet(ip4: host.text, port: port))
        }
        try socket.listen()
      } catch {
        try? socket.close()  // the error that is thrown is the news
        throw error
      }
      return socket
    } catch SocketError.failed(_, let code, _) where code == EADDRINUSE {
      throw Failure(
        .portTaken,
        "port \(port) is taken by another program (or another spreadlab live); "
          + "choose one with \(setting: "port", "N"), or leave \(setting: "port") out to get a free one"
      )
    } catch {
      throw cannotListen(on: host, error.localizedDescription)
    }
  }

  private static func cannotListen(on host: PageHost, _ reason: String) -> Failure {
    Failure(.cannotListen, "cannot listen on \(host.text): \(reason)")
  }

  /// Serves until the task is cancelled.
  package func run() async throws {
    let pool = HTTPServer.defaultPool()
    try await pool.prepare()
    let listener = try AsyncSocket(socket: socket, pool: pool)
    defer { try? socket.close() }  // the program ends with it
    let gate = RequestGate(host: options.host, port: port, token: options.token)
    let registry = SessionRegistry(openedStudy: options.openedStudy, stepDelay: options.stepDelay)
    let table = ConnectionTable()

    try await withThrowingDiscardingTaskGroup { group in
      group.addTask { try await pool.run() }
      group.addTask {
        while true {
          try await Task.sleep(for: .milliseconds(250))
          table.reap()
        }
      }
      group.addTask {
        while true {
          // Sessions that end leave free memory among that of others, which the allocator returns only when asked.
          try await Task.sleep(for: .seconds(30))
          malloc_trim(0)
        }
      }
      while true {
        do {
          let client = try await listener.accept()
          group.addTask(executorPreference: QueueExecutor()) {
            await Connection(socket: client, table: table, gate: gate, registry: registry).serve()
          }
        } catch is CancellationError {
          throw CancellationError()
        } catch {
          // Out of descriptors, or the client left before it was accepted: others are served.
          try await Task.sleep(for: .milliseconds(50))
        }
      }
    }
  }
}
