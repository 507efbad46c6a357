import PlainText
import SpreadModel

/// Structures with a name as they stand in study files.
extension SpreadRule {
  var json: JSONText {
    .object([
      ("neighborhood", neighborhood.json), ("pool", .string(pool.rawValue)), ("draw", draw.json),
      ("update", .string(update.rawValue)),
    ])
  }
}

extension SpreadRule.Neighborhood {
  fileprivate var json: JSONText {
    switch self {
    case .moore, .vonNeumann, .hexagonal: .string(rawValue)
    case .within(let radius, let metric):
      .object([("radius", .int(radius)), ("metric", .string(metric.rawValue))])
    }
  }
}

extension SpreadRule.Draw {
  fileprivate var json: JSONText {
    switch self {
    case .exact, .atLeastOne, .uniform, .capped, .each, .scan: .string(rawValue)
    case .number(.weights(let weights)): .object([("number", .array(weights.map(JSONText.real)))])
    case .number(let distribution):
      .object(
        [("number", .string(distribution.name ?? ""))]
          + (distribution.dispersion.map { [("dispersion", .real($0))] } ?? []))
    case .own(let draw):
      .object([("own", .string(draw.name)), ("version", .string(String(draw.version)))])
    }
  }
}

extension ContactStructure {
  /// - Parameter withFile: whether a file is named, which is no part of an identity: its digest is. Nor
  ///   are the columns that do not matter.
  func json(withFile: Bool) -> JSONText {
    var members: [(String, JSONText)] = [("kind", .string(kind))]
    switch self {
    case .edges(let edges):
      members += edges.writtenMembers.filter { withFile || !["file", "ignore"].contains($0.0) }
      if !withFile, edges.hasForeignHeader { members.append(("header", .bool(true))) }
    case .model(let contacts):
      members += contacts.numbers.map { ($0.path.joined(separator: "."), $0.value.json) }
      if let drawing = contacts.drawing { members.append(("per", .string(drawing.rawValue))) }
    }
    return .object(members)
  }
}
