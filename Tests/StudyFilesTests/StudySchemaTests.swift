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

  /// Of every number that a study file may hold, i for whole ones; round ends are open. `*` is any name.
  /// Keys of the model have the same limits in factors, points and bases of designs.
  private static let limits: [String: String] = [
    "i[0 1e9]": """
    model.latent_steps model.immune_steps model.stop.max_steps model.introductions[].step
    record.curves record.maps record.transmissions design.data[].step responses.*.at_step
    responses.*.infected_at responses.*.mean_infected_between[] responses.*.new_infections_between[]
    interventions.*[].when.step interventions.*[].until.step
    """,
    "i[0 999999999]": """
    model.immune_people[] model.introductions[].people[] responses.*.share_in.rows[]
    responses.*.share_in.columns[]
    """,
    "i[1 1e9]": """
    model.group_size model.columns model.infectious_steps model.start_people
    model.introductions[].random replicates replicates.batch design.points design.max_runs
    contacts.*.degree contacts.*.links rules.*.neighborhood.radius interventions.*[].until.after_steps
    """,
    "i[2 1e9]": "contacts.*.neighbors",
    "i[30 1e9]": "replicates.min replicates.max",
    "i[50 100000]": "design.draws",
    "i[0 9007199254740991]": "seed",
    "[0 1]": """
    model.infection_probability model.recovery_probability model.immune_share
    model.introductions[].random_share contacts.*.rewire interventions.*[].immunize_share
    interventions.*[].set.infection_probability interventions.*[].set.recovery_probability
    interventions.*[].when.infected_share interventions.*[].when.ever_infected_share
    interventions.*[].until.infected_share interventions.*[].until.ever_infected_share
    """,
    "(0 1]": "model.shape_share model.stop.share design.acceptance responses.*.step_to_share",
    "(0 1)": "analysis.confidence analysis.dose_responses[].levels[] design.confidence",
    "[0 1e9]": """
    model.infection_factor analysis.comparisons[].reference contacts.*.mean_degree design.tolerance
    interventions.*[].set.infection_factor interventions.*[].multiply.infection_factor
    interventions.*[].multiply.infection_probability interventions.*[].multiply.recovery_probability
    rules.*.draw.number[]
    """,
    "(0 1e9]": """
    model.infectiousness_dispersion model.period analysis.comparisons[].margin design.half_width
    replicates.until[].half_width rules.*.draw.dispersion
    """,
    "(0 10]": "replicates.until[].relative_half_width",
    "[-1e9 1e9]": "design.data[].values[]",
    "[-1e15 1e15]": "design.from design.to design.target",
  ]

  /// The limits of a number's schema in the words of `limits`; nil of anything else.
  private func ends(_ node: JSONValue) -> String? {
    guard let type = node[key: "type"]?.string, type == "integer" || type == "number" else {
      return nil
    }
    func end(_ closed: String, _ open: String, _ marks: [String]) -> (String, Double)? {
      node[key: closed]?.number.map { (marks[0], $0.double) }
        ?? node[key: open]?.number.map { (marks[1], $0.double) }
    }
    guard let low = end("minimum", "exclusiveMinimum", ["[", "("]),
      let high = end("maximum", "exclusiveMaximum", ["]", ")"])
    else { return nil }
    func text(_ value: Double) -> String {
      [1e9: "1e9", -1e9: "-1e9", 1e15: "1e15", -1e15: "-1e15"][value] ?? "\(Int(value))"
    }
    return "\(type == "integer" ? "i" : "")\(low.0)\(text(low.1)) \(text(high.1))\(high.0)"
  }

  @Test("every number has the limits that are promised, and no other number is there")
  func numbers() throws {
    var found: [String: Set<String>] = [:]
    func visit(_ node: JSONValue, _ path: String) {
      if let ends = ends(node) { found[path, default: []].insert(ends) }
      for member in node.members ?? [] {
        switch member.key {
        case "properties":
          for inner in member.value.members ?? [] {
            visit(inner.value, path.isEmpty ? inner.key : "\(path).\(inner.key)")
          }
        case "items": visit(member.value, path + "[]")
        case "additionalProperties": visit(member.value, path + ".*")
        case "patternProperties":
          for inner in member.value.members ?? [] { visit(inner.value, path + ".*") }
        case "oneOf", "anyOf", "allOf":
          for inner in member.value.elements ?? [] { visit(inner, path) }
        default: break
        }
      }
    }
    visit(try schema(), "")
    found["spreadlab"] = nil
    var expected: [String: Set<String>] = [:]
    for (ends, paths) in Self.limits {
      for path in paths.split(whereSeparator: \.isWhitespace) { expected[String(path)] = [ends] }
    }
    let inContacts: Set = [
      "i[1 1e9]", "i[2 1e9]", "[0 1e9]", "[0 1]", "i[0 1e9]", "(0 1e9]", "(0 1]",
    ]
    for key in ModelKey.factors.map(\.name) {
      guard let ends = expected["model.\(key)"], let one = ends.first else { continue }
      for place in ["values[]", "from", "to"] { expected["factors.\(key).\(place)"] = ends }
      for place in ["base", "points[]"] { expected["design.\(place).\(key)"] = ends }
      expected["factors.\(key).count"] = ["i[1 1e9]"]
      // A step is above 0, and no wider than what it divides.
      expected["factors.\(key).step"] = [
        one.hasPrefix("i") ? "i[1 1e9]" : one.contains("1e9") ? "(0 1e9]" : "(0 1]"
      ]
    }
    // Members of structures by their paths: which of them is the path's to say.
    for path in found.keys where path.hasPrefix("factors.*") || path.hasSuffix(".*") {
      #expect(found[path]?.isSubset(of: inContacts) == true, "\(path)")
      found[path] = nil
    }
    for path in Set(found.keys).union(expected.keys).sorted() {
      #expect(found[path] == expected[path], "\(path)")
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
