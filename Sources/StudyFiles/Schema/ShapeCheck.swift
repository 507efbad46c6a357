import PlainText
import SpreadModel

/// Compares a value with its shape and reports every difference.
struct ShapeCheck {
  var mistakes = Mistakes()

  mutating func check(_ value: JSONValue, _ shape: Shape, _ path: JSONPath) {
    switch shape {
    case .whole(let range): checkWhole(value, range, shape, path)
    case .real(let range):
      guard let number = value.number else { return wrongType(value, shape, path) }
      if !range.contains(number.double) {
        mistakes.add(
          .outOfRange, at: value.span, path,
          "\(number.text.prefix(40)) is out of range; give \(shape.allowed)")
      }
    case .text:
      if value.string == nil { wrongType(value, shape, path) }
    case .label: checkLabel(value, path)
    case .choice(let names), .named(let names, _):
      guard let text = value.string else { return wrongType(value, shape, path) }
      if let renamed = RenamedKey.find(text, in: names) {
        report(renamed, text, at: value.span, path)
      } else if !names.contains(text) {
        mistakes.add(
          .unknownValue, at: value.span, path,
          "\(shortened(text)) is not known here; give \(shape.allowed)",
          suggestion: NearestName.find(text, in: names))
      }
    case .flag:
      if value.bool == nil { wrongType(value, shape, path) }
    case .span(let range): checkSpan(value, range, shape, path)
    case .list(let element, let least):
      guard let elements = value.elements else { return wrongType(value, shape, path) }
      if elements.count < least {
        mistakes.add(
          .empty, at: value.span, path, "the list is empty; give at least \(least) value")
      }
      for (index, item) in elements.enumerated() { check(item, element, path.index(index)) }
    case .object(let object):
      guard value.members != nil else { return wrongType(value, shape, path) }
      checkMembers(value, object.keys, path, open: object.open)
    case .entries(let entry):
      guard let members = value.members else { return wrongType(value, shape, path) }
      checkTwice(members, path)
      for member in members {
        checkLabel(member.key, at: member.keySpan, path.key(member.key))
        check(member.value, entry, path.key(member.key))
      }
    case .forms(let forms): checkForms(value, forms, path)
    case .kinds(let key, let kinds): checkKinds(value, key, kinds, path)
    case .either(let shapes): checkEither(value, shapes, shape, path)
    case .anything: break
    }
  }

  // MARK: Plain values

  private mutating func checkWhole(
    _ value: JSONValue, _ range: ClosedRange<Int>, _ shape: Shape, _ path: JSONPath
  ) {
    guard let number = value.number else { return wrongType(value, shape, path) }
    guard number.isWhole else {
      mistakes.add(
        .notWhole, at: value.span, path,
        "\(number.text.prefix(40)) is not a whole number; give \(shape.allowed)")
      return
    }
    guard let integer = number.integer, range.contains(integer) else {
      mistakes.add(
        .outOfRange, at: value.span, path,
        // Only the version of the format has a single value.
        range.count > 1
          ? "\(number.text.prefix(40)) is out of range; give \(shape.allowed)"
          : "this is format \(number.text.prefix(40)) of study files, and this program reads format "
            + "\(shape.allowed); use a newer program, or write a study of that format")
      return
    }
  }

  private mutating func checkSpan(
    _ value: JSONValue, _ range: ClosedRange<Int>, _ shape: Shape, _ path: JSONPath
  ) {
    guard let ends = value.elements else { return wrongType(value, shape, path) }
    guard ends.count == 2 else {
      mistakes.add(
        .badRange, at: value.span, path,
        "there \(ends.count == 1 ? "is 1 value" : "are \(ends.count) values"); give "
          + shape.allowed)
      return
    }
    for (index, end) in ends.enumerated() { check(end, .whole(range), path.index(index)) }
    if let first = ends[0].number?.integer, let last = ends[1].number?.integer, first > last {
      mistakes.add(
        .badRange, at: value.span, path,
        "\(first) is above \(last); give the lower end first")
    }
  }

  private mutating func checkLabel(_ value: JSONValue, _ path: JSONPath) {
    guard let text = value.string else { return wrongType(value, .label, path) }
    checkLabel(text, at: value.span, path)
  }

  private mutating func checkLabel(_ text: String, at span: SourceSpan, _ path: JSONPath) {
    guard !Label.isValid(text) else { return }
    mistakes.add(
      .badLabel, at: span, path,
      "\(shortened(text)) is not a label; give \(Label.meaning), because it is used in tables and "
        + "file names")
  }

  private mutating func wrongType(_ value: JSONValue, _ shape: Shape, _ path: JSONPath) {
    mistakes.add(
      .wrongType, at: value.span, path,
      "\(value.kindName) is not allowed here; give \(shape.allowed)")
  }

  private mutating func report(
    _ renamed: RenamedKey, _ text: String, at span: SourceSpan, _ path: JSONPath
  ) {
    mistakes.add(
      .renamedKey, at: span, path,
      "\(shortened(text)) is called \(JSONText.quoted(renamed.name)) since version "
        + renamed.version)
  }

  // MARK: Objects

  /// Reports unknown, repeated and missing keys, and checks the known ones.
  private mutating func checkMembers(
    _ value: JSONValue, _ keys: [KeyShape], _ path: JSONPath, elsewhere: [String] = [],
    open: [ObjectShape.OpenKey] = [], alternatives: [String] = []
  ) {
    let members = value.members ?? []
    checkTwice(members, path)
    var seen: Set<String> = []
    var meant: Set<String> = []
    for member in members where seen.insert(member.key).inserted {
      if let known = keys.first(where: { $0.name == member.key }) {
        check(member.value, known.shape, path.key(member.key))
      } else if elsewhere.contains(member.key) {
        mistakes.add(
          .conflict, at: member.keySpan, path.key(member.key),
          "\(shortened(member.key)) cannot be combined with the other keys here; allowed are "
            + Shape.listed(keys.map(\.name)))
      } else {
        if let renamed = RenamedKey.find(member.key, in: keys.map(\.name)) {
          report(renamed, member.key, at: member.keySpan, path.key(member.key))
          continue
        }
        let free = keys.map(\.name).filter { name in !members.contains { $0.key == name } }
        let nearest = NearestName.find(member.key, in: free)
        if let nearest { meant.insert(nearest) }
        if open.contains(where: { $0.pattern.matches(member.key) }) {
          mistakes.add(
            .unknownValue, at: member.keySpan, path.key(member.key),
            "\(shortened(member.key)) does not lead to a number in this file; give the path of "
              + "one that is there",
            suggestion: nearest)
          continue
        }
        mistakes.add(
          .unknownKey, at: member.keySpan, path.key(member.key),
          keys.isEmpty
            ? "\(shortened(member.key)) is not a known key; none is allowed here"
            : "\(shortened(member.key)) is not a known key; allowed are "
              + Shape.listed(keys.map(\.name)),
          suggestion: nearest)
      }
    }
    for key in keys where key.isRequired && !seen.contains(key.name) && !meant.contains(key.name) {
      mistakes.add(
        .missing, at: startOf(value), path.key(key.name),
        alternatives.last == key.name
          ? "one of the keys \(Shape.listed(alternatives)) is missing"
          : "the key \(JSONText.quoted(key.name)) is missing; give \(key.shape.allowed)")
    }
  }

  private mutating func checkTwice(_ members: [JSONValue.Member], _ path: JSONPath) {
    var seen: Set<String> = []
    for member in members where !seen.insert(member.key).inserted {
      mistakes.add(
        .duplicateKey, at: member.keySpan, path.key(member.key),
        "\(shortened(member.key)) is given twice; keep one, because only one can count")
    }
  }

  private mutating func checkForms(_ value: JSONValue, _ forms: [Shape.Form], _ path: JSONPath) {
    guard let members = value.members else { return wrongType(value, .forms(forms), path) }
    let given = Set(members.map(\.key))
    let known = forms.first { given.contains($0.key) }
    let form = known ?? forms[forms.count - 1]
    checkMembers(
      value, form.object.keys, path,
      elsewhere: forms.flatMap { $0.object.keys.map(\.name) },
      alternatives: known == nil ? forms.map(\.key) : [])
  }

  private mutating func checkKinds(
    _ value: JSONValue, _ key: String, _ kinds: [Shape.Kind], _ path: JSONPath
  ) {
    guard value.members != nil else {
      return wrongType(value, .kinds(by: key, kinds), path)
    }
    let discriminator = KeyShape(key, .choice(kinds.map(\.name)), required: true, "")
    let kind = value[key: key]?.string.flatMap { name in kinds.first { $0.name == name } }
    guard let kind else {
      // Which other keys are allowed is unknown: only this one can be judged.
      if let kindValue = value[key: key] {
        check(kindValue, discriminator.shape, path.key(key))
      } else {
        checkMembers(
          value,
          [discriminator] + kinds.flatMap(\.keys).map { KeyShape($0.name, .anything, $0.about) },
          path)
      }
      return
    }
    checkMembers(
      value, [discriminator] + kind.keys, path,
      elsewhere: kinds.flatMap { $0.keys.map(\.name) })
  }

  private mutating func checkEither(
    _ value: JSONValue, _ shapes: [Shape], _ shape: Shape, _ path: JSONPath
  ) {
    guard let fitting = shapes.first(where: { $0.fitsType(of: value) }) else {
      return wrongType(value, shape, path)
    }
    check(value, fitting, path)
  }

  /// The opening bracket of an object: where a missing key is reported.
  private func startOf(_ value: JSONValue) -> SourceSpan {
    SourceSpan(source: value.span.source, start: value.span.start, end: value.span.start + 1)
  }

  private func shortened(_ text: String) -> String {
    text.count > 40 ? JSONText.quoted(text.prefix(40) + "...") : JSONText.quoted(text)
  }
}

extension Shape {
  func fitsType(of value: JSONValue) -> Bool {
    switch (self, value.content) {
    case (.whole, .number), (.real, .number), (.text, .string), (.label, .string),
      (.choice, .string), (.named, .string), (.flag, .bool), (.list, .array), (.span, .array),
      (.object, .object),
      (.entries, .object), (.forms, .object), (.kinds, .object):
      true
    case (.anything, _): true
    case (.either(let shapes), _): shapes.contains { $0.fitsType(of: value) }
    default: false
    }
  }
}
