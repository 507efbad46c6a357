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

  init(_ blank: Root, _ members: [Member<Root>], _ keys: StudyFileKeys) {
    self.blank = blank
    let parts = members.map { $0.forms(keys) }
    let varied = parts.firstIndex { $0.count > 1 }
    let variants = varied.map { parts[$0] } ?? []
    let signs = variants.map(\.sign)
    self.signs = signs
    forms = (0..<max(1, variants.count)).map { number in
      let all = MemberForm(
        sign: signs.isEmpty ? "" : signs[number],
        parts.indices.map { $0 == varied ? variants[number] : parts[$0][0] })
      return Form(object: ObjectShape(all.keys), members: all)
    }
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
    guard let number = signs.isEmpty ? 0 : signs.firstIndex(where: { node[$0] != nil }) else {
      // Any key of a form may be meant; what all of them need is needed.
      let common = forms[0].object.required.map(\.name).filter { name in
        forms.allSatisfy { $0.object.key(name)?.isRequired ?? false }
      }
      let any = ObjectShape(anyOf: keys.map { $0.required(common.contains($0.name)) })
      let given = mistakes.members(of: node, any, alternatives: signs)
      // For the mistakes in them; a key that several forms have is alike in all.
      var seen: Set<String> = []
      for member in forms.flatMap(\.members.parts) where seen.insert(member.sign).inserted {
        _ = member.read(given, &mistakes, &root)
      }
      return (blank, false)
    }
    let given = mistakes.members(
      of: node, forms[number].object, elsewhere: signs.isEmpty ? [] : keys.map(\.name))
    let isWhole = forms[number].members.read(given, &mistakes, &root)
    return (root, isWhole)
  }

  /// Reads the members of an object whose keys were looked at already; nil without what it needs.
  func read(_ given: [String: Node], _ mistakes: inout Mistakes) -> Root? {
    var root = blank
    return forms[0].members.read(given, &mistakes, &root) ? root : nil
  }
}

/// One of the kinds of an object that a word distinguishes.
struct Kind<Value: Sendable>: Sendable {
  let name: String
  /// One sentence.
  let about: String
  private let form: @Sendable (StudyFileKeys) -> (keys: [KeyShape], read: Read)

  private typealias Read = @Sendable (_ given: [String: Node], inout Mistakes) -> Value?

  init<Root: Sendable>(
    _ name: String, _ about: String, _ blank: Root, _ members: [Member<Root>] = [],
    _ make: @escaping @Sendable (Root) -> Value?
  ) {
    (self.name, self.about) = (name, about)
    form = { keys in
      let reader = ObjectReader(blank, members, keys)
      return (reader.keys, { given, mistakes in reader.read(given, &mistakes).flatMap(make) })
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
      return ValueReader(.kinds(by: key, shapes)) { node, offered, mistakes in
        guard let (place, given) = mistakes.kind(of: node, by: key, shapes, offered) else {
          return nil
        }
        return forms[place].read(given, &mistakes)
      }
    }
  }
}
