/// Why a text is not JSON, and where; reading stops at the first such place.
package struct JSONSyntaxError: Error, Hashable, Sendable {
  package var span: SourceSpan
  package var message: String
}

/// Reads one JSON text, strictly by RFC 8259.
///
/// No comments, trailing commas, byte-order mark or invalid UTF-8; escapes must form Unicode
/// characters; at most 128 levels deep. Foundation's reader is not used: it loses the place of a
/// mistake, accepts more than JSON, and stops the process on some input.
package struct JSONReader {
  /// Values nested deeper than this are refused, so that no text can exhaust the stack.
  package static let mostLevels = 128
  /// Texts with more values are refused, so that none takes memory and time without end.
  package static let mostValues = 5_000_000

  private let bytes: [UInt8]
  private let source: Int
  private var position = 0
  private var values = 0

  private init(bytes: [UInt8], source: Int) {
    self.bytes = bytes
    self.source = source
  }

  /// - Throws: `JSONSyntaxError` at the first byte that cannot belong to a JSON text.
  package static func read(
    _ bytes: [UInt8], source: Int = 0
  ) throws(JSONSyntaxError) -> JSONValue {
    var reader = JSONReader(bytes: bytes, source: source)
    if bytes.starts(with: [0xef, 0xbb, 0xbf]) {
      throw reader.error(at: 0, length: 3, "a byte-order mark stands before the text; remove it")
    }
    if let place = firstMalformedUTF8(bytes) {
      throw reader.error(at: place, "this byte is not valid UTF-8; save the file as UTF-8")
    }
    // Every other byte of such a text is one.
    if let place = bytes.prefix(2).firstIndex(of: 0) {
      throw reader.error(at: place, "a zero byte, as in UTF-16; save the file as UTF-8")
    }
    reader.skipSpace()
    guard reader.position < bytes.count else {
      throw reader.error(at: reader.position, "the text is empty; a JSON value is expected")
    }
    let value = try reader.value(level: 1)
    reader.skipSpace()
    guard reader.position == bytes.count else {
      throw reader.error(at: reader.position, "nothing may follow the end of the JSON text")
    }
    return value
  }

  // MARK: Values

  private mutating func value(level: Int) throws(JSONSyntaxError) -> JSONValue {
    guard level <= Self.mostLevels else {
      throw error(at: position, "lists and objects are nested more than \(Self.mostLevels) deep")
    }
    values += 1
    guard values <= Self.mostValues else {
      throw error(at: position, "there are more than \(Self.mostValues) values up to here")
    }
    let start = position
    let content: JSONValue.Content
    guard let byte = current else { throw unexpected("a value") }
    switch byte {
    case UInt8(ascii: "{"): content = try object(level: level)
    case UInt8(ascii: "["): content = try array(level: level)
    case UInt8(ascii: "\""): content = .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): content = .number(try number())
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"):
      content = try word()
    default: throw unexpected("a value")
    }
    return JSONValue(content: content, span: span(from: start))
  }

  private mutating func object(level: Int) throws(JSONSyntaxError) -> JSONValue.Content {
    var members: [JSONValue.Member] = []
    var comma = position
    position += 1
    skipSpace()
    if take("}") { return .object(members) }
    while true {
      guard current == UInt8(ascii: "\"") else {
        if current == UInt8(ascii: "}") {
          throw error(at: comma, "a comma may not stand before \"}\"; remove it")
        }
        if let error = commaWithin(members.last?.value) { throw error }
        throw unexpected("a key in double quotes")
      }
      let start = position
      let key = try string()
      let keySpan = span(from: start)
      skipSpace()
      guard take(":") else { throw unexpected("\":\" after the key") }
      skipSpace()
      let value = try value(level: level + 1)
      members.append(.init(key: key, keySpan: keySpan, value: value))
      skipSpace()
      if take("}") { return .object(members) }
      comma = position
      guard take(",") else { throw unexpected("\",\" or \"}\"") }
      skipSpace()
    }
  }

  private mutating func array(level: Int) throws(JSONSyntaxError) -> JSONValue.Content {
    var elements: [JSONValue] = []
    var comma = position
    position += 1
    skipSpace()
    if take("]") { return .array(elements) }
    while true {
      if current == UInt8(ascii: "]") {
        throw error(at: comma, "a comma may not stand before \"]\"; remove it")
      }
      elements.append(try value(level: level + 1))
      skipSpace()
      if take("]") { return .array(elements) }
      comma = position
      guard take(",") else { throw unexpected("\",\" or \"]\"") }
      skipSpace()
    }
  }

  private mutating func word() throws(JSONSyntaxError) -> JSONValue.Content {
    let start = position
    while let byte = current, Self.isLetter(byte) { position += 1 }
    let text = String(decoding: bytes[start..<position], as: UTF8.self)
    switch text {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default:
      let remedy =
        switch text.lowercased() {
        case "true", "false", "null": "write \(text.lowercased())"
        case "nan", "inf", "infinity": "numbers are finite; give one, or leave the key out"
        default: "put text in double quotes"
        }
      throw error(
        at: start, length: position - start, "\(text.prefix(40)) is not a value; \(remedy)")
    }
  }

  private mutating func number() throws(JSONSyntaxError) -> JSONNumber {
    let start = position
    _ = take("-")
    if take("0") {
      if let byte = current, Self.isDigit(byte) {
        throw error(at: start, length: 2, "a number may not begin with a superfluous 0")
      }
    } else {
      try digits("a digit")
    }
    if take(".") { try digits("a digit after the decimal point") }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      try digits("a digit of the exponent")
    }
    return JSONNumber(grammatical: bytes[start..<position])
  }

  /// Where a number is followed by a comma and a digit, and another key had to follow: "0,2".
  private func commaWithin(_ value: JSONValue?) -> JSONSyntaxError? {
    guard let value, case .number = value.content else { return nil }
    var rest = bytes[value.span.start...].prefix {
      Self.isDigit($0) || [UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: ",")].contains($0)
    }
    if rest.last == UInt8(ascii: ",") { rest.removeLast() }
    return withoutComma(String(decoding: rest, as: UTF8.self)).map {
      error(at: value.span.start, length: rest.count, $0)
    }
  }

  private mutating func digits(_ wanted: String) throws(JSONSyntaxError) {
    guard let byte = current, Self.isDigit(byte) else { throw unexpected(wanted) }
    while let byte = current, Self.isDigit(byte) { position += 1 }
  }

  // MARK: Strings

  private mutating func string() throws(JSONSyntaxError) -> String {
    let start = position
    var text: [UInt8] = []
    position += 1
    // From here on nothing is in the text yet; most strings are one such part.
    var plain = position
    while let byte = current {
      switch byte {
      case UInt8(ascii: "\""):
        let rest = bytes[plain..<position]
        position += 1
        return text.isEmpty
          ? String(decoding: rest, as: UTF8.self) : String(decoding: text + rest, as: UTF8.self)
      case UInt8(ascii: "\\"):
        text += bytes[plain..<position]
        try escape(into: &text)
        plain = position
      case 0..<0x20:
        throw error(
          at: position,
          byte == UInt8(ascii: "\n")
            ? "the line ends within a string; close it with \""
              + ((start..<position).contains(where: isTypographicQuote) ? Self.straightQuotes : "")
            : "a control character may not stand in a string; write it as an escape")
      default: position += 1
      }
    }
    throw error(at: start, "this string is never closed; add \"")
  }

  private mutating func escape(into text: inout [UInt8]) throws(JSONSyntaxError) {
    let start = position
    position += 1
    guard let byte = current else { throw error(at: start, "the text ends within an escape") }
    position += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): text.append(byte)
    case UInt8(ascii: "b"): text.append(0x08)
    case UInt8(ascii: "f"): text.append(0x0c)
    case UInt8(ascii: "n"): text.append(0x0a)
    case UInt8(ascii: "r"): text.append(0x0d)
    case UInt8(ascii: "t"): text.append(0x09)
    case UInt8(ascii: "u"):
      let scalar = try escapedScalar(from: start)
      text.append(contentsOf: Array(String(Character(scalar)).utf8))
    default:
      throw error(
        at: start, length: 2,
        "this escape is not known; \\\" \\\\ \\/ \\b \\f \\n \\r \\t \\uXXXX are")
    }
  }

  private mutating func escapedScalar(from start: Int) throws(JSONSyntaxError) -> Unicode.Scalar {
    let first = try hexadecimal(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    if first < 0xdc00, take("\\"), take("u") {
      let second = try hexadecimal(from: start)
      if (0xdc00...0xdfff).contains(second),
        let scalar = Unicode.Scalar(0x10000 + (first - 0xd800) << 10 + (second - 0xdc00))
      {
        return scalar
      }
    }
    throw error(
      at: start, length: position - start, "half of a surrogate pair alone is not a character")
  }

  private mutating func hexadecimal(from start: Int) throws(JSONSyntaxError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue,
        byte < 0x80
      else { throw error(at: start, length: position - start, "\\u needs four hexadecimal digits") }
      value = value << 4 | UInt32(digit)
      position += 1
    }
    return value
  }

  // MARK: Bytes

  private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func take(_ byte: Unicode.Scalar) -> Bool {
    guard current == UInt8(ascii: byte) else { return false }
    position += 1
    return true
  }

  private mutating func skipSpace() {
    while let byte = current,
      byte == 0x20 || byte == 0x0a || byte == 0x0d || byte == 0x09
    {
      position += 1
    }
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || isDigit(byte)
      || byte == UInt8(ascii: "_")
  }

  // MARK: Errors

  private static let straightQuotes =
    "; text stands in straight quotes (\"), not in typographic ones"

  /// One of ‘ ’ ‚ ‛ “ ” „ ‟ « ».
  private func isTypographicQuote(at place: Int) -> Bool {
    let character = bytes[place...].prefix(3)
    let last = character.last ?? 0
    return character.starts(with: [0xe2, 0x80]) && (0x98...0x9f).contains(last)
      || character.starts(with: [0xc2, 0xab]) || character.starts(with: [0xc2, 0xbb])
  }

  private func span(from start: Int) -> SourceSpan {
    SourceSpan(source: source, start: start, end: position)
  }

  private func error(at start: Int, length: Int = 1, _ message: String) -> JSONSyntaxError {
    let end = min(start + length, bytes.count)
    return JSONSyntaxError(
      span: SourceSpan(source: source, start: start, end: max(start, end)), message: message)
  }

  private func unexpected(_ wanted: String) -> JSONSyntaxError {
    guard let byte = current else {
      return error(at: position, "the text ends where \(wanted) is expected")
    }
    if byte == UInt8(ascii: "/"), bytes[(position + 1)...].first.map(Self.isDigit) == true,
      bytes[..<position].last(where: { $0 != UInt8(ascii: " ") }).map(Self.isDigit) == true
    {
      return error(at: position, "write a fraction as a decimal number, such as 0.25 for 1/4")
    }
    let start = bytes[position...].prefix { Self.isDigit($0) || "+-.".utf8.contains($0) }
    if wanted == "a value", let number = jsonNumber(String(decoding: start, as: UTF8.self)) {
      return error(at: position, length: start.count, "write \(number)")
    }
    if byte == UInt8(ascii: "/") || byte == UInt8(ascii: "#") {
      return error(at: position, "comments are not part of JSON; \(wanted) is expected")
    }
    if isTypographicQuote(at: position) {
      return error(at: position, "\(wanted) is expected\(Self.straightQuotes)")
    }
    if byte == UInt8(ascii: "'") {
      return error(at: position, "put text in double quotes; \(wanted) is expected")
    }
    return error(at: position, "\(wanted) is expected here")
  }
}
