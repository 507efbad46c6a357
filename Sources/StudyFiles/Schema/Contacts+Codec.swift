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
      Kind(
        "places", "Everybody in a place meets all others in it.", PlaceParts(),
        PlaceParts.fileMembers
      ) { $0.structure },
      Kind(
        "layers", "Several structures, one beside the other.", LayerParts(),
        LayerParts.fileMembers
      ) { .layers($0.layers) },
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
    case .model(.places(let places, let per)):
      members += PlaceParts.fileMembers.flatMap { $0.write(PlaceParts(places, per)) }
    case .places(let file):
      members += PlaceParts.fileMembers.flatMap { $0.write(PlaceParts(file)) }
        .filter { withFile || $0.0 != "file" }
    case .layers(let layers):
      members += LayerParts.fileMembers.flatMap { $0.write(LayerParts(layers: layers)) }
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

/// What a study says of places.
private struct PlaceParts: Sendable {
  var size: Int?
  var sizes: [Double]?
  var file: PlaceFile?
  var shuffles = false
  var per = Contacts.Drawing.replicate

  init() {}

  init(_ places: Places, _ per: Contacts.Drawing) {
    switch places.sizes {
    case .equal(let size): self.size = size
    case .weights(let weights): sizes = weights
    case .listed: break
    }
    (shuffles, self.per) = (places.shuffles, per)
  }

  init(_ file: PlaceFile) { self.file = file }

  var structure: ContactStructure? {
    if let file { return .places(file) }
    let sizes = size.map(Places.Sizes.equal) ?? sizes.map(Places.Sizes.weights)
    return sizes.map { .model(.places(Places($0, shuffles: shuffles), per: per)) }
  }

  static let fileMembers: [Member<Self>] = [
    .oneOf([
      "size": [
        Member(
          "size", required: .whole(1...AllowedValues.mostPeople), unit: "people",
          "Number of people of each place; the last one is smaller.", set: { $0.size = $1 },
          get: \.size), shuffle, per,
      ],
      "sizes": [
        Member(
          "sizes", required: .list(of: .real(RealRange(0...1e9)), atLeast: 1),
          "Weights of places of 1, 2, ... people; the last place is cut off.",
          set: { $0.sizes = $1 }, get: \.sizes), shuffle, per,
      ],
      "file": [
        Member(
          "file", required: .text,
          "A file with the columns person and place, with several places for a person; \(PeopleFile.about)",
          set: { $0.file = PlaceFile(file: $1) }, get: { $0.file?.file.file }),
        Member(
          "sha256", optional: .text, PeopleFile.aboutDigest, set: { _, _ in },
          get: { $0.file?.file.digest }),
      ],
    ])
  ]

  private static let shuffle = Member<Self>(
    "shuffle", optional: .flag, default: .bool(false),
    "Whether places take people in random order instead of number order.",
    set: { $0.shuffles = $1 }, get: { $0.shuffles ? true : nil })
  private static let per = Member<Self>(
    "per", optional: .choice, default: .string(Contacts.Drawing.replicate.rawValue),
    "Whether what is random is drawn anew for every replicate, or once for the study.",
    set: { $0.per = $1 }, get: \.per)
}

/// What a study says of layers.
private struct LayerParts: Sendable {
  var layers: [LayerReference] = []

  static let fileMembers: [Member<Self>] = [
    Member(
      "layers", required: \.layers, .list(of: LayerReference.codec, atLeast: 1),
      "The layers; in each step a source makes a draw in each of them.")
  ]
}

extension LayerReference {
  fileprivate static let codec = Codec<LayerReference>.object(
    LayerReference(contacts: ""),
    [
      Member("contacts", required: \.contacts, .label, "The name of a structure without layers."),
      Member(
        "multiply", optional: .real(RealRange(0...Double(AllowedValues.mostPeople))),
        default: .real(1), "By what the chance of a contact in this layer is multiplied.",
        set: { $0.multiply = $1 }, get: \.multiply),
    ])
}
