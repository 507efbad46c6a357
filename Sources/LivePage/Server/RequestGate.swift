/// Decides what a request gets, before anything else looks at it.
///
/// A page on the Internet can make a browser send requests to this server. It cannot forge Host
/// (so a name that was rebound to the server's address is seen), Origin (so a foreign page's WebSocket is
/// seen) or Sec-Fetch-Site, and it does not know the token.
package struct RequestGate: Sendable {
  package enum Verdict: Equatable, Sendable {
    case asset(Asset)
    /// Open the WebSocket; the key is that of the handshake (RFC 6455, section 4.2.1).
    case upgrade
    case refuse(Refusal)
  }

  /// The word a page must offer beside its token in `Sec-WebSocket-Protocol`.
  package static let subprotocol = "spreadlab.live.1"
  package static let bodyLimit = 1 << 20

  /// What the header Host may be.
  private let hosts: [String]
  private let token: AccessToken

  package init(host: PageHost = .loopback, port: UInt16, token: AccessToken) {
    hosts = [host.authority(port)] + (host == .loopback ? ["localhost:\(port)"] : [])
    self.token = token
  }

  package func judge(_ head: RequestHead) -> Verdict {
    do throws(Refusal) {
      try checkFraming(head)
      let host = try checkHost(head)
      try checkSite(head)
      guard head.method == "GET" || head.method == "HEAD" else {
        throw Refusal(status: 405, reason: "Only GET and HEAD are supported.")
      }
      guard head.target == "/live" else {
        guard let asset = Asset.all[head.target] else {
          throw Refusal(status: 404, reason: "There is no such page.")
        }
        return .asset(asset)
      }
      try checkUpgrade(head, host: host)
      return .upgrade
    } catch {
      return .refuse(error)
    }
  }

  /// No request here has a body, so every way to announce one is refused.
  private func checkFraming(_ head: RequestHead) throws(Refusal) {
    guard head.values("transfer-encoding").isEmpty else {
      throw Refusal(status: 400, reason: "Transfer-Encoding is not accepted.")
    }
    let lengths = head.values("content-length")
    guard !lengths.isEmpty else { return }
    guard lengths.count == 1, (1...18).contains(lengths[0].count),
      lengths[0].allSatisfy({ ("0"..."9").contains($0) }), let length = Int(lengths[0])
    else { throw Refusal(status: 400, reason: "Content-Length is malformed.") }
    guard length <= Self.bodyLimit else {
      throw Refusal(status: 413, reason: "The body is larger than \(Self.bodyLimit) bytes.")
    }
    guard length == 0 || head.method == "POST" || head.method == "PUT" else {
      throw Refusal(status: 400, reason: "A body is not accepted.")
    }
  }

  private func checkHost(_ head: RequestHead) throws(Refusal) -> String {
    let given = head.values("host")
    guard given.count == 1, !given[0].isEmpty else {
      throw Refusal(status: 400, reason: "Exactly one Host header is required.")
    }
    let host = given[0].lowercased()
    guard hosts.contains(host) else {
      throw Refusal(status: 421, reason: "This server does not answer for that host.")
    }
    return host
  }

  /// A link on another site may be followed: browsers send nobody but the person who followed it to the
  /// page, and it may not be framed.
  private func checkSite(_ head: RequestHead) throws(Refusal) {
    let isFollowed =
      head.values("sec-fetch-mode") == ["navigate"] && head.values("sec-fetch-dest") == ["document"]
    guard !isFollowed else { return }
    let foreign = head.values("sec-fetch-site").contains {
      !["same-origin", "none"].contains($0.lowercased())
    }
    guard !foreign else {
      throw Refusal(status: 403, reason: "Requests from other sites are not answered.")
    }
  }

  private func checkUpgrade(_ head: RequestHead, host: String) throws(Refusal) {
    guard head.method == "GET", head.words("upgrade") == ["websocket"],
      head.words("connection").contains("upgrade")
    else { throw Refusal(status: 426, reason: "This address accepts only WebSocket connections.") }
    guard head.values("origin") == ["http://\(host)"] else {
      throw Refusal(status: 403, reason: "Only the page of this server may connect.")
    }
    // Read as sent: words(_:) lowers the case, and tokens tell cases apart.
    let offered = head.values("sec-websocket-protocol").flatMap { $0.split(separator: ",") }
      .map { String($0.drop { $0 == " " }) }
    let tokens = offered.filter { $0.hasPrefix("token.") }.map { String($0.dropFirst(6)) }
    guard offered.contains(Self.subprotocol), tokens.count == 1, token.matches(tokens[0]) else {
      throw Refusal(
        status: 403,
        reason: "The token is missing or wrong: open the address that "
          + "spreadlab live printed.")
    }
  }
}
