import PlainText
import SpreadModel

/// What is wrong with the keys of objects.
extension Mistakes {
  /// The members of an object by name.
  ///
  /// Reports unknown, repeated and missing keys.
  /// - Parameters:
  ///   - elsewhere: where the object is one of several forms or kinds.
  ///   - alternatives: keys of which one is missing, because none of them gives the form.
  mutating func members(
    of value: Node, _ object: ObjectShape, elsewhere: Elsewhere? = nil, alternatives: [String] = []
  ) -> NamedNodes {
    let given = distinct(value.members)
    var unknown: [Node] = []
    for member in given.all where !object.knows(member.name) {
      guard let elsewhere, let homes = elsewhere.homes[member.name] else {
        addUnknown(member, object, given)
        unknown.append(member)
        continue
      }
      let (name, chosen) = (JSONText.quoted(member.name), JSONText.quoted(elsewhere.chosen))
      add(
        .conflict, at: member.key,
        homes.contains(member.name)
          ? "\(name) and \(chosen) exclude each other; leave one of them out"
          : "\(name) goes with \(Shape.listed(homes, or: true)), not with \(chosen); leave one of them out"
      )
    }
    let missing = object.required.filter { given[$0.name] == nil }
    guard !missing.isEmpty || !alternatives.isEmpty else { return given }
    // A key that is misspelt is not missing as well; of many unknown ones no later one is shown.
    let free = object.names(besides: given)
    let meant = unknown.prefix(Self.mostShown).compactMap { NearestName.find($0.name, in: free) }
    for key in missing where !meant.contains(key.name) {
      add(
        .missing, at: value.missing(key.name),
        "the key \(JSONText.quoted(key.name)) is missing; give \(key.shape.allowed)")
    }
    if let last = alternatives.last, !meant.contains(where: alternatives.contains) {
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

  /// Reports a key that an object does not know.
  ///
  /// - Parameter given: all of its members.
  mutating func addUnknown(_ member: Node, _ object: ObjectShape, _ given: NamedNodes) {
    add(at: member.key) {
      let name = shortened(member.name)
      if let instead = NotOffered.advice(member.name, in: .key) {
        return Words(code: .notOffered, message: "\(name) is not offered; \(instead)")
      }
      if object.isOfParameters, let problem = Self.problem(ofConstant: member.name) {
        return Words(code: .mayNotVary, message: problem)
      }
      let nearest = NearestName.find(member.name, in: object.names(besides: given))
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
        ? NearestName.find(member.name, in: ModelKey.all.map(\.name)).map { "model.\($0)" } : nil
      let advice = nearest == nil && ofModel == nil ? NearestName.advice(on: member.name) : nil
      return Words(
        code: .unknownKey,
        message: "\(name) is not a known key; "
          + (advice
            ?? (object.keys.isEmpty
              ? "none is allowed here" : "allowed are \(Shape.listed(object.keys.map(\.name)))")),
        suggestion: nearest ?? ofModel)
    }
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
