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
  /// Reports parts of a study file whose names are misspelled, and names them as they are meant: nothing else is wrong
  /// for want of them.
  fileprivate mutating func readMisspelled(_ mistakes: inout Mistakes) {
    guard case .object(var parts) = content else { return }
    let known = StudyFile.parts
    var given = NamedNodes(count: parts.count)
    for part in Node(root: self).members { _ = given.append(part) }
    let unknown = given.all.lazy.filter { part in !known.knows(part.name) && part.isObject }
    for part in unknown.prefix(Mistakes.mostShown) {
      guard NotOffered.advice(part.name, in: .key) == nil,
        let meant = NearestName.find(part.name, in: known.names(besides: given)),
        known.key(meant)?.shape.fitsType(of: part.value) == true,
        let place = parts.firstIndex(where: { $0.key == part.name }),
        !parts.contains(where: { $0.key == meant })
      else { continue }
      mistakes.addUnknown(part, known, given)
      parts[place].key = meant
    }
    content = .object(parts)
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
