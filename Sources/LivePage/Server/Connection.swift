import FlyingFox
import FlyingSocks
import Foundation
import Glibc

/// One accepted connection: a request and its answer, or a WebSocket.
///
/// A socket that fails is a page who left: its errors have nobody to go to and end the
/// connection.
struct Connection: Sendable {
  let socket: AsyncSocket
  let table: ConnectionTable
  let gate: RequestGate
  let registry: SessionRegistry

  /// A request must be complete after this time.
  private static let requestPatience = Duration.seconds(10)
  /// An answer must be taken, a WebSocket must give a sign of life within this time.
  private static let idlePatience = Duration.seconds(30)
  private static let pingInterval = Duration.seconds(10)

  func serve() async {
    defer { try? socket.close() }  // nobody is left to be told
    guard
      let id = table.add(socket.socket.file.rawValue, patience: Self.requestPatience)
    else {
      let full = Refusal(status: 503, reason: "Too many connections are open.")
      // A client that does not take the answer is gone, which is what it is asked to be.
      try? await socket.write(Data(Reply.refusal(full)))
      return
    }
    defer { table.remove(id) }
    do {
      try await answer(id)
    } catch {
      // The browser left or was too slow: an ordinary end.
    }
  }

  private func answer(_ id: ConnectionTable.ID) async throws {
    let verdict: RequestGate.Verdict
    var head: RequestHead?
    var rest: [UInt8] = []
    do {
      let received = try await receiveHead()
      head = received.head
      rest = received.rest
      verdict = gate.judge(received.head)
    } catch let refusal as Refusal {
      verdict = .refuse(refusal)
    }
    switch verdict {
    case .asset(let asset):
      table.extend(id, patience: Self.idlePatience)
      try await socket.write(Data(Reply.asset(asset, headOnly: head?.method == "HEAD")))
      await linger(id)
    case .refuse(let refusal):
      try await socket.write(Data(Reply.refusal(refusal)))
      await linger(id)
    case .upgrade:
      guard let head, let reply = await handshake(head) else {
        let refusal = Refusal(status: 400, reason: "The WebSocket handshake is malformed.")
        try await socket.write(Data(Reply.refusal(refusal)))
        return
      }
      table.extend(id, patience: Self.idlePatience)
      try await socket.write(Data(reply))
      await talk(id, first: rest)
    }
  }

  private func receiveHead() async throws -> (head: RequestHead, rest: [UInt8]) {
    var bytes: [UInt8] = []
    while true {
      bytes += try await socket.read(atMost: 4_096)
      if let end = try RequestHead.end(in: bytes) {
        return (try RequestHead(parsing: bytes[..<end]), Array(bytes[end...]))
      }
    }
  }

  /// Says that nothing more will come, and lets the client close: closing with unread bytes
  /// would destroy an answer on its way.
  private func linger(_ id: ConnectionTable.ID) async {
    shutdown(socket.socket.file.rawValue, Int32(SHUT_WR))
    await drain(id)
  }

  /// Reads and drops what still comes, bounded by time and bytes; an error is an end like any other.
  private func drain(_ id: ConnectionTable.ID) async {
    table.release(id, patience: .seconds(2))
    var drained = 0
    while drained < 4 << 20, let bytes = try? await socket.read(atMost: 4_096) {
      drained += bytes.count
    }
  }

  /// The answer that opens the WebSocket; nil if FlyingFox finds the handshake wrong.
  private func handshake(_ head: RequestHead) async -> [UInt8]? {
    guard head.values("sec-websocket-version") == ["13"] else { return nil }
    var headers: HTTPHeaders = [:]
    for name in ["host", "upgrade", "connection", "sec-websocket-key", "sec-websocket-version"] {
      let values = head.values(name)
      guard values.count == 1 else { return nil }
      headers[HTTPHeader(name)] = values[0]
    }
    let request = HTTPRequest(
      method: .GET, version: .http11, target: HTTPRequest.Target(path: head.target, query: ""),
      headers: headers, body: HTTPBodySequence())
    // Whatever it finds wrong, the answer is the same: no WebSocket.
    let response = try? await WebSocketHTTPHandler(handler: Unused()).handleRequest(request)
    guard response?.statusCode == .switchingProtocols,
      let accept = response?.headers[.webSocketAccept]
    else { return nil }
    let text = """
      HTTP/1.1 101 Switching Protocols\r
      Upgrade: websocket\r
      Connection: Upgrade\r
      Sec-WebSocket-Accept: \(accept)\r
      Sec-WebSocket-Protocol: \(RequestGate.subprotocol)\r
      \r

      """
    return Array(text.utf8)
  }

  /// Carries messages both ways until either side ends it.
  private func talk(_ id: ConnectionTable.ID, first: [UInt8]) async {
    let page = PageConnection(registry: registry)
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        let code = await receive(id, first: first, page: page)
        if let code { page.enqueue(FrameWriter.close(code)) }
        page.leave()
        // The close frame is on its way; unread bytes must not destroy it.
        if code != nil { await drain(id) }
      }
      group.addTask {
        let sent = await send(page)
        shutdown(socket.socket.file.rawValue, Int32(sent ? SHUT_WR : SHUT_RDWR))
      }
      group.addTask {
        // Sleeping ends by cancellation alone: the connection is over.
        while !page.hasLeft, (try? await Task.sleep(for: Self.pingInterval)) != nil {
          page.enqueue(FrameWriter.ping())
        }
      }
      await group.next()
      page.leave()
      await group.next()
      group.cancelAll()
    }
  }

  /// Hands messages to the page until the stream ends; returns the close code to answer with,
  /// or nil if nobody is there to read it.
  private func receive(
    _ id: ConnectionTable.ID, first: [UInt8], page: PageConnection
  ) async -> UInt16? {
    var reader = FrameReader()
    var bytes = first
    do {
      while true {
        for event in try reader.read(bytes) {
          switch event {
          case .text(let text): page.receive(text)
          case .ping(let payload): page.enqueue(FrameWriter.pong(payload))
          case .pong: break
          case .close(let code): return code ?? 1000
          }
        }
        table.extend(id, patience: Self.idlePatience)
        bytes = try await socket.read(atMost: 16_384)
      }
    } catch let violation as FrameReader.Violation {
      return violation.code
    } catch {
      return nil
    }
  }

  /// Writes what the page has to say; false if the client does not take it, whatever the reason:
  /// it is gone then.
  private func send(_ page: PageConnection) async -> Bool {
    for await _ in page.wakes {
      while let bytes = page.nextBytes() {
        guard (try? await socket.write(Data(bytes))) != nil else { return false }
      }
    }
    while let bytes = page.lastBytes() {
      guard (try? await socket.write(Data(bytes))) != nil else { return false }
    }
    return true
  }
}

/// FlyingFox's handshake wants a handler of frames; frames are read by `FrameReader`.
private struct Unused: WSHandler {
  func makeFrames(
    for client: AsyncThrowingStream<WSFrame, any Error>
  ) async throws -> AsyncStream<WSFrame> {
    AsyncStream { $0.finish() }
  }
}
