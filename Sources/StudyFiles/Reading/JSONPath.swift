import PlainText

/// The way to a value, such as `$.factors.rule.values[2]`. Source: RFC 9535.
///
/// A chain, worded where it is shown: a file of a million values has a million paths, and shows few.
indirect enum JSONPath: Hashable, Sendable {
  case root
  case member(String, of: JSONPath)
  case element(Int, of: JSONPath)

  var text: String {
    switch self {
    case .root: "$"
    case .member(let name, let parent): parent.text + Self.member(name)
    case .element(let index, let parent): "\(parent.text)[\(index)]"
    }
  }

  /// Whether it leads to what another one does, or into that.
  func isWithin(_ other: JSONPath) -> Bool {
    if self == other { return true }
    return switch self {
    case .root: false
    case .member(_, let parent), .element(_, let parent): parent.isWithin(other)
    }
  }

  /// Whether a key of that name is on the way.
  func names(_ name: String) -> Bool {
    switch self {
    case .root: false
    case .member(let member, let parent): member == name || parent.names(name)
    case .element(_, let parent): parent.names(name)
    }
  }

  func key(_ name: String) -> JSONPath { .member(name, of: self) }

  func keys(_ names: String...) -> JSONPath { names.reduce(self) { $0.key($1) } }

  /// On the way within a structure, where whole numbers are indices of lists.
  func way(_ keys: [String]) -> JSONPath {
    keys.reduce(self) { path, key in Int(key).map(path.index) ?? path.key(key) }
  }

  func index(_ index: Int) -> JSONPath { .element(index, of: self) }

  /// Of a longer name the beginning is shown.
  private static let mostBytes = 200

  private static func member(_ name: String) -> String {
    let isPlain =
      name.utf8.count <= mostBytes && name.utf8.first.map { !(0x30...0x39).contains($0) } == true
      && name.utf8.allSatisfy { byte in
        (0x30...0x39).contains(byte) || (0x61...0x7a).contains(byte | 0x20)
          || byte == UInt8(ascii: "_")
      }
    return isPlain ? ".\(name)" : "['\(escaped(name))']"
  }

  private static func escaped(_ name: String) -> String {
    let quoted = JSONText.quoted(String(name.prefix(60)))
    return quoted.dropFirst().dropLast().reduce("") { $0 + ($1 == "'" ? "\\'" : String($1)) }
  }
}
