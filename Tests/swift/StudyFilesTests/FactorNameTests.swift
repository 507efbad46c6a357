import SpreadModel
import StudyFiles
import Testing

@Suite("What a study calls its factors and levels") struct FactorNameTests {
  private static let lists = """
    "contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0.1 } },
    "interventions": {
      "lock": [{
        "when": { "infected_share": 0.1 }, "multiply": { "infection_probability": 0.5 },
        "until": { "infected_share": 0.01 }
      }]
    }
    """
  private static let model =
    #""group_size": 25, "interventions": "lock", "contacts": "net", "infectious_steps": 3"#

  private func study(_ factors: String, _ more: String = "") throws -> Study {
    try Texts.parse(
      Texts.study("\(Self.lists), \"factors\": { \(factors) }\(more)", model: Self.model))
  }

  private func places(_ factors: String, _ more: String = "") -> [String] {
    Texts.places(
      Texts.study("\(Self.lists), \"factors\": { \(factors) }\(more)", model: Self.model))
  }

  private static let begins = "interventions.lock.0.when.infected_share"
  private static let ends = "interventions.lock.0.until.infected_share"
  private static let part = "interventions.lock.0.multiply.infection_probability"

  @Test("is the name given, else of a path the shortest part that is no other's")
  func names() throws {
    let levels = #"{ "values": [0.1, 0.2] }"#
    let named = #"{ "values": [0.1, 0.2], "as": "left", "labels": ["few", "more"] }"#
    let factors = try study(
      "\"\(Self.begins)\": \(levels), \"\(Self.ends)\": \(levels), \"\(Self.part)\": \(levels), "
        + "\"contacts.net.rewire\": \(named), \"infection_probability\": \(levels)"
    ).factors.map(\.parameter)
    #expect(
      factors.map(\.title) == [
        "when.infected_share", "until.infected_share", "multiply.infection_probability", "left",
        "infection_probability",
      ])
    #expect(
      factors.map(\.name) == [Self.begins, Self.ends, Self.part, "left", "infection_probability"])
    #expect(factors[3].path == "contacts.net.rewire" && factors[3].label("0.2") == "more")
    #expect(factors[3].label("0.20") == "more" && factors[3].label("0.3") == nil)
    #expect(factors[3].words(.real(0.1)) == "left few")
    let alone = try study("\"\(Self.begins)\": \(levels)").factors[0].parameter
    #expect(alone.title == "infected_share" && alone.name == Self.begins)
  }

  @Test("that is the path already says nothing new")
  func ownPath() throws {
    let levels = #""values": [0.1, 0.2]"#
    let plain = try study("\"infection_probability\": { \(levels) }")
    let named = try study(
      "\"infection_probability\": { \(levels), \"as\": \"infection_probability\" }")
    #expect(named == plain)
  }

  @Test("decides no run, and is kept; requests take the path as well")
  func identity() throws {
    let plain = #""values": [0.1, 0.2]"#
    func comparison(_ factor: String) -> String {
      ", \"responses\": { \"cost\": { \"level_of\": \"\(factor)\" } }, "
        + "\"analysis\": { \"comparisons\": [{ \"factor\": \"\(factor)\", \"response\": \"steps\" }] }"
    }
    let path = "contacts.net.rewire"
    let bare = try study("\"\(path)\": { \(plain) }", comparison(path))
    let factor = "\"\(path)\": { \(plain), \"as\": \"shortcuts\", \"labels\": [\"few\", \"many\"] }"
    for name in [path, "shortcuts"] {
      let named = try study(factor, comparison(name))
      #expect(named.digest == bare.digest && named != bare)
      #expect(try named.points().map(\.identity) == bare.points().map(\.identity))
      #expect(named.analysis.comparisons[0].factor.name == "shortcuts")
      #expect(named.ownResponses[0].responses[0].meaning == "the level of shortcuts")
      let again = try Study.parse(bytes: named.resolvedJSON, file: "study.resolved.json")
      #expect(again == named && again.resolvedJSON == named.resolvedJSON)
      #expect(again.factors[0].parameter.labels == ["0.1": "few", "0.2": "many"])
    }
  }

  @Test(
    "is free, can head a column, and there is a label for each level",
    arguments: [
      (#""as": "Left""#, "bad_label", "as"), (#""as": "2nd""#, "bad_label", "as"),
      (#""as": "a b""#, "bad_label", "as"), (#""as": """#, "bad_label", "as"),
      (#""as": 3"#, "wrong_type", "as"), (#""as": "steps""#, "conflict", "as"),
      (#""as": "mean""#, "conflict", "as"), (#""as": "rule""#, "conflict", "as"),
      (#""as": "max_steps""#, "conflict", "as"), (#""as": "beds""#, "conflict", "as"),
      (#""as": "other""#, "conflict", "as"), (#""as": "icu""#, "conflict", "as"),
      (#""labels": ["a"]"#, "unequal_lengths", "labels"),
      (#""labels": ["a", "a"]"#, "duplicate_value", "labels[1]"),
      (#""labels": ["a", " "]"#, "empty", "labels[1]"),
      (#""labels": ["a", 2]"#, "wrong_type", "labels[1]"),
      (#""labels": "a""#, "wrong_type", "labels"),
    ])
  func mistakes(member: String, code: String, place: String) {
    let found = places(
      #""infection_factor": { "values": [1, 2], "as": "other" }, "#
        + #""infection_probability": { "values": [0.1, 0.2], \#(member) }"#,
      #", "responses": { "beds": { "infected_at": 3 }, "ICU": { "infected_at": 4 } }"#)
    #expect(found == ["\(code) $.factors.infection_probability.\(place)"])
  }

  @Test("labels are of single values alone")
  func ranges() {
    #expect(
      places(
        #""infection_probability": { "from": 0.1, "to": 0.2, "count": 2, "labels": ["a", "b"] }"#)
        == ["conflict $.factors.infection_probability.labels"])
    #expect(
      places(#""infection_probability": { "from": 0.1, "to": 0.2, "count": 2, "as": "chance" }"#)
        == [])
  }
}
