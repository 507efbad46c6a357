package import PlainText

/// A cell of a table before it is known whether it becomes CSV or JSON.
package enum Cell: Hashable, Sendable {
  case text(String)
  /// nil is an empty cell.
  case whole(Int?)
  /// nil, and what is not finite, is an empty cell.
  case real(Double?)

  package var csv: String {
    if case .text(let text) = self { csvField(text) } else { text }
  }

  /// As it is read from a table, without the quotes of CSV.
  package var text: String {
    switch self {
    case .text(let text): text
    case .whole(let value): value.map { String($0) } ?? ""
    case .real(let value): value.flatMap { $0.isFinite ? realText($0) : nil } ?? ""
    }
  }

  package var json: JSONText {
    switch self {
    case .text(let text): .string(text)
    case .whole(let value): value.map(JSONText.int) ?? .null
    case .real(let value): value.map(JSONText.real) ?? .null
    }
  }
}
