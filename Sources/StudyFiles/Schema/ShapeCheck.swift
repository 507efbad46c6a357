import PlainText
import SpreadModel

/// Compares a value with its shape and reports every difference.
struct ShapeCheck {
  var mistakes = Mistakes()

  /// - Parameter whole: the alternatives of which `shape` is one, for messages; nil: there are none.
  mutating func check(
    _ value: Node, _ shape: Shape, of whole: Shape? = nil
  ) {
    switch shape {
    case .whole(let range): checkWhole(value, range, whole ?? shape)
    case .real(let range):
      guard let number = value.number else { return wrongType(value, shape) }
      if !range.contains(number.double) {
        mistakes.add(
          .outOfRange, at: value,
          "\(number.text.prefix(40)) is out of range; give \((whole ?? shape).allowed)")
      }
    case .text:
      if value.string == nil { wrongType(value, shape) }
    case .label: checkLabel(value)
    case .choice(let names): checkName(value, names, offered: names, whole ?? shape)
    case .named(let names, _, let offered):
      checkName(value, names, offered: offered, whole ?? shape)
    case .flag:
      if value.bool == nil { wrongType(value, shape) }
    case .span(let range): checkSpan(value, range, shape)
    case .list(let element, let least):
      guard value.isList else { return wrongType(value, shape) }
      if value.elements.count < least {
        mistakes.add(
          .empty, at: value, "the list is empty; give at least \(least) value")
      }
      for item in value.elements { check(item, element) }
    case .object(let object):
      guard value.isObject else { return wrongType(value, shape) }
      checkMembers(value, object)
    case .entries(let entry):
      guard value.isObject else { return wrongType(value, shape) }
      for member in distinct(value.members).members {
        checkLabel(member.name, at: member.key)
        check(member, entry)
      }
    case .forms(let forms): checkForms(value, forms)
    case .kinds(let key, let kinds): checkKinds(value, key, kinds)
    case .either(let shapes): checkEither(value, shapes, shape)
    case .anything: break
    }
  }

  // MARK: Plain values

  private mutating func checkName(
    _ value: Node, _ names: [String], offered: [String], _ shape: Shape
  ) {
    guard let text = value.string else { return wrongType(value, shape) }
    guard !names.contains(text) else { return }
    if let place = NotOffered.Place(valueOf: value.name),
      let instead = NotOffered.advice(text, in: place)
    {
      return mistakes.add(.notOffered, at: value, "\(shortened(text)) is not offered; \(instead)")
    }
    if value.name == "factor", let problem = Self.problem(ofConstant: text) {
      return mistakes.add(.mayNotVary, at: value, problem)
    }
    let hint = shape.takesNumbers ? Self.hint(onNumber: text) : nil
    mistakes.add(
      .unknownValue, at: value,
      "\(shortened(text)) is not known here; \(hint ?? "give \(shape.allowed)")",
      suggestion: hint == nil ? NearestName.find(text, in: offered) : nil)
  }

  /// That a key of the model or of the whole study may not vary; nil of all other names.
  private static func problem(ofConstant name: String) -> String? {
    if ["seed", "replicates"].contains(name) {
      return "\(shortened(name)) may not vary, it is the same at all points; give it at the root"
    }
    return ModelKey.constantPath(name).map {
      "\(shortened(name)) may not vary, it is the same at all points; give it as model.\($0), and a "
        + "study for each of its values"
    }
  }

  /// How to write a number that came as a text; nil of a text that is none.
  private static func hint(onNumber text: String) -> String? {
    if let number = jsonNumber(text) { return "write \(number) without quotes" }
    return withoutComma(text).map { "\($0), without quotes" }
  }

  private mutating func checkWhole(
    _ value: Node, _ range: ClosedRange<Int>, _ shape: Shape
  ) {
    guard let number = value.number else { return wrongType(value, shape) }
    guard number.isWhole else {
      mistakes.add(
        .notWhole, at: value,
        "\(number.text.prefix(40)) is not a whole number; give \(shape.allowed)"
          + (value.path.names(ModelKey.infectionFactor.name) ? Self.meansNumber : ""))
      return
    }
    guard let integer = number.integer, range.contains(integer) else {
      mistakes.add(
        .outOfRange, at: value,
        // Only the version of the format has a single value.
        range.count > 1
          ? "\(number.text.prefix(40)) is out of range; give \(shape.allowed)"
          : "this is format \(number.text.prefix(40)) of study files, and this program reads format "
            + "\(shape.allowed); use a newer program, or write a study of that format")
      return
    }
  }

  private static let meansNumber = """
    , or rules that draw a number of contacts with a mean, which may be any number: \
    "draw": { "number": "poisson" }
    """

  private mutating func checkSpan(
    _ value: Node, _ range: ClosedRange<Int>, _ shape: Shape
  ) {
    guard value.isList else { return wrongType(value, shape) }
    let ends = value.elements
    guard ends.count == 2 else {
      mistakes.add(
        .badRange, at: value,
        "there \(ends.count == 1 ? "is 1 value" : "are \(ends.count) values"); give "
          + shape.allowed)
      return
    }
    for end in ends { check(end, .whole(range)) }
    if let first = ends[0].number?.integer, let last = ends[1].number?.integer, first > last {
      mistakes.add(
        .badRange, at: value,
        "\(first) is above \(last); give the lower end first")
    }
  }

  private mutating func checkLabel(_ value: Node) {
    guard let text = value.string else { return wrongType(value, .label) }
    checkLabel(text, at: value.place)
  }

  private mutating func checkLabel(_ text: String, at place: Node.Place) {
    guard !Label.isValid(text) else { return }
    mistakes.add(
      .badLabel, at: place,
      "\(shortened(text)) is not a label; give \(Label.meaning), because it is used in tables and "
        + "file names")
  }

  private mutating func wrongType(_ value: Node, _ shape: Shape) {
    let hint = shape.takesNumbers ? value.string.flatMap(Self.hint) : nil
    mistakes.add(
      .wrongType, at: value,
      "\(value.value.kindName) is not allowed here; \(hint ?? "give \(shape.allowed)")")
  }

  // MARK: Objects

  /// Reports unknown, repeated and missing keys, and checks the known ones.
  ///
  /// - Parameters:
  ///   - elsewhere: keys that are known in other forms of the object.
  ///   - alternatives: keys of which one is missing, because none of them tells the form.
  private mutating func checkMembers(
    _ value: Node, _ object: ObjectShape, elsewhere: [String] = [], alternatives: [String] = []
  ) {
    let (members, given) = distinct(value.members)
    var unknown: [Node] = []
    for member in members {
      if let known = object.key(member.name) {
        check(member, known.shape)
      } else if elsewhere.contains(member.name) {
        mistakes.add(
          .conflict, at: member.key,
          "\(shortened(member.name)) cannot be combined with the other keys here; allowed are "
            + Shape.listed(object.keys.map(\.name)))
      } else {
        unknown.append(member)
      }
    }
    let free = unknown.isEmpty ? [] : object.keys.map(\.name).filter { !given.contains($0) }
    for member in unknown {
      mistakes.add(at: member.key) {
        let name = shortened(member.name)
        if let instead = NotOffered.advice(member.name, in: .key) {
          return Mistakes.Words(code: .notOffered, message: "\(name) is not offered; \(instead)")
        }
        if object.isOfParameters, let problem = Self.problem(ofConstant: member.name) {
          return Mistakes.Words(code: .mayNotVary, message: problem)
        }
        let nearest = NearestName.find(member.name, in: free)
        if object.open.contains(where: { $0.pattern.matches(member.name) }) {
          return Mistakes.Words(
            code: .unknownValue,
            message: "\(name) does not lead to a number in this file; give the path of one that "
              + "is there", suggestion: nearest)
        }
        return Mistakes.Words(
          code: .unknownKey,
          message: "\(name) is not a known key; "
            + (object.keys.isEmpty
              ? "none is allowed here" : "allowed are \(Shape.listed(object.keys.map(\.name)))"),
          suggestion: nearest)
      }
    }
    let missing = object.required.filter { !given.contains($0.name) }
    guard !missing.isEmpty || !alternatives.isEmpty else { return }
    // A key that is misspelt is not missing as well; of many unknown ones no later one is shown.
    let meant = unknown.prefix(Mistakes.mostShown).compactMap {
      NearestName.find($0.name, in: free)
    }
    for key in missing where !meant.contains(key.name) {
      mistakes.add(
        .missing, at: value.missing(key.name),
        "the key \(JSONText.quoted(key.name)) is missing; give \(key.shape.allowed)")
    }
    if let last = alternatives.last, !meant.contains(where: alternatives.contains) {
      mistakes.add(
        .missing, at: value.missing(last),
        "one of the keys \(Shape.listed(alternatives)) is missing")
    }
  }

  /// Reports keys that come twice, and returns the first of each.
  private mutating func distinct(
    _ members: Node.List
  ) -> (members: [Node], names: Set<String>) {
    var seen: Set<String> = []
    var first: [Node] = []
    for member in members {
      guard seen.insert(member.name).inserted else {
        mistakes.add(
          .duplicateKey, at: member.key,
          "\(shortened(member.name)) is given twice; keep one, because only one can count")
        continue
      }
      first.append(member)
    }
    return (first, seen)
  }

  private mutating func checkForms(_ value: Node, _ forms: [Shape.Form]) {
    guard value.isObject else { return wrongType(value, .forms(forms)) }
    let form = forms.first { value[$0.key] != nil }
    let all = forms.flatMap { $0.object.keys }
    guard let form else {
      // Any key of a form may be meant; what all of them need is needed.
      let common = forms[0].object.required.map(\.name).filter { name in
        forms.allSatisfy { $0.object.key(name)?.isRequired ?? false }
      }
      return checkMembers(
        value, anyOf(all.map { $0.required(common.contains($0.name)) }),
        alternatives: forms.map(\.key))
    }
    checkMembers(value, form.object, elsewhere: all.map(\.name))
  }

  /// An object that may have any of these keys, of which several have the same name.
  private func anyOf(_ keys: [KeyShape]) -> ObjectShape {
    var seen: Set<String> = []
    return ObjectShape(keys.filter { seen.insert($0.name).inserted })
  }

  private mutating func checkKinds(
    _ value: Node, _ key: String, _ kinds: [Shape.Kind]
  ) {
    guard value.isObject else { return wrongType(value, .kinds(by: key, kinds)) }
    let discriminator = KeyShape(key, .choice(kinds.map(\.name)), required: true, "")
    let kind = value[key]?.string.flatMap { name in kinds.first { $0.name == name } }
    guard let kind else {
      // Which other keys are allowed is unknown: only this one can be judged.
      if let kindValue = value[key] {
        check(kindValue, discriminator.shape)
      } else {
        checkMembers(
          value,
          anyOf(
            [discriminator]
              + kinds.flatMap(\.keys).map { KeyShape($0.name, .anything, $0.about) }))
      }
      return
    }
    checkMembers(
      value, ObjectShape([discriminator] + kind.keys),
      elsewhere: kinds.flatMap { $0.keys.map(\.name) })
  }

  private mutating func checkEither(
    _ value: Node, _ shapes: [Shape], _ shape: Shape
  ) {
    guard let fitting = shapes.first(where: { $0.fitsType(of: value.value) }) else {
      return wrongType(value, shape)
    }
    check(value, fitting, of: shape)
  }
}

private func shortened(_ text: String) -> String {
  text.count > 40 ? JSONText.quoted(text.prefix(40) + "...") : JSONText.quoted(text)
}

extension Shape {
  /// Whether a number may stand here.
  fileprivate var takesNumbers: Bool {
    switch self {
    case .whole, .real: true
    case .either(let shapes): shapes.contains(where: \.takesNumbers)
    default: false
    }
  }

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
