import PlainText
import SpreadModel

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

extension ColumnName {
  /// As a study says it.
  fileprivate var text: String { Codec.column.write(self).compactText }
}

extension Codec<[ColumnName]> {
  static func columns(atLeast least: Int) -> Codec { .list(of: .column, atLeast: least) }
}

/// Which column has the weights of edges, and what they are.
package struct EdgeWeight: Hashable, Sendable {
  package var column: ColumnName
  /// u, where weights are durations; nil: factors of the infection probability.
  package var exposure: Double?

  package init(column: ColumnName, exposure: Double? = nil) {
    (self.column, self.exposure) = (column, exposure)
  }

  static let codec = Codec<EdgeWeight>.either(
    Codec<ColumnName>.column.map(
      { EdgeWeight(column: $0) }, { $0.exposure == nil ? $0.column : nil }),
    .object(
      EdgeWeight(column: .number(1)),
      [
        Member("column", required: \.column, .column, "The column, by name or number from 1."),
        Member(
          "exposure", required: .real(.positive(to: 1e9)),
          "Duration u of a contact that infects with the infection probability: one of duration w does with "
            + "1 - (1 - p)^(w / u).", set: { $0.exposure = $1 }, get: \.exposure),
      ]))
}

/// Whose settings messages name: members of a study file, or options of `spreadlab contacts`.
package enum FileSettings: Sendable {
  case study, command

  func columns(_ a: Int, _ b: Int) -> String {
    self == .study ? "\"columns\": [\(a), \(b)]" : "--columns \(a),\(b)"
  }

  func ignore(_ column: ColumnName) -> String {
    self == .study ? "\"ignore\": [\(column.text)]" : "--ignore \(column.text)"
  }

  func weight(_ column: ColumnName) -> String {
    self == .study ? "\"weight\": \(column.text)" : "--weight \(column.text)"
  }

  var labels: String { self == .study ? "\"ids\": \"labels\"" : "--ids labels" }
  var directed: String { self == .study ? "\"directed\": true" : "--directed" }
  var merged: String { self == .study ? "\"repeated\": \"merge\"" : "--merge" }
  var people: String { self == .study ? "group_size" : "--people" }
}
