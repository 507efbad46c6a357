import PlainText
import SpreadModel

/// What is wrong with the keys of objects.
extension Mistakes {
  /// The members of an object by name.
  ///
  /// Reports unknown, repeated and missing keys. What is missing is reported with the first key that does not belong here
  /// and is not misspelled; an object that lacks something and has no key that belongs here is one mistake.
  /// - Parameters:
  ///   - elsewhere: where the object is one of several forms or kinds.
  ///   - alternatives: keys of which one is missing, because none of them gives the form.
  mutating func members(
    of value: Node, _ object: ObjectShape, elsewhere: Elsewhere? = nil, alternatives: [String] = []
  ) -> NamedNodes {
    let given = distinct(value.members)
    let foreign = given.all.filter { !object.knows($0.name) }
    var missing = object.required.filter { given[$0.name] == nil }
    var alternatives = alternatives
    guard !alternatives.isEmpty || !missing.isEmpty else {
      for member in foreign { addForeign(member, object, given, elsewhere) }
      return given
    }
    // A key that is misspelled is not missing as well; of many unknown ones no later one is shown.
    let free = object.names(besides: given)
    let meant = foreign.prefix(Self.mostShown).map { member in
      elsewhere?.homes[member.name] == nil ? NearestName.find(member.name, in: free) : nil
    }
    missing.removeAll { meant.contains($0.name) }
    if meant.contains(where: { $0.map(alternatives.contains) ?? false }) { alternatives = [] }
    let isOther = foreign.count == given.all.count
    var lacks = [
      Shape.listed(missing.map(\.name)),
      alternatives.isEmpty ? "" : "one of \(Shape.listed(alternatives))",
    ].filter { !$0.isEmpty }.joined(separator: " and ")
    let lacksNothing = lacks.isEmpty
    for (index, member) in foreign.enumerated() {
      let isMisspelled = index < meant.count && meant[index] != nil
      if isMisspelled || lacksNothing {
        addForeign(member, object, given, elsewhere)
      } else if !lacks.isEmpty || !isOther {
        addForeign(member, object, given, elsewhere, lacks: lacks)
        lacks = ""
      }
    }
    guard !lacks.isEmpty else { return given }
    for key in missing {
      add(
        .missing, at: value.missing(key.name),
        "the key \(JSONText.quoted(key.name)) is missing; give \(key.shape.allowed)")
    }
    if let last = alternatives.last {
      add(
        .missing, at: value.missing(last),
        "one of the keys \(Shape.listed(alternatives)) is missing")
    }
    return given
  }

  /// One of several forms or kinds, and which of them have a key.
  struct Elsewhere {
    let chosen: String
    let homes: [String: [String]]
  }

  /// Reports a key that does not belong to an object.
  ///
  /// - Parameter lacks: what the object needs, in whose place it stands.
  private mutating func addForeign(
    _ member: Node, _ object: ObjectShape, _ given: NamedNodes, _ elsewhere: Elsewhere?,
    lacks: String = ""
  ) {
    guard let elsewhere else { return addUnknown(member, object, given, lacks: lacks) }
    guard let homes = elsewhere.homes[member.name] else {
      // It may be meant for another form.
      let meant =
        NearestName.find(member.name, in: object.names(besides: given))
        ?? NearestName.find(
          member.name, in: elsewhere.homes.keys.filter { given[$0] == nil }.sorted())
      return addUnknown(member, object, given, lacks: lacks, meant: meant)
    }
    let (name, chosen) = (JSONText.quoted(member.name), JSONText.quoted(elsewhere.chosen))
    add(
      .conflict, at: member.key,
      homes.contains(member.name)
        ? "\(name) and \(chosen) exclude each other; leave one of them out"
        : "\(name) goes with \(Shape.listed(homes, or: true)), not with \(chosen); "
          + (lacks.isEmpty
            ? "leave one of them out"
            : "give \(lacks) in place of it"))
  }

  /// Reports a key that an object does not know.
  ///
  /// - Parameters:
  ///   - given: all of its members.
  ///   - lacks: what is needed as well.
  ///   - meant: the key that it stands for, where that is known.
  mutating func addUnknown(
    _ member: Node, _ object: ObjectShape, _ given: NamedNodes, lacks: String = "",
    meant: String? = nil
  ) {
    unknownKeys[member.keySpan] = .some(meant)
    add(at: member.key) {
      let name = shortened(member.name)
      if let instead = member.instead {
        return Words(code: .notOffered, message: "\(name) is not offered; \(instead.asMembers)")
      }
      if object.isOfParameters, let problem = Self.problem(ofConstant: member.name) {
        return Words(code: .mayNotVary, message: problem)
      }
      // A setting may replace a key that is there.
      let free =
        member.keySpan.source > 0 ? object.keys.map(\.name) : object.names(besides: given)
      let nearest =
        meant ?? NearestName.find(member.name, in: free)
        ?? (object.isOfParameters ? NearestName.find(Self.asFactor(member.name), in: free) : nil)
      if object.open.contains(where: { $0.matches(member.name) }) {
        return Words(
          code: .unknownValue,
          message: "\(name) does not lead to a number in this file; give the path of one that "
            + "is there, or write the number where it is left at its default",
          // Another element of the list is not meant.
          suggestion: nearest.flatMap {
            Self.isOtherElement(member.name, than: $0) ? nil : $0
          })
      }
      // A key of the model that stands beside it.
      let ofModel =
        member.path == .root.key(member.name)
        ? NearestName.find(member.name, in: Self.keysOfModel(member)).map { "model.\($0)" } : nil
      let advice = nearest == nil && ofModel == nil ? NearestName.advice(on: member.name) : nil
      let place =
        nearest == nil && ofModel == nil && advice == nil ? KnownKeys.advice(on: member) : nil
      return Words(
        code: .unknownKey,
        message: "\(name) is not a known key; "
          + (place.map { $0 + ", or a key of this object: " } ?? "")
          + (advice
            ?? (object.keys.isEmpty
              ? "none is allowed here" : "allowed are \(Shape.listed(object.keys.map(\.name)))"))
          + (lacks.isEmpty ? "" : "; needed here: \(lacks)"),
        suggestion: nearest ?? ofModel)
    }
  }

  /// What of the model may have such a value: of `stop.share` the object `stop`.
  private static func keysOfModel(_ value: Node) -> [String] {
    ModelKey.all.map(\.name).compactMap { name in
      let key = String(name.prefix { $0 != "." })
      return key == name || value.isObject ? key : nil
    }
  }

  /// A path as factors have it: its keys from those of the model or a part on, with periods between.
  private static func asFactor(_ path: String) -> String {
    let path = path.replacing("[", with: ".").replacing("]", with: "")
    return path.hasPrefix("model.") ? String(path.dropFirst("model.".count)) : path
  }

  /// Whether two paths differ in numbers of elements alone.
  private static func isOtherElement(_ path: String, than other: String) -> Bool {
    path != other && path.filter { !$0.isNumber } == other.filter { !$0.isNumber }
  }

  /// The first of each; reports keys that come twice.
  mutating func distinct(_ members: Node.List) -> NamedNodes {
    var distinct = NamedNodes(count: members.count)
    for member in members where !distinct.append(member) {
      add(
        .duplicateKey, at: member.key,
        "\(shortened(member.name)) is given twice; keep one, because only one can count")
    }
    return distinct
  }
}

extension Node {
  /// What to use instead of this key, at the root or in `analysis`, if it is not offered there; nil of other keys.
  var instead: CallerText? {
    path == .root.key(name) || path.isWithin(.root.key("analysis"))
      ? NotOffered.advice(name, in: .key) : nil
  }
}

extension ObjectShape {
  /// The names of its keys that an object does not have.
  func names(besides given: NamedNodes) -> [String] {
    keys.map(\.name).filter { given[$0] == nil }
  }

  /// That may have any of these keys, of which several have the same name.
  init(anyOf keys: [KeyShape]) {
    var seen: Set<String> = []
    self.init(keys.filter { seen.insert($0.name).inserted })
  }
}
