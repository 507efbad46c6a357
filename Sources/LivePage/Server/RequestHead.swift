/// The request line and header fields of one request, read strictly: what RFC 9112 lets a server
/// repair (bare line feeds, folded lines, spaces before a colon) is refused here, because two
/// readers that repair differently can be played against each other (request smuggling).
package struct RequestHead: Equatable, Sendable {
  package struct Field: Equatable, Sendable {
    /// In lower case.
    package var name: String
    package var value: String
  }

  /// Bytes of a head, its empty line included; beyond them the answer is 431.
  package static let sizeLimit = 16 * 1024
  /// Bytes of the request target; beyond them the answer is 414.
  package static let targetLimit = 2_048

  package var method: String
  /// As sent: nothing is decoded, so nothing can be decoded twice.
  package var target: String
  package var fields: [Field]

  /// All values of a field, in order of appearance.
  package func values(_ name: String) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// The comma-separated words of a field, in lower case.
  package func words(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }.map { trimmed($0).lowercased() }
  }

  /// Where the head ends in `bytes` (behind the empty line), or nil if more bytes are needed.
  ///
  /// - Throws: `Refusal` 431 for a head beyond the limit, 400 for a bare line feed.
  package static func end(in bytes: [UInt8]) throws(Refusal) -> Int? {
    var lineStart = 0
    for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
      guard index > 0, bytes[index - 1] == UInt8(ascii: "\r") else {
        throw Refusal(status: 400, reason: "A line of the request does not end with CR LF.")
      }
      if index - lineStart == 1 {
        guard index < sizeLimit else { throw tooLarge }
        return index + 1
      }
      lineStart = index + 1
    }
    guard bytes.count <= sizeLimit else { throw tooLarge }
    return nil
  }

  /// Reads a whole head, empty line included.
  ///
  /// - Throws: `Refusal` 400 for anything malformed, 414 for a long target, 505 for a version
  ///   other than HTTP/1.1.
  package init(parsing bytes: some Collection<UInt8>) throws(Refusal) {
    let malformed = Refusal(status: 400, reason: "The request is malformed.")
    guard bytes.allSatisfy({ $0 == 13 || $0 == 10 || $0 == 9 || (32...126).contains($0) }) else {
      throw malformed
    }
    var lines = String(decoding: bytes, as: UTF8.self).split(
      separator: "\r\n", omittingEmptySubsequences: false)
    // The head ends with CR LF CR LF: two empty pieces behind the last line.
    guard lines.count >= 3, lines.suffix(2).allSatisfy(\.isEmpty) else { throw malformed }
    lines.removeLast(2)
    guard !lines.contains(where: { $0.contains { $0 == "\r" || $0 == "\n" } }) else {
      throw malformed
    }

    let parts = lines[0].split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 3, !parts[0].isEmpty, parts[0].allSatisfy(\.isTokenCharacter),
      parts[1].first == "/"
    else { throw malformed }
    guard parts[1].utf8.count <= Self.targetLimit else {
      throw Refusal(status: 414, reason: "The address is too long.")
    }
    guard parts[2] == "HTTP/1.1" else {
      guard parts[2].hasPrefix("HTTP/") else { throw malformed }
      throw Refusal(status: 505, reason: "This server supports only HTTP/1.1.")
    }
    method = String(parts[0])
    target = String(parts[1])

    fields = []
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":"), colon > line.startIndex,
        line[..<colon].allSatisfy(\.isTokenCharacter)
      else { throw malformed }
      let value = trimmed(line[line.index(after: colon)...])
      fields.append(Field(name: line[..<colon].lowercased(), value: value))
    }
  }

  private static let tooLarge = Refusal(
    status: 431, reason: "The header is larger than \(sizeLimit) bytes.")
}

/// Without spaces and tabs at both ends.
private func trimmed(_ text: some StringProtocol) -> String {
  let blank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
  var kept = Substring(text).drop(while: blank)
  while let last = kept.last, blank(last) { kept.removeLast() }
  return String(kept)
}

extension Character {
  /// Whether it may stand in a method or a field name (RFC 9110, section 5.6.2).
  fileprivate var isTokenCharacter: Bool {
    isASCII && (isLetter || isNumber || "!#$%&'*+-.^_`|~".contains(self))
  }
}
