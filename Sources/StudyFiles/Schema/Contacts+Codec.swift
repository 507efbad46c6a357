import PlainText
import SpreadModel

/// Contact structures as they stand in study files. Files of edges are read later: `readEdges`.
extension ContactStructure {
  static let codec = Codec<ContactStructure>(
    reader: Kind.reader(by: "kind", kinds), encode: { $0.json(withFile: true) })

  private static let kinds: [Kind<ContactStructure>] =
    [
      Kind("grid", "By the rule's neighborhood, on the grid.", ()) { .model(.grid) },
      Kind("everybody", "Everybody meets all others.", ()) { .model(.everybody) },
      Kind(
        "edges", "As listed in a file of edges: who meets whom.", EdgeFile.blank,
        EdgeFile.fileMembers
      ) { .edges($0) },
    ]
    + GraphKind.all.map { kind in
      Kind(kind.name, kind.meaning, GraphNumbers(), GraphNumbers.members(kind)) {
        .model(.drawn(DrawnGraph(kind, $0.values), per: $0.per))
      }
    }

  /// - Parameter withFile: whether a file is named, which is no part of an identity: its digest is. Nor
  ///   are the columns that do not matter.
  func json(withFile: Bool) -> JSONText {
    var members: [(String, JSONText)] = [("kind", .string(kind))]
    switch self {
    case .edges(let edges):
      members += edges.writtenMembers.filter { withFile || !["file", "ignore"].contains($0.0) }
      if !withFile, edges.hasForeignHeader { members.append(("header", .bool(true))) }
    case .model(.drawn(let graph, let per)):
      let numbers = GraphNumbers(values: graph.values, per: per)
      members += GraphNumbers.members(graph.kind).flatMap { $0.write(numbers) }
    case .model: break
    }
    return .object(members)
  }
}

/// What a study says of a random graph.
private struct GraphNumbers: Sendable {
  /// As many as the kind has, once all are read.
  var values: [KeyValue] = []
  var per = Contacts.Drawing.replicate

  static func members(_ kind: GraphKind) -> [Member<Self>] {
    kind.numbers.enumerated().map { place, number in
      Member(
        number.name, required: .values(number.allowed), unit: number.unit, number.meaning,
        set: { $0.values.append($1) }, get: { $0.values[place] })
    } + [
      Member(
        "per", optional: .choice, default: .string(Contacts.Drawing.replicate.rawValue),
        "Whether it is drawn anew for every replicate, or once for the study.",
        set: { $0.per = $1 }, get: \.per)
    ]
  }
}
