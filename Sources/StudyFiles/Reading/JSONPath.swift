import PlainText

/// The way to a value, such as `$.factors.rule.values[2]`. Source: RFC 9535.
struct JSONPath: Hashable, Sendable {
  private(set) var text = "$"

  static let root = JSONPath()

  func key(_ name: String) -> JSONPath {
    var path = self
    let isPlain =
      name.utf8.first.map { !(0x30...0x39).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
          || byte == UInt8(ascii: "_")
      }
    path.text += isPlain ? ".\(name)" : "['\(Self.escaped(name))']"
    return path
  }

  func keys(_ names: String...) -> JSONPath { names.reduce(self) { $0.key($1) } }

  func index(_ index: Int) -> JSONPath {
    var path = self
    path.text += "[\(index)]"
    return path
  }

  private static func escaped(_ name: String) -> String {
    let quoted = JSONText.quoted(String(name.prefix(60)))
    return quoted.dropFirst().dropLast().reduce("") { $0 + ($1 == "'" ? "\\'" : String($1)) }
  }
}
