import PlainText
import StudyFiles
import Testing

/// Messages that lead to the right value: each names what would have been understood.
@Suite("Remedies") struct RemedyTests {
  /// A text with one mistake, and what its message has to name.
  static let mistakes: [(text: String, code: ErrorCode, named: [String])] = [
    // All forms of an object, where none is distinguished.
    (
      interventions(#""when": { "infectious_shares": 0.1 }, "set": { "infection_factor": 1 }"#),
      .unknownKey,
      [#""infected_share""#, #""ever_infected_share""#, #""infectious_share""#, #""step""#]
    ),
    (
      Texts.study(#""factors": { "infection_factor": { "level": [1] } }"#), .unknownKey,
      [#""values""#, #""from""#, #""step""#, #""count""#]
    ),
    // All alternatives of a value.
    (
      Texts.study(model: #""group_size": 9, "infectious_steps": "5 days""#), .unknownValue,
      ["1...1000000000", #""forever""#]
    ),
    (
      Texts.study(model: #""group_size": 9, "infectious_steps": 0"#), .outOfRange,
      ["1...1000000000", #""forever""#]
    ),
    (
      Texts.study(#""record": { "curves": "some" }"#), .unknownValue,
      ["0...1000000000", #""all""#, #""none""#]
    ),
    (
      Texts.study(#""record": { "curves": 1.5 }"#), .notWhole, [#""all""#]
    ),
    // An object by its keys.
    (
      Texts.study(#""factors": { "infection_factor": [1, 2] }"#), .wrongType,
      [#"{ "values": [...] }"#]
    ),
    (Texts.study(#""replicates": "many""#), .wrongType, [#"{ "max": ..., "until": [...] }"#]),
    (
      Texts.study(#""responses": { "third": 0.3 }"#), .wrongType, [#""share_in""#]
    ),
    // The same key elsewhere takes what stands here.
    (Texts.study(#""responses": "final""#), .wrongType, ["record.responses"]),
    (Texts.study(#""groups": "ages""#), .wrongType, ["model.groups"]),
    (
      Texts.study(model: #""group_size": 9, "contacts": { "kind": "grid" }"#), .wrongType,
      ["root"]
    ),
    // All that an object needs, beside a key that it does not.
    (
      Texts.study(#""groups": { "g": { "names": ["a", "b"], "sizes": [1, 2] } }"#), .unknownKey,
      [#""shares""#, #""multiply""#]
    ),
    // What other forms of JSON have.
    (Texts.study("// none"), .syntax, ["comments"]), (Texts.study("# none"), .syntax, ["comments"]),
    // A sign that nobody sees, and how many levels there are.
    ("\u{feff}" + Texts.study(), .syntax, ["byte-order mark"]),
    (
      Texts.study(
        #"""
        "factors": { "immune_share": { "values": [0.1, 0.2] } }, "analysis": { "dose_responses": [
          { "response": "reached_all", "factor": "immune_share", "floor": "fitted" }] }
        """#), .badRelation, ["2 levels", "3 or more"]
    ),
    // Decimal commas, separated thousands and numbers in quotes.
    (Texts.study(model: #""group_size": 9, "infection_probability": 0,2"#), .syntax, ["0.2"]),
    (Texts.study(#""replicates": 5,000"#), .syntax, ["5000", "5.000"]),
    (
      Texts.study(model: #""infection_probability": 0,2, "group_size": 9"#), .syntax, ["0.2"]
    ),
    (Texts.study(model: #""infection_probability": .3"#), .syntax, ["0.3"]),
    (Texts.study(model: #""infection_probability": +0.3"#), .syntax, ["0.3"]),
    (Texts.study(#""record": { "compress": True }"#), .syntax, ["write true"]),
    (
      Texts.study(model: #""group_size": 9, "infection_probability": "0,2""#), .wrongType, ["0.2"]
    ),
    (Texts.study(#""replicates": "5,000""#), .wrongType, ["5000"]),
    (Texts.study(#""replicates": "500""#), .wrongType, ["500 without quotes"]),
    (
      Texts.study(model: #""group_size": 9, "infectious_steps": "5""#), .unknownValue, ["5 without"]
    ),
    // What is advised is JSON.
    (
      Texts.study(model: #""group_size": 9, "infection_probability": ".5""#), .wrongType,
      [" 0.5 without"]
    ),
    (
      Texts.study(model: #""group_size": 9, "infection_probability": ",5""#), .wrongType, [" 0.5,"]
    ),
    (Texts.study(#""replicates": "+0500""#), .wrongType, [" 500 without"]),
    // Typographic quotes, as keys, as values, and at the end of a text.
    (Texts.study("“rules”: {}"), .syntax, ["\"", "typographic"]),
    (Texts.study("\"random_numbers\": “common”"), .syntax, ["typographic"]),
    (Texts.study("\"random_numbers\": «common»"), .syntax, ["typographic"]),
    (Texts.study("\"random_numbers\": \"common”\n"), .syntax, ["typographic"]),
    // Rules that take what was given.
    (
      Texts.study(model: #""group_size": 9, "infection_factor": 2.5"#), .notWhole, [#""poisson""#]
    ),
    (
      Texts.study(#""factors": { "infection_factor": { "values": [1, 2.5] } }"#), .notWhole,
      [#""poisson""#]
    ),
    // The factors there are.
    (
      Texts.study(
        #"""
        "factors": { "rule": { "values": ["exact", "push"] } },
        "analysis": { "comparisons": [{ "factor": "rules", "response": "steps" }] }
        """#), .unknownValue, [#"give one of "rule""#]
    ),
  ]

  @Test("a dash is no quote, and no message asks for another")
  func dash() throws {
    let mistake = try #require(Texts.mistakes(Texts.study("\"random_numbers\": –")).first)
    #expect(mistake.code == .syntax && !mistake.message.contains("typographic"))
  }

  @Test("a number at its default is to be written, and no other element of the list is meant")
  func numberAtDefault() throws {
    let found = Texts.mistakes(
      Texts.study(
        #"""
        "contacts": { "t": { "kind": "layers", "layers": [
          { "contacts": "everybody", "multiply": 0.5 }, { "contacts": "grid" }] } },
        "factors": { "contacts.t.layers.1.multiply": { "values": [0, 1] } }
        """#, model: #""group_size": 9, "contacts": "t""#))
    #expect(found.map(\.code) == [.unknownValue])
    let mistake = try #require(found.first)
    #expect(mistake.suggestion == nil && mistake.message.contains("default"))
  }

  @Test(
    "a key that belongs elsewhere is named with its place",
    arguments: [
      ("confidence", "analysis.confidence"), ("comparisons", "analysis.comparisons"),
      ("maps", "record.maps"), ("curves", "record.curves"), ("max_steps", "model.stop.max_steps"),
      ("days", "model.stop.max_steps"), ("points", "design.points"),
    ])
  func elsewhere(key: String, place: String) {
    let found = Texts.mistakes(Texts.study("\"\(key)\": 1"))
    #expect(found.map(\.code) == [.unknownKey] && found[0].message.contains(place), "\(found)")
  }

  @Test(
    "a key of an inner object is not sent elsewhere, nor a name replaced by a place in a list",
    arguments: [
      (#""factors": { "values": [1] }"#, "design"),
      (#""replicates": { "max": 40, "until": { "response": "steps", "half_width": 1 } }"#, "NAME"),
      (
        #""groups": { "ages": { "names": ["a", "b"], "shares": [0.5, 0.5], "multiply": [[1, 1], [1, 1]] } }, "#
          + #""factors": { "groups.ages.multiply.a.b": { "values": [1] } }"#, "did you mean"
      ),
    ])
  func stays(body: String, place: String) {
    let found = Texts.mistakes(Texts.study(body))
    #expect(
      found.count == 1 && found[0].suggestion == nil && !found[0].message.contains(place),
      "\(found)")
  }

  @Test(
    "what stands in the model is sought at the root; a key that is given may be meant by a setting")
  func suggested() {
    let stop = Texts.mistakes(Texts.study(#""stop": { "max_steps": 5 }"#))
    #expect(stop.map(\.suggestion) == ["model.stop"])
    let steps = Texts.mistakes(
      Texts.study(#""factors": { "infection_factor": { "from": 1, "to": 3, "steps": 1 } }"#))
    #expect(steps.map(\.suggestion) == ["step"])
  }

  @Test(
    "so is one in the model that belongs to the root, or to a part of the model",
    arguments: [
      ("seed", "root"), ("replicates", "root"), ("responses", "root"), ("runs", "replicates"),
      ("max_steps", "model.stop.max_steps"),
    ])
  func besideModel(key: String, place: String) {
    let found = Texts.mistakes(Texts.study(model: "\"group_size\": 9, \"\(key)\": 1"))
    #expect(found.map(\.code) == [.unknownKey] && found[0].message.contains(place), "\(found)")
  }

  @Test(
    "a factor is named as factors are, however its path is written",
    arguments: [
      ("model.infection_factor", "infection_factor"),
      ("contacts.t.layers[0].multiply", "contacts.t.layers.0.multiply"),
    ])
  func factorPath(path: String, meant: String) {
    let found = Texts.mistakes(
      Texts.study(
        #"""
        "contacts": { "t": { "kind": "layers", "layers": [
          { "contacts": "everybody", "multiply": 0.5 }, { "contacts": "grid" }] } },
        "factors": { "\#(path)": { "values": [1, 2] } }
        """#, model: #""group_size": 9, "contacts": "t""#))
    #expect(found.map(\.suggestion) == [meant], "\(found)")
  }

  private static func interventions(_ text: String) -> String {
    Texts.study(#""interventions": { "lockdown": [{ \#(text) }] }"#)
  }

  @Test("a message names what would be right", arguments: mistakes)
  func remedy(text: String, code: ErrorCode, named: [String]) throws {
    let found = Texts.mistakes(text)
    #expect(found.count == 1, "\(found.map(\.description))")
    let mistake = try #require(found.first)
    #expect(mistake.code == code)
    for name in named { #expect(mistake.message.contains(name), "\(mistake.message)") }
    // Of the infection factor alone.
    #expect(mistake.message.contains("poisson") == named.contains(#""poisson""#))
  }

  /// Terms of others at a place where ours is allowed.
  static let terms: [(text: String, meant: String)] = [
    (model("recovery_rate"), "recovery_probability"), (model("incubation_steps"), "latent_steps"),
    (model("latent_period"), "latent_steps"), (model("vaccinated"), "immune_share"),
    (model("start_share"), "start_people"), (model("Population"), "group_size"),
    (Texts.study(#""runs": 10"#), "replicates"),
    // Where it stands beside the model.
    (Texts.study(#""gamma": 0.1"#), "model.recovery_probability"),
    (Texts.study(#""vaccination": 0.1"#), "model.immune_share"),
    (response("attack_rate"), "final_share"), (response("R0"), "reproduction_number"),
    (
      Texts.study(#""contacts": { "net": { "kind": "small_world", "neighbors": 4 } }"#), "ring"
    ),
    (
      Texts.study(
        #"""
        "factors": { "rule": { "values": ["exact", "push"] } },
        "analysis": { "comparisons": [{ "factor": "rules", "response": "steps" }] }
        """#), "rule"
    ),
  ]

  private static func model(_ key: String) -> String {
    Texts.study(model: "\"infection_factor\": 3, \"\(key)\": 0.1")
  }

  private static func response(_ name: String) -> String {
    Texts.study("\"analysis\": { \"sensitivity\": { \"responses\": [\"\(name)\"] } }")
  }

  @Test(
    "terms that are no single key here lead to those that are",
    arguments: [
      ("R0", "infection_factor x infection_probability"), ("school", "\"layers\""),
      ("age_groups", "\"groups\""), ("masks", "\"interventions\""), ("deaths", "\"observed\""),
      ("beta", "infection_factor x infection_probability"), ("sigma", "model.latent_steps"),
    ])
  func advice(term: String, named: String) {
    for text in [Self.model(term), Texts.study("\"\(term)\": 1")] {
      let found = Texts.mistakes(text).filter { $0.code == .unknownKey }
      #expect(found.count == 1 && found[0].message.contains(named), "\(found)")
    }
  }

  @Test("terms of other programs and papers lead to ours", arguments: terms)
  func term(text: String, meant: String) {
    #expect(Texts.mistakes(text).contains { $0.suggestion == meant })
  }

  @Test("a name is not near another that shares one of its words alone")
  func words() {
    #expect(NearestName.find("start_share", in: ["shape_share", "immune_share"]) == nil)
    #expect(NearestName.find("imune_share", in: ["shape_share", "immune_share"]) == "immune_share")
  }

  @Test("equal points are named by the factor whose levels mean the same")
  func equalPoints() throws {
    func error(_ body: String) -> Diagnostic? {
      let error = #expect(throws: StudyFileError.self) {
        try Texts.parse(Texts.study(body)).points()
      }
      return error?.diagnostics.first
    }
    let factorial = try #require(error(#""factors": { "columns": { "values": ["square", 10] } }"#))
    #expect(factorial.code == .duplicateValue && factorial.path == "$.factors.columns.values[1]")
    #expect(factorial.message.contains("columns square and 10"))
    let listed = try #require(
      error(
        #""design": { "type": "list", "points": [{ "columns": 10 }, { "columns": "square" }] }"#))
    #expect(listed.code == .duplicateValue && listed.path == "$.design.points[1]")
    #expect(listed.message.contains("columns 10 and square"))
  }

  @Test(
    "a number with a comma is written in the forms that it may mean",
    arguments: [
      ("0,2", "write 0.2"), ("1,234,567", "write 1234567"),
      ("5,000", "write 5000 if the comma separates thousands, or 5.000 if decimals follow it"),
      ("-3,5", "write -3.5"), ("1,234.5", "write 1234.5"),
    ])
  func commas(text: String, forms: String) {
    #expect(withoutComma(text)?.hasSuffix(forms) == true, "\(withoutComma(text) ?? "")")
  }

  @Test(
    "a text that is no number has no such form",
    arguments: ["", "5", "a,b", "1,,2", ",", "1;2", "7,"])
  func noCommas(text: String) { #expect(withoutComma(text) == nil) }
}
