import PlainText

/// Reads objects with given members, of which one may have several forms.
struct ObjectReader<Root: Sendable>: Sendable {
  private struct Form: Sendable {
    let object: ObjectShape
    let members: MemberForm<Root>
  }

  let blank: Root
  /// One, or those of the member that has several.
  private let forms: [Form]
  /// The key that distinguishes each form; empty where there is one form.
  private let signs: [String]
  /// By key: the forms that have it.
  private let homes: [String: [String]]
  /// Where no key gives the form away any may be meant; what all forms need is needed. Nil of one form.
  private let any: ObjectShape?
  private let relations: [Relation<Root>]

  init(
    _ blank: Root, _ members: [Member<Root>], _ keys: StudyFileKeys,
    _ relations: [Relation<Root>] = []
  ) {
    (self.blank, self.relations) = (blank, relations)
    let parts = members.map { $0.forms(keys) }
    let varied = parts.firstIndex { $0.count > 1 }
    let variants = varied.map { parts[$0] } ?? []
    let signs = variants.map(\.sign)
    self.signs = signs
    let forms = (0..<max(1, variants.count)).map { number in
      let all = MemberForm(
        sign: signs.isEmpty ? "" : signs[number],
        parts.indices.map { $0 == varied ? variants[number] : parts[$0][0] })
      return Form(object: ObjectShape(all.keys), members: all)
    }
    var homes: [String: [String]] = [:]
    for (sign, form) in zip(signs, forms) {
      for key in form.object.keys { homes[key.name, default: []].append(sign) }
    }
    (self.forms, self.homes) = (forms, homes)
    any =
      signs.isEmpty
      ? nil
      : ObjectShape(
        anyOf: forms.flatMap(\.object.keys).map { key in
          key.required(forms.allSatisfy { $0.object.key(key.name)?.isRequired ?? false })
        })
  }

  /// The keys that there may be, form after form.
  var keys: [KeyShape] { forms.flatMap(\.object.keys) }

  var shape: Shape {
    signs.isEmpty
      ? .object(forms[0].object)
      : .forms(zip(signs, forms).map { Shape.Form(key: $0, object: $1.object) })
  }

  /// Objects that have what they need.
  var values: ValueReader<Root> {
    ValueReader(shape) { node, offered, mistakes in
      guard node.isObject else {
        mistakes.wrongType(node, offered)
        return nil
      }
      let (root, isWhole) = read(node, &mistakes)
      return isWhole ? root : nil
    }
  }

  /// What can be read of an object, and whether that is all it needs.
  func read(_ node: Node, _ mistakes: inout Mistakes) -> (root: Root, isWhole: Bool) {
    var root = blank
    let number = signs.firstIndex { node[$0] != nil }
    if let any, number == nil {
      let given = mistakes.members(of: node, any, alternatives: signs)
      // For the mistakes in them; a key that several forms have is alike in all.
      var seen: Set<String> = []
      for member in forms.flatMap(\.members.parts) where seen.insert(member.sign).inserted {
        _ = member.read(given, &mistakes, &root)
      }
      return (blank, false)
    }
    let form = forms[number ?? 0]
    let given = mistakes.members(
      of: node, form.object, elsewhere: number.map { .init(chosen: signs[$0], homes: homes) })
    return read(node, given, form, &mistakes)
  }

  /// Reads the members of an object whose keys were looked at already; nil without what it needs.
  func read(_ node: Node, _ given: NamedNodes, _ mistakes: inout Mistakes) -> Root? {
    let (root, isWhole) = read(node, given, forms[0], &mistakes)
    return isWhole ? root : nil
  }

  private func read(
    _ node: Node, _ given: NamedNodes, _ form: Form, _ mistakes: inout Mistakes
  ) -> (root: Root, isWhole: Bool) {
    var root = blank
    var (isWhole, broken) = (true, Set<String>())
    for part in form.members.parts {
      let before = mistakes.count
      let isRead = part.read(given, &mistakes, &root)
      if !isRead { isWhole = false }
      if !isRead || mistakes.count > before { broken.insert(part.sign) }
    }
    mistakes.check(relations, of: root, node, given, besides: broken)
    return (root, isWhole)
  }
}

/// One of the kinds of an object that a word distinguishes.
struct Kind<Value: Sendable>: Sendable {
  let name: String
  /// One sentence.
  let about: String
  private let form: @Sendable (StudyFileKeys) -> (keys: [KeyShape], read: Read)

  private typealias Read = @Sendable (Node, _ given: NamedNodes, inout Mistakes) -> Value?

  init<Root: Sendable>(
    _ name: String, _ about: String, _ blank: Root, _ members: [Member<Root>] = [],
    _ relations: [Relation<Root>] = [], _ make: @escaping @Sendable (Root) -> Value?
  ) {
    (self.name, self.about) = (name, about)
    form = { keys in
      let reader = ObjectReader(blank, members, keys, relations)
      return (reader.keys, { reader.read($0, $1, &$2).flatMap(make) })
    }
  }

  /// What reads objects of these kinds.
  ///
  /// - Parameter key: where the word stands.
  static func reader(
    by key: String, _ kinds: [Kind]
  ) -> @Sendable (StudyFileKeys) -> ValueReader<Value> {
    { keys in
      let forms = kinds.map { $0.form(keys) }
      let shapes = zip(kinds, forms).map {
        Shape.Kind(name: $0.name, about: $0.about, keys: $1.keys)
      }
      let word = KeyShape(key, .choice(kinds.map(\.name)), required: true, "")
      let objects = shapes.map { ObjectShape([word] + $0.keys) }
      var homes: [String: [String]] = [:]
      for shape in shapes {
        for one in shape.keys { homes[one.name, default: []].append(shape.name) }
      }
      return ValueReader(.kinds(by: key, shapes)) { [homes] node, offered, mistakes in
        guard node.isObject else {
          mistakes.wrongType(node, offered)
          return nil
        }
        guard let name = node[key]?.string,
          let place = shapes.firstIndex(where: { $0.name == name })
        else {
          // Which other keys are allowed is unknown: only this one can be judged.
          if let given = node[key] {
            _ = mistakes.fits(given, word.shape)
          } else {
            let others = shapes.flatMap(\.keys).map { $0.required(false) }
            _ = mistakes.members(of: node, ObjectShape(anyOf: [word] + others))
          }
          return nil
        }
        let given = mistakes.members(
          of: node, objects[place], elsewhere: .init(chosen: name, homes: homes))
        return forms[place].read(node, given, &mistakes)
      }
    }
  }
}
