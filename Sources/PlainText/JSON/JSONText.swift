/// JSON to be written: members keep their order, so the same content gives the same bytes.
package indirect enum JSONText: Hashable, Sendable {
  case null
  case bool(Bool)
  case int(Int)
  /// The shortest digits that read back exactly; not finite becomes `null`, which JSON demands.
  case real(Double)
  case string(String)
  case array([JSONText])
  case members([Member])

  package struct Member: Hashable, Sendable {
    package var key: String
    package var value: JSONText

    package init(key: String, value: JSONText) {
      (self.key, self.value) = (key, value)
    }
  }

  /// An object with these keys, in this order.
  package static func object(_ members: [(String, JSONText)]) -> JSONText {
    .members(members.map { Member(key: $0.0, value: $0.1) })
  }

  /// A text, or `null` where there is none.
  package static func text(_ text: String?) -> JSONText { text.map(JSONText.string) ?? .null }

  /// Two spaces per level, short lists and objects on one line, a line feed at the end.
  package var text: String {
    var output = ""
    write(to: &output, indent: 0)
    return output + "\n"
  }

  /// Everything on one line without spaces or line feed: the form that digests are taken of.
  package var compactText: String {
    var output = ""
    writeCompact(to: &output, separator: ",", colon: ":")
    return output
  }

  private static let lineWidth = 90

  private func write(to output: inout String, indent: Int) {
    if let line = oneLine(room: Self.lineWidth - indent) {
      output += line
      return
    }
    let inner = String(repeating: " ", count: indent + 2)
    let outer = String(repeating: " ", count: indent)
    switch self {
    case .array(let elements):
      output += "[\n"
      for (index, element) in elements.enumerated() {
        output += inner
        element.write(to: &output, indent: indent + 2)
        output += index + 1 < elements.count ? ",\n" : "\n"
      }
      output += outer + "]"
    case .members(let members):
      output += "{\n"
      for (index, member) in members.enumerated() {
        output += inner + Self.quoted(member.key) + ": "
        member.value.write(to: &output, indent: indent + 2)
        output += index + 1 < members.count ? ",\n" : "\n"
      }
      output += outer + "}"
    default: writeCompact(to: &output, separator: ", ", colon: ": ")
    }
  }

  /// The value on one line, if it is plain or small enough for one.
  private func oneLine(room: Int) -> String? {
    switch self {
    case .array(let elements) where elements.count > 64: return nil
    case .members(let members) where members.count > 8: return nil
    case .array(let elements) where elements.contains { $0.isFilledContainer }: return nil
    case .members(let members) where members.contains { $0.value.isFilledContainer }: return nil
    default:
      var line = ""
      writeCompact(to: &line, separator: ", ", colon: ": ")
      return line.utf8.count <= room || !isFilledContainer ? line : nil
    }
  }

  private var isFilledContainer: Bool {
    switch self {
    case .array(let elements): !elements.isEmpty
    case .members(let members): !members.isEmpty
    default: false
    }
  }

  private func writeCompact(to output: inout String, separator: String, colon: String) {
    switch self {
    case .null: output += "null"
    case .bool(let value): output += value ? "true" : "false"
    case .int(let value): output += String(value)
    case .real(let value): output += value.isFinite ? "\(value)" : "null"
    case .string(let text): output += Self.quoted(text)
    case .array(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { output += separator }
        element.writeCompact(to: &output, separator: separator, colon: colon)
      }
      output += "]"
    case .members(let members):
      output += "{"
      for (index, member) in members.enumerated() {
        if index > 0 { output += separator }
        output += Self.quoted(member.key) + colon
        member.value.writeCompact(to: &output, separator: separator, colon: colon)
      }
      output += "}"
    }
  }

  /// The text in double quotes, control characters as escapes.
  package static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7f:
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension JSONText {
  /// The content of a value that was read, without its places.
  package init(_ value: JSONValue) {
    switch value.content {
    case .null: self = .null
    case .bool(let flag): self = .bool(flag)
    case .number(let number): self = number.integer.map(JSONText.int) ?? .real(number.double)
    case .string(let text): self = .string(text)
    case .array(let elements): self = .array(elements.map(JSONText.init))
    case .object(let members):
      self = .members(members.map { Member(key: $0.key, value: JSONText($0.value)) })
    }
  }
}
