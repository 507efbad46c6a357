import PlainText
import SpreadModel

/// A kind of thing that a study may define by name, and that a key of the model picks.
///
/// Its section of the file, the check of names, and its numbers as factors follow from here. What a
/// name stands for at a point is in `PointStructures`.
struct StructureKind: Sendable {
  /// The key whose values are names.
  let key: ModelKey
  /// What a name stands for, with its article.
  let noun: String
  /// Names that mean something without a definition.
  let builtIn: [String]
  /// Names that mean something in this program, and nothing in others.
  let own: @Sendable () -> [String]
  /// What one definition looks like.
  let shape: @Sendable (StudyFileKeys) -> Shape
  /// The part of the study file.
  let member: Member<StudyFile>
  /// The names that a study defines.
  let definedNames: @Sendable (Study) -> [String]

  private init<Value: Sendable>(
    key: ModelKey, noun: String, builtIn: [String],
    own: @escaping @Sendable () -> [String] = { [] }, about: String,
    // Asked for each time: it names the rules that the program has by then.
    _ codec: @escaping @autoclosure @Sendable () -> Codec<Value>,
    list: any WritableKeyPath<StudyFile, [Named<Value>]> & Sendable,
    defined: any KeyPath<Study, [Named<Value>]> & Sendable
  ) {
    (self.key, self.noun, self.builtIn, self.own) = (key, noun, builtIn, own)
    let current = Codec(reader: { codec().reader($0) }, encode: { codec().encode($0) })
    shape = current.shape
    member = Member(
      key.section ?? key.name, optional: .entries(of: current), about,
      set: { $0[keyPath: list] = $1 })
    definedNames = { $0[keyPath: defined].map(\.name) }
  }

  var section: String { key.section ?? key.name }

  static let all = [
    StructureKind(
      key: .rule, noun: "a rule", builtIn: SpreadRule.builtIn.map(\.name),
      own: { SpreadRule.own.map(\.name) },
      about: "Rules of your own, by name, besides the built-in ones.", SpreadRule.codec,
      list: \.rules, defined: \.rules),
    StructureKind(
      key: .contacts, noun: "a contact structure", builtIn: [ModelKey.grid, ModelKey.everybody],
      about: "Who meets whom: contact structures, by name, besides the built-in ones.",
      ContactStructure.codec,
      list: \.contacts, defined: \.contacts),
    StructureKind(
      key: .interventions, noun: "a list of interventions", builtIn: [ModelKey.noInterventions],
      about: "Interventions: lists of interventions in the course of a run, by name.",
      Intervention.lists,
      list: \.interventions, defined: \.interventions),
    StructureKind(
      key: .groups, noun: "a list of groups", builtIn: [ModelKey.noGroups],
      about: "Groups of people, such as ages, by name.", GroupStructure.codec,
      list: \.groups, defined: \.groups),
    StructureKind(
      key: .immuneOrder, noun: "an order of vaccination", builtIn: ImmuneOrder.names,
      about: "Orders of vaccination from files, by name, besides the built-in ones.",
      OrderStructure.codec,
      list: \.orders, defined: \.orders),
  ]

  /// Every name that is used is built in or defined, and no definition hides a built-in one.
  static let relations: [Relation<StudyFile>] = all.map { kind in
    .ofFile { file, read in
      guard !read.unread.contains(kind.section) else { return [] }
      let defined = read.keys.names(in: kind.section)
      let known =
        kind.builtIn + kind.own().filter { !defined.contains($0) } + defined
      let names = Set(known)
      return defined.filter(kind.builtIn.contains).map { name in
        Objection(
          .conflict, key: kind.section, name,
          say: "\(JSONText.quoted(name)) is \(kind.noun) that is built in; give yours another name")
      }
        + file.uses(of: kind.key).compactMap { use in
          guard case .name(let name)? = use.value, !names.contains(name) else { return nil }
          return Objection(
            .unknownValue, .value(use.way),
            "\(JSONText.quoted(name)) is not \(kind.noun); give one of \(Shape.listed(known)), or "
              + "define it under \(JSONText.quoted(kind.section))",
            suggestion: NearestName.find(name, in: known))
        }
    }
  }

  /// The parts of a file, besides the model, whose numbers may be factors by their paths, and what stands there
  /// under a name.
  private static let parts: [(name: String, shape: @Sendable (StudyFileKeys) -> Shape)] =
    [(ModelKey.observed, ObservedSeries.codec.shape)] + all.map { ($0.section, $0.shape) }

  /// The keys of the numbers that stand in the definitions of a file, in its order.
  ///
  /// Definitions may have a million numbers, so those that no path of the file leads to are left out; but
  /// where a path leads to none, nothing is: another one may be meant.
  static func numbers(in root: JSONValue, infectionFactor: ModelKey) -> [ModelKey] {
    var named: Set<String> = []
    let sections = parts.map(\.name)
    // The keys of a path may stand one within the other, which is a mistake.
    func isStart(_ member: JSONValue.Member) -> Bool {
      guard sections.contains(member.key), let inner = member.value.members?.first else {
        return false
      }
      return root[key: member.key]?.member(inner.key) != nil
    }
    let paths = ["responses", "factors", "design", "analysis"].reduce(into: Set<String>()) {
      root[key: $1]?.insertPaths(into: &$0, orStarts: isStart)
    }
    let keys = StudyFileKeys.bare(infectionFactor)
    func numbers(_ shape: Shape, _ value: JSONValue, _ section: String, _ name: String)
      -> [ModelKey]
    {
      shape.numbers(in: value).filter { !$0.path.isEmpty }.map { number in
        ModelKey(
          StructureNumber(section: section, name: name, path: number.path), unit: number.unit,
          values: number.allowed, meaning: number.meaning)
      }
    }
    let model = ModelKey.all.filter(\.hasNumbersWithin).flatMap { key in
      guard let value = root[key: StructureNumber.model]?[key: key.name],
        paths.contains(where: { $0.hasPrefix(key.name + ".") })
      else { return [ModelKey]() }
      return numbers(Codec.values(key.allowed).shape(keys), value, StructureNumber.model, key.name)
    }
    let structures = parts.flatMap { part in
      guard let members = root[key: part.name]?.members, !paths.isEmpty else {
        return [ModelKey]()
      }
      let shape = part.shape(keys)
      let meant = definitions(members.map(\.key), of: part.name, on: paths)
      return members.filter { meant?.contains($0.key) ?? true }
        .flatMap { numbers(shape, $0.value, part.name, $0.key) }
    }
    return (model + structures).filter { named.insert($0.name).inserted }
  }

  /// The names under which numbers of definitions may be factors.
  static let numberPatterns: [Shape.Pattern] = {
    let keys = StudyFileKeys.bare(.infectionFactor)
    func patterns(_ shape: Shape, below start: String) -> [Shape.Pattern] {
      shape.numberPatterns.filter { !$0.pattern.isEmpty }.map { number in
        Shape.Pattern(text: "^\(start)\(number.pattern)$", allowed: number.allowed)
      }
    }
    let model = ModelKey.all.filter(\.hasNumbersWithin).flatMap { key in
      patterns(Codec.values(key.allowed).shape(keys), below: key.name)
    }
    return model
      + parts.flatMap { patterns($0.shape(keys), below: "\($0.name)\\.\(Label.plainPattern)") }
  }()

  /// Those of some definitions that paths lead to, by name; nil where a path leads to none.
  private static func definitions(
    _ names: [String], of section: String, on paths: Set<String>
  ) -> Set<String>? {
    guard !paths.contains(section) else { return nil }
    let known = Set(names)
    var meant: Set<String> = []
    for path in paths where path.hasPrefix("\(section).") {
      let way = path.dropFirst(section.count + 1)
      // Names may have periods.
      let found = way.indices.filter { way[$0] == "." }.map { String(way[..<$0]) }
        .filter(known.contains)
      if found.isEmpty { return nil }
      meant.formUnion(found)
    }
    return meant
  }
}

extension JSONValue {
  /// Inserts the keys and texts within this value that may be paths, or their first part.
  fileprivate func insertPaths(
    into paths: inout Set<String>, orStarts isStart: (JSONValue.Member) -> Bool
  ) {
    switch content {
    case .string(let text): if text.utf8.contains(UInt8(ascii: ".")) { paths.insert(text) }
    case .array(let elements):
      for element in elements { element.insertPaths(into: &paths, orStarts: isStart) }
    case .object(let members):
      for member in members {
        if member.key.utf8.contains(UInt8(ascii: ".")) || isStart(member) {
          paths.insert(member.key)
        }
        member.value.insertPaths(into: &paths, orStarts: isStart)
      }
    case .null, .bool, .number: break
    }
  }
}
