import PlainText
import SpreadModel

/// The JSON Schema (draft 2020-12) of study files, made from the tables that validation uses.
///
/// It says all that the shape of a file can say; relations between values (a torus needs full
/// rows) are checked by the program alone.
package enum StudySchema {
  package static var text: String { json.text }

  static var json: JSONText {
    guard case .members(let members) = StudyFile.shape(.any).schema else { return .null }
    return .members(
      [
        .init(key: "$schema", value: .string("https://json-schema.org/draft/2020-12/schema")),
        .init(key: "$id", value: .string("spreadlab-study.schema.json")),
        .init(key: "title", value: .string("spreadlab study")),
        .init(
          key: "description",
          value: .string(
            "A parameter study of infection spread on a grid; see docs/study-files.md.")),
      ] + members)
  }
}

extension Shape {
  /// The schema that accepts what reading accepts.
  fileprivate var schema: JSONText {
    switch self {
    case .whole(let range) where range.count == 1:
      return .object([("const", .int(range.lowerBound))])
    case .whole(let range):
      return .object([
        ("type", .string("integer")), ("minimum", .int(range.lowerBound)),
        ("maximum", .int(range.upperBound)),
      ])
    case .real(let range):
      return .object([
        ("type", .string("number")),
        (range.lowestIsIn ? "minimum" : "exclusiveMinimum", .real(range.lowest)),
        (range.highestIsIn ? "maximum" : "exclusiveMaximum", .real(range.highest)),
      ])
    case .text: return .object([("type", .string("string"))])
    case .label:
      return .object([("type", .string("string")), ("pattern", .string(Label.pattern))])
    case .columnLabel:
      return .object([("type", .string("string")), ("pattern", .string(ColumnLabel.pattern))])
    case .choice(let names): return .object([("enum", .array(names.map(JSONText.string)))])
    case .named(let names, let patterns, _):
      return .object([
        (
          "anyOf",
          .array(
            [.object([("enum", .array(names.map(JSONText.string)))])]
              + patterns.map { pattern in
                .object([("type", .string("string")), ("pattern", .string(pattern.text))])
              })
        )
      ])
    case .flag: return .object([("type", .string("boolean"))])
    case .span(let range):
      return .object([
        ("type", .string("array")), ("items", Shape.whole(range).schema), ("minItems", .int(2)),
        ("maxItems", .int(2)),
      ])
    case .list(let element, let least, let most):
      return .object(
        [("type", .string("array")), ("items", element.schema)]
          + (least > 0 ? [("minItems", .int(least))] : [])
          + (most.map { [("maxItems", .int($0))] } ?? []))
    case .object(let object): return Self.schema(of: object.keys, open: object.open)
    case .entries(let entry):
      return .object([
        ("type", .string("object")),
        ("propertyNames", .object([("pattern", .string(Label.pattern))])),
        ("additionalProperties", entry.schema),
      ])
    case .forms(let forms):
      return .object([("oneOf", .array(forms.map { Self.schema(of: $0.object.keys) }))])
    case .kinds(let key, let kinds):
      return .object([
        (
          "oneOf",
          .array(
            kinds.map { kind in
              Self.schema(
                of: kind.keys, first: (key, .object([("const", .string(kind.name))])),
                about: kind.about)
            })
        )
      ])
    case .either(let shapes): return .object([("oneOf", .array(shapes.map(\.schema)))])
    }
  }

  /// An object with these keys and no others; `first` is a required key of its own.
  private static func schema(
    of keys: [KeyShape], first: (String, JSONText)? = nil, about: String? = nil,
    open: [ObjectShape.OpenKey] = []
  ) -> JSONText {
    var members: [(String, JSONText)] = []
    if let about { members.append(("description", .string(about))) }
    members.append(("type", .string("object")))
    let properties = (first.map { [$0] } ?? []) + keys.map { ($0.name, $0.schema) }
    if !properties.isEmpty { members.append(("properties", .object(properties))) }
    let required = (first.map { [$0.0] } ?? []) + keys.filter(\.isRequired).map(\.name)
    if !required.isEmpty { members.append(("required", .array(required.map(JSONText.string)))) }
    if !open.isEmpty {
      members.append(
        ("patternProperties", .object(open.map { ($0.pattern.text, $0.shape().schema) })))
    }
    members.append(("additionalProperties", .bool(false)))
    return .object(members)
  }
}

extension KeyShape {
  fileprivate var schema: JSONText {
    guard case .members(var members) = shape.schema else { return .null }
    members.removeAll { $0.key == "description" }
    members.insert(.init(key: "description", value: .string(about)), at: 0)
    if let fallback { members.append(.init(key: "default", value: fallback)) }
    return .members(members)
  }
}
