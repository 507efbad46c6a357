/// Where each key of study files stands, for those that are given elsewhere.
enum KnownKeys {
  /// Where a key of that name, or of what others call so, belongs; nil of names that none has, or too many.
  static func advice(on name: String) -> String? {
    for name in [name] + NearestName.terms(name) {
      guard let all = ways[name] else { continue }
      return all.count > mostWays ? nil : "give it as \(all.joined(separator: " or "))"
    }
    return nil
  }

  private static let mostWays = 3

  /// By name: the shortest ways to keys that have it.
  private static let ways: [String: [String]] = {
    var ways: [String: [String]] = [:]
    // Level by level, so that no later way is shorter.
    var level: [(way: String, shape: Shape)] = [("", StudyFile.shape(.any))]
    while !level.isEmpty {
      var found: [String: [String]] = [:]
      var next: [(way: String, shape: Shape)] = []
      for (way, shape) in level {
        for (name, inner) in shape.parts {
          let path = way.isEmpty ? name : "\(way).\(name)"
          next.append((path, inner))
          let words = way.isEmpty ? "\"\(name)\" at the root of the file" : path
          if !found[name, default: []].contains(words) { found[name, default: []].append(words) }
        }
      }
      ways.merge(found) { shorter, _ in shorter }
      level = next
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
