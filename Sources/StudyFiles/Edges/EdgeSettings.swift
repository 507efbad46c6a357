import PlainText

/// A column of a file, by its number from 1 or by its name in the header.
package enum ColumnName: Hashable, Sendable {
  case number(Int)
  case name(String)

  /// Digits are a number.
  package init(_ text: String) {
    self = Int(text).map { .number($0) } ?? .name(text)
  }
}

extension Codec<ColumnName> {
  static let column = Codec(
    plain: { _ in .either([.whole(1...10_000), .text]) },
    read: { value, _ in
      value.number?.integer.map { .number($0) } ?? value.string.map { .name($0) }
    },
    write: {
      switch $0 {
      case .number(let number): .int(number)
      case .name(let name): .string(name)
      }
    })
}

extension Codec<[ColumnName]> {
  static func columns(atLeast least: Int) -> Codec { .list(of: .column, atLeast: least) }
}

/// Whose settings messages name: members of a study file, or options of `spreadlab contacts`.
package enum EdgeSettings: Sendable {
  case study, command

  func columns(_ a: Int, _ b: Int) -> String {
    self == .study ? "\"columns\": [\(a), \(b)]" : "--columns \(a),\(b)"
  }

  func ignore(_ column: ColumnName) -> String {
    switch (self, column) {
    case (.study, .number(let number)): "\"ignore\": [\(number)]"
    case (.study, .name(let name)): "\"ignore\": [\(JSONText.quoted(name))]"
    case (.command, .number(let number)): "--ignore \(number)"
    case (.command, .name(let name)): "--ignore \(JSONText.quoted(name))"
    }
  }

  var labels: String { self == .study ? "\"ids\": \"labels\"" : "--ids labels" }
  var directed: String { self == .study ? "\"directed\": true" : "--directed" }
  var merged: String { self == .study ? "\"repeated\": \"merge\"" : "--merge" }
  var people: String { self == .study ? "group_size" : "--people" }
}
