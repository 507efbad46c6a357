import LivePage
import PlainText
import Testing

@Suite struct RequestGateTests {
  static let secret = "0123456789abcdef0123456789abcdef"
  static let gate = RequestGate(port: 7000, token: AccessToken(secret)!)  // a valid literal

  /// The status a request gets: 200 for a file of the page, 101 for the WebSocket.
  static func status(_ lines: String..., gate: RequestGate = gate) -> Int {
    let bytes = Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8)
    do {
      guard try RequestHead.end(in: bytes) == bytes.count else { return 0 }
      switch gate.judge(try RequestHead(parsing: bytes)) {
      case .asset: return 200
      case .upgrade: return 101
      case .refuse(let refusal): return refusal.status
      }
    } catch {
      return error.status
    }
  }

  @Test(
    "answers its own names and no other host",
    arguments: [
      ("127.0.0.1:7000", 200), ("localhost:7000", 200), ("LOCALHOST:7000", 200),
      ("127.0.0.1:7001", 421), ("127.0.0.1", 421), ("localhost", 421), ("0.0.0.0:7000", 421),
      ("[::1]:7000", 421), ("evil.example:7000", 421), ("127.0.0.1.evil.example:7000", 421),
      ("localhost.:7000", 421), ("127.1:7000", 421), ("2130706433:7000", 421), ("", 400),
    ])
  func host(name: String, expected: Int) {
    #expect(Self.status("GET / HTTP/1.1", "Host: \(name)") == expected)
  }

  @Test(
    "answers, on another address, to that address only",
    arguments: [
      ("127.0.0.2:7000", 200), ("127.0.0.1:7000", 421), ("localhost:7000", 421),
      ("127.0.0.2:7001", 421), ("[::1]:7000", 421), ("127.0.0.2.evil.example:7000", 421),
    ])
  func otherHost(name: String, expected: Int) throws {
    let token = try #require(AccessToken(Self.secret))
    let gate = RequestGate(host: try PageHost("127.0.0.2"), port: 7000, token: token)
    #expect(Self.status("GET / HTTP/1.1", "Host: \(name)", gate: gate) == expected)
  }

  @Test("addresses of this machine are those that browsers can open, those of it alone last")
  func addresses() throws {
    let addresses = PageHost.ofThisMachine
    #expect(addresses.contains("127.0.0.1"))
    #expect(try PageHost("127.0.0.1") == .loopback)
    let areOwn = try addresses.map { address in
      let host = try PageHost(address)
      #expect(host.text == address)
      #expect(address.allSatisfy { $0.isHexDigit || ".:".contains($0) }, "\(address)")
      return host.isLoopback
    }
    #expect(areOwn == areOwn.filter { !$0 } + areOwn.filter(\.self))
    #expect(areOwn == addresses.map { $0.hasPrefix("127.") || $0 == "::1" })
    #expect(!addresses.contains { $0.hasPrefix("fe80") })
    // Of documentation, RFC 5737 and 3849: nobody has them.
    for address in ["", "localhost", "0.0.0.0", "::", "192.0.2.1", "2001:db8::1", "fe80::1"] {
      let error = #expect(throws: Failure.self) { try PageHost(address) }
      #expect(error?.code == .badOption, "\(address)")
    }
  }

  @Test(
    "addresses of IPv6 are written as browsers write them", arguments: ["::1", "0:0:0:0:0:0:0:1"])
  func longHost(text: String) throws {
    guard PageHost.ofThisMachine.contains("::1") else { return }
    let token = try #require(AccessToken(Self.secret))
    let gate = RequestGate(host: try PageHost(text), port: 7000, token: token)
    #expect(Self.status("GET / HTTP/1.1", "Host: [::1]:7000", gate: gate) == 200)
    #expect(Self.status("GET / HTTP/1.1", "Host: 127.0.0.1:7000", gate: gate) == 421)
    #expect(Self.status("GET / HTTP/1.1", "Host: localhost:7000", gate: gate) == 421)
  }

  @Test("takes the printable characters and the tab, and refuses all others", arguments: 0...127)
  func characters(byte: UInt8) {
    let line = "X: a" + String(UnicodeScalar(byte)) + "b"
    let expected = byte == 9 || (32...126).contains(byte) ? 200 : 400
    #expect(Self.status("GET / HTTP/1.1", "Host: localhost:7000", line) == expected)
  }

  @Test("takes in names and methods the characters of a token and no others", arguments: 33...126)
  func tokenCharacters(byte: UInt8) {
    let character = Character(UnicodeScalar(byte))
    // RFC 9110, section 5.6.2.
    let isToken =
      "!#$%&'*+-.^_`|~0123456789".contains(character) || ("a"..."z").contains(character)
      || ("A"..."Z").contains(character)
    let host = "Host: localhost:7000"
    #expect(
      Self.status("G\(character)T / HTTP/1.1", host)
        == (!isToken ? 400 : character == "E" ? 200 : 405))
    // Behind a colon follows the value.
    #expect(
      Self.status("GET / HTTP/1.1", host, "X\(character)Y: 1")
        == (isToken || byte == 58 ? 200 : 400))
  }

  @Test("leaves out blanks around a value")
  func blanks() {
    #expect(Self.status("GET / HTTP/1.1", "Host:localhost:7000") == 200)
    #expect(Self.status("GET / HTTP/1.1", "Host: \t localhost:7000 \t") == 200)
    #expect(Self.status("GET / HTTP/1.1", "Host: localhost: 7000") == 421)
  }

  @Test("refuses two Hosts and none")
  func hostCount() {
    #expect(Self.status("GET / HTTP/1.1", "Host: localhost:7000", "Host: evil.example") == 400)
    #expect(Self.status("GET / HTTP/1.1") == 400)
  }

  private static func upgrade(
    origin: String? = "http://127.0.0.1:7000", protocols: String? = nil, method: String = "GET",
    connection: String = "Upgrade", upgrade: String = "websocket"
  ) -> Int {
    var lines = [
      "\(method) /live HTTP/1.1", "Host: 127.0.0.1:7000", "Upgrade: \(upgrade)",
      "Connection: \(connection)",
      "Sec-WebSocket-Protocol: \(protocols ?? "spreadlab.live.1, token.\(secret)")",
    ]
    if let origin { lines.append("Origin: \(origin)") }
    return status(lines.joined(separator: "\r\n"))
  }

  @Test(
    "opens the WebSocket for its own origin only",
    arguments: [
      "http://evil.example", "null", "https://127.0.0.1:7000", "http://127.0.0.1",
      "http://127.0.0.1:7001", "http://localhost:7000", "http://127.0.0.1:7000.evil.example",
      "http://127.0.0.1:7000/", "",
    ])
  func foreignOrigin(origin: String) {
    #expect(Self.upgrade(origin: origin) == 403)
  }

  @Test("opens the WebSocket with the origin and the token")
  func ownOrigin() {
    #expect(Self.upgrade() == 101)
    #expect(Self.upgrade(origin: nil) == 403)
    // As Firefox sends it.
    #expect(Self.upgrade(connection: "keep-alive, Upgrade", upgrade: "WebSocket") == 101)
    #expect(Self.upgrade(connection: "keep-alive") == 426)
    #expect(Self.upgrade(upgrade: "h2c") == 426 && Self.upgrade(upgrade: "websocket, h2c") == 426)
    #expect(Self.upgrade(method: "HEAD") == 426)
  }

  @Test("refuses a wrong token, one bit off included")
  func token() {
    var bits = 0
    for index in Self.secret.utf8.indices {
      var bytes = Array(Self.secret.utf8)
      bytes[Self.secret.utf8.distance(from: Self.secret.utf8.startIndex, to: index)] ^= 1
      let wrong = String(decoding: bytes, as: UTF8.self)
      #expect(Self.upgrade(protocols: "spreadlab.live.1, token.\(wrong)") == 403)
      bits += 1
    }
    #expect(bits == 32)
    let secret = Self.secret
    for protocols in [
      "", "spreadlab.live.1", "token.\(secret)", "spreadlab.live.1, token.",
      "spreadlab.live.1, token.\(secret)0", "spreadlab.live.1, token.\(secret.dropLast())",
      "spreadlab.live.1, token.\(secret.uppercased())",
      "spreadlab.live.1, token.\(secret), token.\(secret)",
    ] {
      #expect(Self.upgrade(protocols: protocols) == 403, "\(protocols)")
    }
  }

  @Test("answers GET and HEAD and no method that could change something")
  func methods() {
    let host = "Host: localhost:7000"
    #expect(Self.status("HEAD / HTTP/1.1", host) == 200)
    for method in ["POST", "PUT", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PATCH", "get"] {
      #expect(Self.status("\(method) / HTTP/1.1", host) == 405)
    }
  }

  @Test("refuses requests that browsers mark as coming from other sites")
  func fetchSite() {
    let host = "Host: localhost:7000"
    #expect(Self.status("GET / HTTP/1.1", host, "Sec-Fetch-Site: cross-site") == 403)
    #expect(Self.status("GET / HTTP/1.1", host, "Sec-Fetch-Site: same-site") == 403)
    #expect(Self.status("GET / HTTP/1.1", host, "Sec-Fetch-Site: none") == 200)
  }

  @Test("answers who follows a link on another site, and nothing that such a site shows or loads")
  func followedLinks() {
    func status(_ line: String, mode: String, dest: String) -> Int? {
      Self.status(
        line, "Host: localhost:7000", "Sec-Fetch-Site: cross-site", "Sec-Fetch-Mode: \(mode)",
        "Sec-Fetch-Dest: \(dest)")
    }
    #expect(status("GET / HTTP/1.1", mode: "navigate", dest: "document") == 200)
    for (mode, dest) in [
      ("navigate", "iframe"), ("navigate", "embed"), ("no-cors", "document"), ("no-cors", "script"),
      ("cors", "empty"), ("navigate", ""), ("", "document"),
    ] {
      #expect(status("GET / HTTP/1.1", mode: mode, dest: dest) == 403, "\(mode) \(dest)")
    }
    // It still is no way to the WebSocket.
    #expect(status("GET /live HTTP/1.1", mode: "navigate", dest: "document") == 426)
  }

  @Test("refuses every way to disagree about where a request ends")
  func framing() {
    let line = "POST / HTTP/1.1"
    let host = "Host: localhost:7000"
    #expect(Self.status(line, host, "Content-Length: 1", "Content-Length: 2") == 400)
    #expect(Self.status(line, host, "Content-Length: 1", "Transfer-Encoding: chunked") == 400)
    #expect(Self.status(line, host, "Transfer-Encoding: chunked") == 400)
    #expect(Self.status(line, host, "Content-Length: +1") == 400)
    #expect(Self.status(line, host, "Content-Length: 1, 1") == 400)
    #expect(Self.status(line, host, "Content-Length: 99999999999999999999") == 400)
    // The limit itself passes, and is refused for what it asks.
    #expect(Self.status(line, host, "Content-Length: 1048577") == 413)
    #expect(Self.status(line, host, "Content-Length: 1048576") == Self.status(line, host))
    #expect(Self.status("GET / HTTP/1.1", host, "Content-Length: 5") == 400)
    #expect(Self.status("GET / HTTP/1.1", host, " folded: 1") == 400)
    #expect(Self.status("GET / HTTP/1.1", "Host : localhost:7000") == 400)
    #expect(Self.status("GET / HTTP/1.1\nHost: localhost:7000") == 400)
    #expect(Self.status("GET  / HTTP/1.1", host) == 400)
    #expect(Self.status("GET / HTTP/1.0", host) == 505)
    #expect(Self.status("GET http://localhost:7000/ HTTP/1.1", host) == 400)
    #expect(Self.status("GET / HTTP/1.1", host, ": no name") == 400)
    #expect(Self.status(" / HTTP/1.1", host) == 400)
    #expect(Self.status("GET / HTTP/1.1 ", host) == 400)
    #expect(Self.status("GET / HTTQ/1.1", host) == 400)
    // Nothing to read behind the head is no body.
    #expect(Self.status("GET / HTTP/1.1", host, "Content-Length: 0") == 200)
    #expect(Self.status("PUT / HTTP/1.1", host, "Content-Length: 5") == 405)
    #expect(Self.status(line, host, "Content-Length:") == 400)
    #expect(Self.status(line, host, "Content-Length: \(String(repeating: "9", count: 18))") == 413)
    #expect(Self.status(line, host, "Content-Length: 1\(String(repeating: "0", count: 18))") == 400)
  }

  @Test("knows no addresses but those of its list")
  func paths() {
    for target in [
      "/../etc/passwd", "/..%2f..%2fetc%2fpasswd", "/%2e%2e/", "//etc/passwd", "/style.css/..",
      "/index.html", "/?x", "/style.css?", "/%00", "/STYLE.CSS", "/app.js%2f",
    ] {
      #expect(Self.status("GET \(target) HTTP/1.1", "Host: localhost:7000") == 404, "\(target)")
    }
  }

  @Test("refuses heads beyond the limit")
  func size() {
    let long = String(repeating: "a", count: RequestHead.sizeLimit)
    #expect(Self.status("GET / HTTP/1.1", "Host: localhost:7000", "X: \(long)") == 431)
    for (length, expected) in [(2_047, 404), (2_048, 414)] {
      let address = String(repeating: "a", count: length)
      #expect(Self.status("GET /\(address) HTTP/1.1", "Host: localhost:7000") == expected)
    }
  }

  @Test("makes tokens that differ and takes those of 32 to 128 characters")
  func tokens() {
    #expect(AccessToken().text != AccessToken().text)
    #expect(AccessToken().text.count == 64)
    for (count, isTaken) in [(0, false), (31, false), (32, true), (128, true), (129, false)] {
      let text = String(repeating: "a", count: count)
      #expect(AccessToken(text)?.text == (isTaken ? text : nil), "\(count)")
    }
    #expect(AccessToken(String(repeating: "é", count: 32))?.text == nil)
  }
}
