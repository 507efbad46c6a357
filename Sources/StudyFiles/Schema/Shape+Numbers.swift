import PlainText
import SpreadModel

/// The numbers within a value of a shape, by their paths.
extension Shape {
  struct Number {
    var path: [String]
    var allowed: AllowedValues
    var unit: String
    /// As `ModelKey.meaning`.
    var meaning: String
  }

  /// Names that a file may use for keys of numbers, with the values these may have.
  struct Pattern: Sendable {
    /// A regular expression.
    let text: String
    let allowed: AllowedValues

    func matches(_ name: String) -> Bool {
      // The patterns are our own, and valid.
      (try? Regex(text).wholeMatch(in: name)) != nil
    }
  }

  /// The numbers that stand in a value, in its order.
  func numbers(in value: JSONValue) -> [Number] { numbers(in: value, unit: "1", about: "") }

  private func numbers(in value: JSONValue, unit: String, about: String) -> [Number] {
    func number(_ allowed: AllowedValues) -> [Number] {
      guard value.number != nil else { return [] }
      return [
        Number(
          path: [], allowed: allowed, unit: unit,
          meaning: String(about.prefix(1)).lowercased() + String(about.dropFirst().dropLast()))
      ]
    }
    func below(_ name: String, _ numbers: [Number]) -> [Number] {
      numbers.map { number in
        var number = number
        number.path.insert(name, at: 0)
        return number
      }
    }
    switch self {
    case .whole(let range): return number(.whole(range))
    case .real(let range): return number(.real(range))
    case .list(let element, _, _):
      return (value.elements ?? []).enumerated().flatMap { index, item in
        below("\(index)", element.numbers(in: item, unit: unit, about: about))
      }
    case .either where isName: return []
    case .either(let shapes):
      return shapes.first { $0.fitsType(of: value) }?
        .numbers(in: value, unit: unit, about: about) ?? []
    case .object, .forms, .kinds:
      return (value.members ?? []).flatMap { member in
        guard let key = keys(of: value).first(where: { $0.name == member.key }) else {
          return [Number]()
        }
        return below(
          key.name, key.shape.numbers(in: member.value, unit: key.unit, about: key.about))
      }
    default: return []
    }
  }

  /// Of each number that values of this shape may hold: its path as a regular expression.
  var numberPatterns: [(pattern: String, allowed: AllowedValues)] {
    switch self {
    case .whole(let range): return [("", .whole(range))]
    case .real(let range): return [("", .real(range))]
    case .list(let element, _, _):
      return element.numberPatterns.map { ("\\.(0|[1-9][0-9]*)\($0.pattern)", $0.allowed) }
    case .either where isName: return []
    case .either(let shapes):
      return shapes.flatMap(\.numberPatterns)
    case .object, .forms, .kinds:
      var seen: Set<String> = []
      return keys().filter { seen.insert($0.name).inserted }.flatMap { key in
        key.shape.numberPatterns.map { ("\\.\(key.name)\($0.pattern)", $0.allowed) }
      }
    default: return []
    }
  }

  /// Whether a number stands for a name, such as that of a column: it is no quantity.
  private var isName: Bool {
    guard case .either(let shapes) = self else { return false }
    return shapes.contains { if case .text = $0 { true } else { false } }
  }

  /// Whether objects of this shape, or in a list of it, may have such a key.
  func knows(_ name: String) -> Bool {
    switch self {
    case .either(let shapes): return shapes.contains { $0.knows(name) }
    case .list(let element, _, _): return element.knows(name)
    case .kinds(name, _): return true
    default: return keys().contains { $0.name == name }
    }
  }

  /// The keys that an object of this shape may have, one form or kind after the other.
  ///
  /// - Parameter value: where it is given, only of its kind.
  func keys(of value: JSONValue? = nil) -> [KeyShape] {
    switch self {
    case .object(let object): object.keys
    case .forms(let forms): forms.flatMap { $0.object.keys }
    case .kinds(let key, let kinds):
      kinds.filter { value == nil || $0.name == value?[key: key]?.string }.flatMap(\.keys)
    default: []
    }
  }
}
