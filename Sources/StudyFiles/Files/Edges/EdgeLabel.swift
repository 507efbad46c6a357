import PlainText

/// What an id in an edge file can be: the number of a person, or a label.
enum EdgeLabel {
  /// The number that digits without leading zeros say; nil for anything else. Numbers of more than 18
  /// digits are all beyond any group.
  static func wholeNumber(_ id: UnsafeBufferPointer<UInt8>) -> Int? {
    guard let first = id.first, first != UInt8(ascii: "0") || id.count == 1 else { return nil }
    var value = 0
    for byte in id {
      guard (0x30...0x39).contains(byte) else { return nil }
      if value < Int(1e17) { value = value * 10 + Int(byte - 0x30) }
    }
    return value
  }

  /// Whether an id reads as a number, whole or not.
  static func looksLikeNumber(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    guard let first = id.first, (0x30...0x39).contains(first) || "+-.".utf8.contains(first) else {
      return false
    }
    return id.allSatisfy { "0123456789+-.eE".utf8.contains($0) }
      && Double(String(decoding: id, as: UTF8.self)) != nil
  }

  /// Whether an id is a label that reads as no number.
  static func isWord(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    !id.isEmpty && !looksLikeNumber(id) && problem(id, isQuoted: false) == nil
  }

  /// Why an id can be no label; nil if it can.
  static func problem(
    _ id: UnsafeBufferPointer<UInt8>, isQuoted: Bool
  ) -> (code: ErrorCode, message: String)? {
    if id.isEmpty { return (.missing, "a person is missing") }
    if id.count > 1_000 { return (.badLabel, "the label is longer than 1000 bytes") }
    let text = String(decoding: id, as: UTF8.self)
    let isPlain = id.allSatisfy { (0x20..<0x7f).contains($0) }
    if !isPlain, text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    {
      return (.badLabel, "a label may not contain control characters")
    }
    guard !isQuoted, !areBracketsClosed(id) else { return nil }
    return (
      .badLabel,
      "\(text) is half of something in brackets; give plain ids (networkx.convert_node_labels_to_integers(G) "
        + "numbers the people of a lattice), or put the label in quotes"
    )
  }

  private static func areBracketsClosed(_ id: UnsafeBufferPointer<UInt8>) -> Bool {
    var open: [UInt8] = []
    for byte in id {
      switch byte {
      case UInt8(ascii: "("): open.append(UInt8(ascii: ")"))
      case UInt8(ascii: "["): open.append(UInt8(ascii: "]"))
      case UInt8(ascii: "{"): open.append(UInt8(ascii: "}"))
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"):
        guard open.popLast() == byte else { return false }
      default: break
      }
    }
    return open.isEmpty
  }
}

/// A label as a cell of a file of edges that is read as the same label.
package func edgeCell(_ label: String) -> String {
  let isPlain =
    label.utf8.first.map { $0 >= 0x41 } ?? false && label.last != " "
    && !MissingValue.isMistaken(for: label)
    && label.utf8.allSatisfy { byte in
      byte >= 0x80 || (0x30...0x39).contains(byte) || (0x41...0x5a).contains(byte)
        || (0x61...0x7a).contains(byte) || "_-.:@ ".utf8.contains(byte)
    }
  return isPlain ? label : "\"\(label.replacing("\"", with: "\"\""))\""
}
