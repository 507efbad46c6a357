/// The value of a key of the model, as it stands in study files and tables.
package enum KeyValue: Hashable, Sendable {
  case whole(Int)
  case real(Double)
  /// A name (a rule) or a word of the key's own (`torus`, `square`).
  case name(String)
  case introductions([Introduction])
  /// Numbers of people.
  case people([Int])
  /// A distribution of lengths.
  case length(Length)
  /// No value: that of a key which need not have one.
  case absent
}

extension KeyValue {
  /// The position on an axis; nil of what is no number.
  package var number: Double? {
    switch self {
    case .whole(let value): Double(value)
    case .real(let value): value
    case .name, .introductions, .people, .length, .absent: nil
    }
  }
}

extension KeyValue: CustomStringConvertible {
  /// As a cell of a table and a line of an identity: real numbers by the shortest digits that read
  /// back to the same double.
  package var description: String {
    switch self {
    case .whole(let value): String(value)
    case .real(let value): "\(value)"
    case .name(let name): name
    case .introductions(let list): "\(list.count) introductions"
    case .people(let people): people.map(String.init).joined(separator: " ")
    case .length(let length): "\(length)"
    case .absent: ""
    }
  }
}

/// A type of a scenario's property that a key can set.
package protocol KeyValueConvertible: Sendable {
  init?(_ value: KeyValue)
  var keyValue: KeyValue { get }
}

extension Int: KeyValueConvertible {
  package init?(_ value: KeyValue) {
    guard case .whole(let number) = value else { return nil }
    self = number
  }
  package var keyValue: KeyValue { .whole(self) }
}

extension Double: KeyValueConvertible {
  package init?(_ value: KeyValue) {
    guard case .real(let number) = value else { return nil }
    self = number
  }
  package var keyValue: KeyValue { .real(self) }
}

extension String: KeyValueConvertible {
  package init?(_ value: KeyValue) {
    guard case .name(let name) = value else { return nil }
    self = name
  }
  package var keyValue: KeyValue { .name(self) }
}

extension Boundary: KeyValueConvertible {
  package init?(_ value: KeyValue) {
    guard let name = String(value), let boundary = Boundary(rawValue: name) else { return nil }
    self = boundary
  }
  package var keyValue: KeyValue { .name(rawValue) }
}

/// What lists a key can set are made of.
package protocol KeyValueElement: Sendable {
  static func list(_ value: KeyValue) -> [Self]?
  static func keyValue(of list: [Self]) -> KeyValue
}

extension Array: KeyValueConvertible where Element: KeyValueElement {
  package init?(_ value: KeyValue) {
    guard let list = Element.list(value) else { return nil }
    self = list
  }
  package var keyValue: KeyValue { Element.keyValue(of: self) }
}

extension Introduction: KeyValueElement {
  package static func list(_ value: KeyValue) -> [Introduction]? {
    if case .introductions(let list) = value { list } else { nil }
  }
  package static func keyValue(of list: [Introduction]) -> KeyValue { .introductions(list) }
}

extension Int: KeyValueElement {
  package static func list(_ value: KeyValue) -> [Int]? {
    if case .people(let list) = value { list } else { nil }
  }
  package static func keyValue(of list: [Int]) -> KeyValue { .people(list) }
}
