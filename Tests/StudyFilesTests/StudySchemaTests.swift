import PlainText
import SpreadModel
import StudyFiles
import Testing

/// The schema against the reader, at the edges that random changes of a study hardly meet.
@Suite struct StudySchemaTests {
  private func schema() throws -> JSONValue { try JSONReader.read(Array(StudySchema.text.utf8)) }

  private func at(_ path: String...) throws -> JSONValue {
    var value = try schema()
    for key in path { value = try #require(value[key: key], "\(path)") }
    return value
  }

  @Test("open ends of ranges are open in both")
  func openEnds() throws {
    let share = try at("properties", "model", "properties", "stop", "properties", "share")
    #expect(share[key: "exclusiveMinimum"]?.number?.double == 0)
    #expect(share[key: "minimum"] == nil && share[key: "maximum"]?.number?.double == 1)
    let confidence = try at("properties", "analysis", "properties", "confidence")
    #expect(confidence[key: "exclusiveMinimum"]?.number?.double == 0)
    #expect(confidence[key: "exclusiveMaximum"]?.number?.double == 1)
    for (text, isAllowed) in [
      (Texts.study(model: #""group_size": 9, "stop": { "share": 0 }"#), false),
      (Texts.study(model: #""group_size": 9, "stop": { "share": 1 }"#), true),
      (Texts.study(#""analysis": { "confidence": 0 }"#), false),
      (Texts.study(#""analysis": { "confidence": 1 }"#), false),
    ] {
      #expect(Texts.mistakes(text).isEmpty == isAllowed, "\(text)")
    }
  }

  @Test("every object of the schema refuses other keys, as the reader does")
  func otherKeys() throws {
    var objects = 0
    func visit(_ value: JSONValue) {
      if value[key: "properties"] != nil {
        objects += 1
        #expect(value[key: "additionalProperties"]?.bool == false)
      }
      for inner in value.elements ?? value.members?.map(\.value) ?? [] { visit(inner) }
    }
    visit(try schema())
    #expect(objects > 20)
  }

  @Test("the defaults the schema names are those of a study that does not give them")
  func defaults() throws {
    let plain = try Texts.parse(Texts.study())
    let named = try Texts.parse(
      Texts.study(
        """
        "replicates": \(try at("properties", "replicates", "default").number?.text ?? ""),
        "random_numbers": "\(try at("properties", "random_numbers", "default").string ?? "")",
        "record": { \(try defaults(of: "record")) }, "analysis": { \(try defaults(of: "analysis")) }
        """, model: "\"group_size\": 100, " + (try defaults(of: "model"))))
    #expect(plain == named)
    #expect(plain.replicates == .fixed(100) && plain.constants[.maxSteps] == .whole(10_000))
    let adaptive = try Texts.parse(
      Texts.study(
        #""replicates": { "max": 900, "until": [{ "response": "steps", "half_width": 1 }] }"#))
    let rule = try #require(
      try at("properties", "replicates")[key: "oneOf"]?.elements?
        .first { $0[key: "properties"] != nil }?[key: "properties"])
    guard case .adaptive(let read) = adaptive.replicates else {
      Issue.record("not adaptive")
      return
    }
    #expect(rule[key: "batch"]?[key: "default"]?.number?.integer == read.batch)
    #expect(rule[key: "min"]?[key: "default"]?.number?.integer == read.min)
    #expect(read.batch == 50 && read.min == 30)
  }

  /// The members of an object with their defaults, as text.
  private func defaults(of name: String) throws -> String {
    try (at("properties", name, "properties").members ?? []).compactMap { member in
      if let inner = member.value[key: "properties"]?.members {
        let parts = inner.compactMap { part in
          part.value[key: "default"].map { "\"\(part.key)\": \(JSONText($0).compactText)" }
        }
        return parts.isEmpty ? nil : "\"\(member.key)\": { \(parts.joined(separator: ", ")) }"
      }
      return member.value[key: "default"].map {
        "\"\(member.key)\": \(JSONText($0).compactText)"
      }
    }.joined(separator: ", ")
  }

  @Test("the largest group is the promised one")
  func largestGroup() throws {
    let size = try at("properties", "model", "properties", "group_size")
    #expect(size[key: "maximum"]?.number?.integer == 1_000_000_000)
    #expect(Texts.mistakes(Texts.study(model: "\"group_size\": 1000000000")).isEmpty)
    #expect(!Texts.mistakes(Texts.study(model: "\"group_size\": 1000000001")).isEmpty)
  }
}
