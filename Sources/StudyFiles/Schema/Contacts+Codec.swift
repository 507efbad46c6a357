import PlainText
import SpreadModel

/// Contact structures as they stand in study files. Files are read later: `StudyDecoder.readFiles`.
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
        PlaceParts.fileMembers, PlaceParts.relations
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
  var digest: String?
  var shuffles: Bool?
  var per: Contacts.Drawing?

  init() {}

  init(_ places: Places, _ per: Contacts.Drawing) {
    switch places.sizes {
    case .equal(let size): self.size = size
    case .weights(let weights): sizes = weights
    case .listed: break
    }
    (shuffles, self.per) = (places.shuffles, per)
  }

  init(_ file: PlaceFile) { (self.file, digest) = (file, file.file.digest) }

  var structure: ContactStructure? {
    if var file {
      file.file.wantedDigest = digest
      return .places(file)
    }
    let sizes = size.map(Places.Sizes.equal) ?? sizes.map(Places.Sizes.weights)
    return sizes.map {
      .model(.places(Places($0, shuffles: shuffles ?? false), per: per ?? .replicate))
    }
  }

  /// Those of the three that say how large places are.
  private var forms: [String] {
    [("size", size != nil), ("sizes", sizes != nil), ("file", file != nil)].filter(\.1).map(\.0)
  }

  static let relations: [Relation<Self>] = [
    Relation("size", "sizes", "file") { parts in
      guard let form = parts.forms.first else {
        return Objection(
          .missing, .value([]),
          "the places have no size; give \"size\", a number of people, \"sizes\", weights of 1, 2, ... people, "
            + "or \"file\"")
      }
      return parts.forms.dropFirst().first.map { clash($0, form) }
    },
    // Nothing is random of a file, which alone has a digest.
    Relation("size", "sizes", "file", "shuffle") { parts in
      parts.file != nil && parts.shuffles != nil ? clash("shuffle", "file") : nil
    },
    Relation("size", "sizes", "file", "per") { parts in
      parts.file != nil && parts.per != nil ? clash("per", "file") : nil
    },
    Relation("size", "sizes", "file", "sha256") { parts in
      guard parts.file == nil, parts.digest != nil, let form = parts.forms.first else { return nil }
      return clash("sha256", form)
    },
  ]

  private static func clash(_ key: String, _ form: String) -> Objection {
    Objection(
      .conflict, key: key,
      say: "\"\(key)\" does not go with \"\(form)\"; leave one of the two out")
  }

  static let fileMembers: [Member<Self>] = [
    Member(
      "size", optional: \.size, .whole(1...AllowedValues.mostPeople), unit: "people",
      "Number of people of each place; the last one is smaller."),
    Member(
      "sizes", optional: \.sizes, .list(of: .real(RealRange(0...1e9)), atLeast: 1),
      "Weights of places of 1, 2, ... people, instead of size; the last place is cut off."),
    Member(
      "file", optional: .text,
      "A file with the columns person and place, instead of size, with several places for a person; \(PeopleFile.about)",
      set: { $0.file = PlaceFile(file: $1) }, get: { $0.file?.file.file }),
    Member(
      "sha256", optional: \.digest, .text, PeopleFile.aboutDigest),
    Member(
      "shuffle", optional: .flag, default: .bool(false),
      "Whether places take people in random order instead of number order.",
      set: { $0.shuffles = $1 }, get: { $0.shuffles == true ? true : nil }),
    Member(
      "per", optional: .choice, default: .string(Contacts.Drawing.replicate.rawValue),
      "Whether what is random is drawn anew for every replicate, or once for the study.",
      set: { $0.per = $1 }, get: \.per),
  ]
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
    ], relations)

  private static let relations: [Relation<LayerReference>] = [
    Relation("contacts") { layer, read in
      let name = layer.contacts
      if read.layered.contains(name) {
        return Objection(
          .badRelation, at: "contacts",
          say: "\(JSONText.quoted(name)) has layers itself; name its layers here, each by itself")
      }
      guard !read.contacts.contains(name) else { return nil }
      func offered() -> [String] {
        ([ModelKey.grid, ModelKey.everybody] + read.keys.names(in: ModelKey.contacts.section ?? ""))
          .filter { !read.layered.contains($0) }
      }
      return Objection(
        .unknownValue, at: "contacts",
        say:
          "\(JSONText.quoted(name)) is no contact structure; give one of \(Shape.listed(offered())), or "
          + "define it under \"contacts\"", suggestion: NearestName.find(name, in: offered()))
    }
  ]
}
