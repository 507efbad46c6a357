import PlainText
import SpreadModel

/// What a JSON value must look like: the one table that validation and the JSON Schema share.
indirect enum Shape: Sendable {
  case whole(ClosedRange<Int>)
  case real(RealRange)
  /// Any text.
  case text
  /// A name that tables and file names can carry: `Label`.
  case label
  /// What a column may be called: `ColumnLabel`.
  case columnLabel
  /// One of these texts.
  case choice([String])
  /// A name that the file may add to: one of these texts, in the schema also any of these patterns.
  /// Messages offer those that make sense in this file.
  case named([String], [Pattern], offered: [String])
  case flag
  /// Two whole numbers, the first and the last of a range.
  case span(ClosedRange<Int>)
  case list(of: Shape, atLeast: Int, atMost: Int? = nil)
  case object(ObjectShape)
  /// Any names that are labels, each with a value of this shape.
  case entries(Shape)
  /// Objects distinguished by which key is there: the first form whose key is, else the last.
  case forms([Form])
  /// Objects distinguished by the text under one key.
  case kinds(by: String, [Kind])
  /// Shapes distinguished by the JSON type of the value.
  case either([Shape])

  struct Form: Sendable {
    /// The key that gives the form away.
    let key: String
    let object: ObjectShape
  }

  struct Kind: Sendable {
    let name: String
    let about: String
    /// The keys besides the one that tells the kinds apart.
    let keys: [KeyShape]
  }
}

struct ObjectShape: Sendable {
  let keys: [KeyShape]
  let required: [KeyShape]
  /// By name, where there are many: a list of a million objects asks for each key of each.
  private let places: [String: Int]?
  /// Names that stand for something only if the file has it, which is then among `keys`; the schema
  /// cannot know.
  let open: [OpenKey]
  /// Whether its keys are parameters that may vary.
  let isOfParameters: Bool

  init(_ keys: [KeyShape], open: [OpenKey] = [], isOfParameters: Bool = false) {
    self.keys = keys
    self.open = open
    self.isOfParameters = isOfParameters
    required = keys.filter(\.isRequired)
    places =
      keys.count > 8
      ? Dictionary(keys.indices.map { (keys[$0].name, $0) }) { first, _ in first } : nil
  }

  /// The key of that name; nil if there is none.
  func key(_ name: String) -> KeyShape? { place(of: name).map { keys[$0] } }

  func knows(_ name: String) -> Bool { place(of: name) != nil }

  private func place(of name: String) -> Int? {
    guard let places else { return keys.firstIndex { $0.name == name } }
    return places[name]
  }

  struct OpenKey: Sendable {
    let pattern: Shape.Pattern
    /// For the schema alone.
    let shape: @Sendable () -> Shape

    /// Whether its pattern, which begins with a part of the file, is that of a path.
    func matches(_ path: String) -> Bool {
      // Expressions take long to make, and most names are none of these.
      guard let end = path.firstIndex(of: ".") else { return false }
      return pattern.text.hasPrefix("^\(path[..<end])\\.") && pattern.matches(path)
    }
  }
}

struct KeyShape: Sendable {
  let name: String
  let isRequired: Bool
  /// Of a number; "1" for plain ones.
  let unit: String
  /// One or two sentences for the schema's reader.
  let about: String
  private let makeShape: @Sendable () -> Shape
  private let makeFallback: @Sendable () -> JSONText?

  init(
    _ name: String, _ shape: @autoclosure @escaping @Sendable () -> Shape, required: Bool = false,
    unit: String = "1", default fallback: @autoclosure @escaping @Sendable () -> JSONText? = nil,
    _ about: String
  ) {
    (self.name, isRequired, self.unit, self.about) = (name, required, unit, about)
    (makeShape, makeFallback) = (shape, fallback)
  }

  var shape: Shape { makeShape() }
  /// The value that counts where the key is missing.
  var fallback: JSONText? { makeFallback() }
}

extension KeyShape {
  /// The same key, needed or not.
  func required(_ isRequired: Bool) -> KeyShape {
    KeyShape(name, shape, required: isRequired, unit: unit, default: fallback, about)
  }
}

extension RealRange {
  var description: String {
    let highest = "\(highestIsIn ? "at most" : "below") \(Shape.plain(highest))"
    if lowestIsIn && highestIsIn {
      return "in \(Shape.plain(lowest))...\(Shape.plain(self.highest))"
    }
    return "\(lowestIsIn ? "at least" : "above") \(Shape.plain(lowest)) and \(highest)"
  }
}

extension Shape {
  /// What is allowed, to follow "give": "a whole number in 1...1000000000".
  var allowed: String {
    switch self {
    case .whole(let range) where range.count == 1: "\(range.lowerBound)"
    case .whole(let range): "a whole number in \(range.lowerBound)...\(range.upperBound)"
    case .real(let range): "a number \(range.description)"
    case .text: "a text"
    case .label: "a label"
    case .columnLabel: ColumnLabel.meaning
    case .choice(let names) where names.count == 1: JSONText.quoted(names[0])
    case .choice(let names): "one of " + Shape.listed(names)
    case .named(_, _, let offered):
      offered.isEmpty ? "a factor, of which this study has none" : "one of " + Shape.listed(offered)
    case .flag: "true or false"
    case .span(let range):
      "the first and the last of a range, such as [\(range.lowerBound), \(range.lowerBound + 3)]"
    case .list(let element, _, _): "a list of \(element.plural)"
    case .object, .entries, .forms, .kinds: "an object" + (example.map { " such as \($0)" } ?? "")
    case .either(let shapes): shapes.map(\.allowed).joined(separator: ", or ")
    }
  }

  /// An object with the keys that it needs, such as `{ "values": [...] }`; nil where it needs none.
  private var example: String? {
    let keys: [(name: String, value: String)] =
      switch self {
      case .object(let object): object.required.map { ($0.name, $0.shape.sketch) }
      case .forms(let forms): forms[0].object.required.map { ($0.name, $0.shape.sketch) }
      case .kinds(let key, let kinds): [(key, JSONText.quoted(kinds[0].name))]
      default: []
      }
    guard !keys.isEmpty else { return nil }
    let members = keys.map { "\(JSONText.quoted($0.name)): \($0.value)" }
    return "{ \(members.joined(separator: ", ")) }"
  }

  var sketch: String {
    switch self {
    case .list, .span: "[...]"
    case .object, .entries, .forms, .kinds: "{...}"
    default: "..."
    }
  }

  private var plural: String {
    switch self {
    case .whole(let range): "whole numbers in \(range.lowerBound)...\(range.upperBound)"
    case .real(let range): "numbers \(range.description)"
    case .choice(let names), .named(_, _, let names): "texts of " + Shape.listed(names)
    case .text, .label, .columnLabel: "texts"
    case .object, .entries, .forms, .kinds: "objects"
    case .either(let shapes): shapes.map(\.plural).joined(separator: " or ")
    case .flag, .span, .list: "values"
    }
  }

  /// `"a", "b", "c"`; of a file with thousands of names the first.
  ///
  /// - Parameter isChoice: "or" stands before the last one.
  static func listed(_ names: [String], or isChoice: Bool = false) -> String {
    if isChoice, names.count > 1, let last = names.last {
      return "\(listed(names.dropLast())) or \(JSONText.quoted(last))"
    }
    let most = 50
    return names.prefix(most).map(JSONText.quoted).joined(separator: ", ")
      + (names.count > most ? " and \(readable(Double(names.count - most))) more" : "")
  }

  /// Whole numbers without the point: 0, 1, 0.5.
  static func plain(_ number: Double) -> String {
    number.rounded() == number && abs(number) < 1e15 ? String(Int(number)) : "\(number)"
  }
}

extension Shape {
  /// Whether values of it have no parts.
  var isPlain: Bool {
    switch self {
    case .whole, .real, .text, .label, .columnLabel, .choice, .named, .flag: true
    case .either(let shapes): shapes.allSatisfy(\.isPlain)
    case .span, .list, .object, .entries, .forms, .kinds: false
    }
  }
}
