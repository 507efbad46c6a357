import PlainText

/// Where each key of study files stands, for those that are given elsewhere.
enum KnownKeys {
  /// Where a key of that name, or of what others call so, belongs; nil of names that none has, or too many.
  static func advice(on member: Node) -> String? {
    guard isOutside(member) else { return nil }
    return ([member.name] + NearestName.terms(member.name)).lazy.compactMap { ways[$0] }.first
      .flatMap(advice)
  }

  /// Where a key of that name takes a value that it may not have where it stands.
  static func advice(onValueOf member: Node) -> String? {
    guard isOutside(member) else { return nil }
    return ways[member.name].flatMap { all in
      advice(all.filter { $0.length <= mostFar && $0.shape.fitsType(of: member.value) })
    }
  }

  /// At the root and in the model keys are sought that stand elsewhere; what stands in other objects has its own names.
  private static func isOutside(_ member: Node) -> Bool {
    guard case .member(_, let parent) = member.path else { return false }
    return parent == .root || parent == .root.key("model")
  }

  /// Names the shortest ways.
  private static func advice(_ ways: [Way]) -> String? {
    let shortest = ways.prefix { $0.length == ways[0].length }
    return shortest.isEmpty || shortest.count > mostWays
      ? nil : "give it as \(shortest.map(\.words).joined(separator: " or "))"
  }

  private static let mostWays = 3
  /// What is deeper within objects has the same name by chance.
  private static let mostFar = 2

  private struct Way {
    let words: String
    /// In keys.
    let length: Int
    let shape: Shape
  }

  /// By name: the ways to keys that have it, the shortest first.
  private static let ways: [String: [Way]] = {
    var ways: [String: [Way]] = [:]
    var level: [(way: String, shape: Shape)] = [("", StudyFile.shape(.any))]
    var length = 1
    while !level.isEmpty {
      var next: [(way: String, shape: Shape)] = []
      for (way, shape) in level {
        for (name, inner) in shape.parts {
          let path = way.isEmpty ? name : "\(way).\(name)"
          next.append((path, inner))
          let words = way.isEmpty ? "\"\(name)\" at the root of the file" : path
          if !ways[name, default: []].contains(where: { $0.words == words }) {
            ways[name, default: []].append(Way(words: words, length: length, shape: inner))
          }
        }
      }
      (level, length) = (next, length + 1)
    }
    return ways
  }()
}

extension Shape {
  /// What is in objects of this shape, or in a list of it, by keys; any name is NAME. Not the factors: their keys
  /// are those of the model.
  fileprivate var parts: [(name: String, shape: Shape)] {
    switch self {
    case .object(let object) where object.isOfParameters: []
    case .object, .forms, .kinds: keys().map { ($0.name, $0.shape) }
    case .entries(let entry): [("NAME", entry)]
    case .list(let element, _, _): element.parts
    case .either(let shapes): shapes.flatMap(\.parts)
    default: []
    }
  }
}
