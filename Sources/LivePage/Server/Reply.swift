/// The bytes of an answer. Every connection that is not a WebSocket carries one request.
enum Reply {
  /// Sent with every answer. `connect-src 'self'` allows the page's own WebSocket and no other.
  private static let protection = """
    Content-Security-Policy: default-src 'none'; script-src 'self'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'\r
    Cross-Origin-Opener-Policy: same-origin\r
    Cross-Origin-Resource-Policy: same-origin\r
    Referrer-Policy: no-referrer\r
    X-Content-Type-Options: nosniff\r
    X-Frame-Options: DENY\r
    Cache-Control: no-store\r
    Connection: close\r

    """

  static func asset(_ asset: Asset, headOnly: Bool) -> [UInt8] {
    head(status: 200, type: asset.type, length: asset.bytes.count)
      + (headOnly ? [] : asset.bytes)
  }

  static func refusal(_ refusal: Refusal) -> [UInt8] {
    let body = Array((refusal.reason + "\n").utf8)
    let allow = refusal.status == 405 ? "Allow: GET, HEAD\r\n" : ""
    return head(
      status: refusal.status, type: "text/plain; charset=utf-8", length: body.count, more: allow)
      + body
  }

  private static func head(
    status: Int, type: String, length: Int, more: String = ""
  ) -> [UInt8] {
    let text = """
      HTTP/1.1 \(status) \(Refusal.phrase(for: status))\r
      Content-Type: \(type)\r
      Content-Length: \(length)\r
      \(more)\(protection)\r

      """
    return Array(text.utf8)
  }
}
