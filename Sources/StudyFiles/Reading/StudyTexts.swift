import PlainText

/// The texts that a study is read from: its file, and the settings that are put into it.
struct StudyTexts: Sendable {
  /// The file first; a mistake's span says by number which of them it is in.
  let sources: [SourceText]
  private let overrides: [Override]

  init(bytes: [UInt8], file: String, overrides: [Override]) {
    self.overrides = overrides
    sources =
      [SourceText(name: CallerText(file), bytes: bytes)]
      + overrides.map {
        SourceText(name: $0.option, bytes: Array($0.value.utf8), isOption: true)
      }
  }

  /// The file with the settings in it.
  func root(_ mistakes: inout Mistakes) throws(JSONSyntaxError) -> JSONValue {
    var root = try JSONReader.read(sources[0].bytes)
    for (index, override) in overrides.enumerated() {
      override.apply(to: &root, source: index + 1, mistakes: &mistakes)
    }
    Override.refuseRepeated(overrides, &mistakes)
    root.readMisspelled(&mistakes)
    return root
  }
}

extension JSONValue {
  /// Reports misspelled names of objects and lists, and names them as they are meant: nothing else is wrong for want of what
  /// is in them.
  fileprivate mutating func readMisspelled(_ mistakes: inout Mistakes) {
    self = Self.corrected(Node(root: self), Self.anyFile, &mistakes) ?? self
  }

  private static let anyFile = StudyFile.shape(.any)

  /// Of large files the first parts are looked at.
  private static let mostLookedAt = 1_000

  /// - Returns: the value with the names that are meant; nil where all are right, or none is near.
  private static func corrected(
    _ node: Node, _ shape: Shape, _ mistakes: inout Mistakes
  ) -> JSONValue? {
    switch (shape, node.value.content) {
    case (.either(let shapes), _):
      let fitting = shapes.filter { $0.fitsType(of: node.value) }
      return fitting.count == 1 ? corrected(node, fitting[0], &mistakes) : nil
    case (.list(let element, _, _), .array(var elements)) where element.hasKeys:
      return changed(node.elements, element, &elements, \.self, &mistakes)
        ? JSONValue(content: .array(elements), span: node.span) : nil
    case (.entries(let entry), .object(var members)) where entry.hasKeys:
      return changed(node.members, entry, &members, \.value, &mistakes)
        ? JSONValue(content: .object(members), span: node.span) : nil
    case (.object(let object), .object(let members)) where !object.isOfParameters:
      return corrected(node, members, object, &mistakes)
    case (.forms(let forms), .object(let members)):
      let object =
        forms.first { node[$0.key] != nil }?.object ?? ObjectShape(anyOf: shape.keys())
      return corrected(node, members, object, &mistakes)
    case (.kinds(let name, let kinds), .object(let members)):
      let keys = shape.keys(of: node.value)
      // Without its kind nothing is known of the others.
      if keys.isEmpty { return nil }
      let kind = KeyShape(name, .choice(kinds.map(\.name)), required: true, "")
      return corrected(node, members, ObjectShape(anyOf: [kind] + keys), &mistakes)
    default: return nil
    }
  }

  private static func changed<Part>(
    _ nodes: Node.List, _ shape: Shape, _ parts: inout [Part],
    _ value: WritableKeyPath<Part, JSONValue>, _ mistakes: inout Mistakes
  ) -> Bool {
    var isChanged = false
    for (index, node) in nodes.prefix(mostLookedAt).enumerated() {
      guard let new = corrected(node, shape, &mistakes) else { continue }
      parts[index][keyPath: value] = new
      isChanged = true
    }
    return isChanged
  }

  private static func corrected(
    _ node: Node, _ members: [JSONValue.Member], _ object: ObjectShape, _ mistakes: inout Mistakes
  ) -> JSONValue? {
    var (parts, isChanged) = (members, false)
    let nodes = node.members.prefix(mostLookedAt)
    var given = NamedNodes(count: nodes.count)
    for part in nodes { _ = given.append(part) }
    for (index, part) in nodes.enumerated() {
      var key = object.key(part.name)
      guard part.isObject || part.isList else { continue }
      if key == nil, parts.count <= mostLookedAt, part.instead == nil,
        let meant = NearestName.find(part.name, in: object.names(besides: given)),
        let shape = object.key(meant)?.shape, shape.fitsType(of: part.value),
        !parts.contains(where: { $0.key == meant })
      {
        mistakes.addUnknown(part, object, given)
        parts[index].key = meant
        isChanged = true
        key = object.key(meant)
      }
      guard let shape = key?.shape, shape.hasKeys,
        let new = corrected(part, shape, &mistakes)
      else { continue }
      parts[index].value = new
      isChanged = true
    }
    return isChanged ? JSONValue(content: .object(parts), span: node.span) : nil
  }
}

extension Shape {
  /// Whether there may be keys in values of this shape.
  fileprivate var hasKeys: Bool {
    switch self {
    case .object(let object): !object.isOfParameters
    case .forms, .kinds: true
    case .entries(let inner), .list(let inner, _, _): inner.hasKeys
    case .either(let shapes): shapes.contains(where: \.hasKeys)
    default: false
    }
  }
}

extension Study {
  /// A mistake that shows only when points are made, in its place in the file.
  ///
  /// The file is read again for it: studies without such mistakes need not hold what they were read from.
  /// - Parameter objection: of what the file gives.
  func error(_ objection: (StudyFile) -> Objection) -> StudyFileError {
    var mistakes = Mistakes()
    guard let texts, let root = try? texts.root(&mistakes) else {
      let found = objection(StudyFile())
      return StudyFileError(
        found.code, study: name, path: JSONPath.root.way(found.place.way).text, found.message(""))
    }
    var found = Mistakes()
    let node = Node(root: root)
    let file = StudyFile.reader(StudyFileKeys(root)).read(node, &mistakes).root
    found.add(objection(file), to: node)
    return found.error(in: texts.sources)
  }
}
