import PlainText
import SpreadModel

/// What is wrong with plain values.
extension Mistakes {
  /// Whether a value without parts has a shape; reports why not.
  ///
  /// - Parameter shape: what messages offer, too.
  mutating func fits(_ value: Node, _ shape: Shape) -> Bool {
    let before = count
    check(value, shape, offered: shape)
    return count == before
  }

  private mutating func check(_ value: Node, _ shape: Shape, offered: Shape) {
    switch shape {
    case .whole(let range): checkWhole(value, range, offered)
    case .real(let range):
      guard let number = value.number else { return wrongType(value, offered) }
      if !range.contains(number.double) {
        add(
          .outOfRange, at: value,
          "\(number.text.prefix(40)) is out of range; give \(offered.allowed)")
      }
    case .text:
      if value.string == nil { wrongType(value, offered) }
    case .label:
      guard let text = value.string else { return wrongType(value, offered) }
      checkLabel(text, at: value.place)
    case .columnLabel:
      guard let text = value.string else { return wrongType(value, offered) }
      if !ColumnLabel.isValid(text) {
        add(
          .badLabel, at: value,
          "\(shortened(text)) cannot name a column; give \(ColumnLabel.meaning)")
      }
    case .choice(let names): checkName(value, names, offered: names, offered)
    case .named(let names, _, let near): checkName(value, names, offered: near, offered)
    case .flag:
      if value.bool == nil { wrongType(value, offered) }
    case .span(let range): checkSpan(value, range, offered)
    case .either(let shapes):
      guard let fitting = shapes.first(where: { $0.fitsType(of: value.value) }) else {
        return wrongType(value, offered)
      }
      check(value, fitting, offered: offered)
    case .list, .object, .entries, .forms, .kinds: break
    }
  }

  private mutating func checkName(
    _ value: Node, _ names: [String], offered: [String], _ shape: Shape
  ) {
    guard let text = value.string else { return wrongType(value, shape) }
    guard !names.contains(text) else { return }
    if let place = NotOffered.Place(valueOf: value.name),
      let instead = NotOffered.advice(text, in: place)
    {
      return add(.notOffered, at: value, "\(shortened(text)) is not offered; \(instead.asMembers)")
    }
    if value.name == "factor", let problem = Self.problem(ofConstant: text) {
      return add(.mayNotVary, at: value, problem)
    }
    let hint = shape.takesNumbers ? Self.hint(onNumber: text, value) : nil
    add(
      .unknownValue, at: value,
      "\(shortened(text)) is not known here; \(hint ?? "give \(shape.allowed)")",
      suggestion: hint == nil ? NearestName.find(text, in: offered) : nil)
  }

  /// That a key of the model or of the whole study may not vary; nil of all other names.
  static func problem(ofConstant name: String) -> String? {
    if ["seed", "replicates"].contains(name) {
      return "\(shortened(name)) may not vary, it is the same at all points; give it at the root"
    }
    return ModelKey.constantPath(name).map {
      "\(shortened(name)) may not vary, it is the same at all points; give it as model.\($0), and a "
        + "study for each of its values"
    }
  }

  /// How to write a number that came as a text; nil of a text that is none.
  private static func hint(onNumber text: String, _ value: Node) -> String? {
    if let number = jsonNumber(text) {
      return "write \(number)\(value.isBare ? "" : " without quotes")"
    }
    return withoutComma(text).map { "\($0)\(value.isBare ? "" : ", without quotes")" }
  }

  private mutating func checkWhole(
    _ value: Node, _ range: ClosedRange<Int>, _ shape: Shape
  ) {
    guard let number = value.number else { return wrongType(value, shape) }
    guard number.isWhole else {
      add(
        .notWhole, at: value,
        "\(number.text.prefix(40)) is not a whole number; give \(shape.allowed)"
          + (value.path.names(ModelKey.infectionFactor.name) ? Self.meansNumber : ""))
      return
    }
    guard let integer = number.integer, range.contains(integer) else {
      add(
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
      add(
        .badRange, at: value,
        "there \(ends.count == 1 ? "is 1 value" : "are \(ends.count) values"); give "
          + shape.allowed)
      return
    }
    for end in ends { check(end, .whole(range), offered: .whole(range)) }
    if let first = ends[0].number?.integer, let last = ends[1].number?.integer, first > last {
      add(
        .badRange, at: value,
        "\(first) is above \(last); give the lower end first")
    }
  }

  /// Reports a text that is no label.
  mutating func checkLabel(_ text: String, at place: Node.Place) {
    guard !Label.isValid(text) else { return }
    add(
      .badLabel, at: place,
      "\(shortened(text)) is not a label; give \(Label.meaning), because it is used in tables and "
        + "file names")
  }

  /// Reports a value of another type.
  mutating func wrongType(_ value: Node, _ shape: Shape) {
    var hint =
      shape.takesNumbers ? value.string.flatMap { Self.hint(onNumber: $0, value) } : nil
    if value.isBare, let text = value.string, text.hasPrefix("{") || text.hasPrefix("[") {
      do throws(JSONSyntaxError) { _ = try JSONReader.read(Array(text.utf8)) } catch {
        hint = "as JSON it has a mistake at character \(error.span.start + 1): \(error.message)"
      }
    }
    add(
      .wrongType, at: value,
      "\(value.value.kindName) is not allowed here; \(hint ?? "give \(shape.allowed)")"
        + (KnownKeys.advice(onValueOf: value).map { ", or \($0)" } ?? ""))
  }
}

/// In quotes, the first characters of a long one.
func shortened(_ text: String) -> String {
  let start = text.prefix(40)
  return JSONText.quoted(start.endIndex < text.endIndex ? "\(start)..." : text)
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
      (.columnLabel, .string),
      (.choice, .string), (.named, .string), (.flag, .bool), (.list, .array), (.span, .array),
      (.object, .object),
      (.entries, .object), (.forms, .object), (.kinds, .object):
      true
    case (.either(let shapes), _): shapes.contains { $0.fitsType(of: value) }
    default: false
    }
  }
}
