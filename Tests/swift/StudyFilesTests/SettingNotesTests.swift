import PlainText
import StudyFiles
import Testing

/// Notes on names, contacts and infection factors.
@Suite struct SettingNotesTests {
  private struct Found: Equatable, CustomStringConvertible {
    let code: String
    let path: String

    init(_ code: String, _ path: String) { (self.code, self.path) = (code, path) }

    var description: String { "\(code) \(path)" }
  }

  private func notes(_ model: String, _ body: String = "") throws -> [Note] {
    try Texts.parse(Texts.study(body, model: model)).notes
  }

  private func found(_ model: String, _ body: String = "") throws -> [Found] {
    try notes(model, body).map { Found($0.code.rawValue, $0.path ?? "") }
  }

  private static let half = #""multiply": { "infection_probability": 0.5 }"#

  @Test("lists, contacts and rules that no point has")
  func unused() throws {
    let body = """
      "rules": { "mine": { "neighborhood": "moore", "pool": "all", "draw": "exact", "update": "synchronous" },
        "other": { "neighborhood": "moore", "pool": "all", "draw": "exact", "update": "sequential" } },
      "contacts": { "net": { "kind": "ring", "neighbors": 2, "rewire": 0 } },
      "interventions": {
        "used": [{ "when": { "step": 2 }, \(Self.half) }],
        "forgotten": [{ "when": { "step": 3 }, \(Self.half) }]
      }
      """
    let factor = #", "factors": { "interventions": { "values": ["none", "used"] } }"#
    #expect(
      try found(#""group_size": 100, "rule": "mine""#, body + factor) == [
        Found("unused_name", "$.rules.other"), Found("unused_name", "$.contacts.net"),
        Found("unused_name", "$.interventions.forgotten"),
      ])
    let listed =
      #", "design": { "type": "list", "points": [{ "rule": "mine", "interventions": "used", "contacts": "net" }, { "rule": "other", "interventions": "forgotten", "contacts": "net" }] }"#
    #expect(try found(#""group_size": 100, "infection_factor": 1"#, body + listed).isEmpty)
  }

  @Test(
    "shares of immune people that are beyond those left, and contacts that most people lack",
    arguments: [
      (#""immune_share": 0.99"#, []), (#""immune_share": 0.995"#, ["immune_share"]),
      (#""immune_share": 1"#, ["immune_share"]),
      (#""immune_share": 0.7, "start_people": 31"#, ["immune_share"]),
      (#""immune_share": 0.7, "start_people": 30"#, []),
      (#""start_people": 101"#, ["start_people"]), (#""start_people": 100"#, []),
      (
        #""introductions": [{ "step": 0, "random": 101 }]"#, ["introductions[0].random"]
      ),
      (#""immune_share": 0.98, "immune_people": [3, 4]"#, ["immune_share"]),
      (#""immune_share": 0, "immune_people": [3, 4]"#, []),
      (
        #""immune_share": 0.6, "introductions": [{ "step": 0, "random_share": 0.41 }]"#,
        ["immune_share"]
      ),
      (#""contacts": "few""#, ["contacts"]), (#""contacts": "some""#, []),
      (#""contacts": "alone""#, ["contacts"]), (#""contacts": "couples""#, []),
      (#""contacts": "both""#, ["contacts"]), (#""contacts": "sparse""#, []),
    ])
  func beyond(model: String, keys: [String]) throws {
    let nets = """
      "contacts": { "few": { "kind": "random", "mean_degree": 0.02 }, "some": { "kind": "random", "mean_degree": 2 },
        "alone": { "kind": "places", "size": 1 }, "couples": { "kind": "places", "sizes": [1, 1] },
        "both": { "kind": "layers", "layers": [{ "contacts": "some" }, { "contacts": "alone" }] },
        "sparse": { "kind": "layers", "layers": [{ "contacts": "some" }, { "contacts": "few" }] } }
      """
    let notes = try found(
      #""group_size": 100, "rule": "exact", "infectious_steps": 3, "#
        + model, model.contains("contacts") ? nets : ""
    ).filter { !["unused_name", "factor_limits_nothing"].contains($0.code) }
    #expect(
      notes
        == keys.map {
          Found($0 == "contacts" ? "people_without_contacts" : "share_not_reached", "$.model.\($0)")
        })
  }

  @Test(
    "an epidemic that leaves open who meets whom",
    arguments: [
      (#""recovery_probability": 0.2"#, "", true), (#""infectious_steps": 5"#, "", true),
      (#""latent_steps": 5"#, "", false),
      (#""recovery_probability": 0.2, "contacts": "grid""#, "", false),
      (#""recovery_probability": 0.2, "rule": "exact""#, "", false),
      (#""recovery_probability": 0.2, "columns": 10"#, "", false),
      (
        #""recovery_probability": 0.2"#,
        #""factors": { "rule": { "values": ["exact", "mixing"] } }"#, false
      ),
      (
        #""infection_factor": 2"#,
        #""design": { "type": "list", "points": [{ "infectious_steps": 2 }, { "infectious_steps": 3 }] }"#,
        true
      ),
    ])
  func onGrid(model: String, body: String, isNoted: Bool) throws {
    let study = try Texts.parse(Texts.study(body, model: #""group_size": 100, "# + model))
    func paths(_ study: Study) -> [String?] {
      study.notes.filter { $0.code == .epidemicOnGrid }.map(\.path)
    }
    #expect(paths(study) == (isNoted ? ["$.model.contacts"] : []))
    // The resolved study says what the defaults are.
    #expect(try paths(Study.parse(bytes: study.resolvedJSON, file: "r.json")).isEmpty)
  }

  @Test("an intervention that immunizes more people than are left")
  func immunizing() throws {
    let list = #""interventions": { "late": [{ "when": { "step": 2 }, "immunize_share": 0.5 }] }"#
    for (share, isNoted) in [(0.5, false), (0.51, true)] {
      #expect(
        try found(
          "\"group_size\": 100, \"interventions\": \"late\", \"immune_share\": \(share)", list)
          == (isNoted
            ? [Found("share_not_reached", "$.interventions.late[0].immunize_share")] : []))
    }
  }

  @Test(
    "names that readers of tables take for a missing value",
    arguments: [("NA", true), ("nan", true), ("Null", true), ("nap", false), ("n", false)])
  func missingValueName(name: String, isNoted: Bool) throws {
    let body = """
      "interventions": { "\(name)": [{ "when": { "step": 2 }, \(Self.half) }] }
      """
    #expect(
      try found("\"group_size\": 100, \"interventions\": \"\(name)\"", body)
        == (isNoted ? [Found("missing_value_name", "$.interventions.\(name)")] : []))
  }

  @Test("more contacts than people have neighbors on a torus with a short side")
  func shortSides() throws {
    let rules =
      #""rules": { "m": { "neighborhood": "moore", "pool": "all", "draw": { "number": "poisson" }, "update": "synchronous" } }"#
    for (columns, boundary, isNoted) in [
      (1, "torus", true), (1, "bounded", true), (2, "torus", false), (4, "torus", false),
    ] {
      #expect(
        try found(
          "\"group_size\": 20, \"columns\": \(columns), \"boundary\": \"\(boundary)\", \"rule\": \"m\", \"infection_factor\": 4",
          rules) == (isNoted ? [Found("contacts_cut_off", "$.model.contacts")] : []))
    }
  }

  @Test("groups that readers of tables take for missing values")
  func missingGroups() throws {
    #expect(
      try found(
        #""group_size": 9, "groups": "g""#,
        #""groups": { "g": { "names": ["a", "NA"], "shares": [0.5, 0.5] } }"#)
        == [Found("missing_value_name", "$.groups.g.names[1]")])
  }

  @Test("an infection factor that no source reaches, where runs are distributed as of each_contact")
  func unlimited() throws {
    let limitsNothing = [Found("factor_limits_nothing", "$.model.infection_factor")]
    for (rule, factor, isNoted) in [
      ("capped", 8, true), ("capped", 7, false), ("exact", 8, true), ("subset", 8, false),
      ("push", 8, false), ("virus_app", 8, false),
    ] {
      let notes = try found(
        #""group_size": 100, "rule": "\#(rule)", "infection_factor": \#(factor)"#)
      #expect(notes == (isNoted ? limitsNothing : []), "\(rule) \(factor)")
    }
    #expect(
      try found(#""group_size": 100, "rule": "each_contact", "infection_factor": 8"#)
        == [Found("no_effect", "$.model.infection_factor")])
    let net = #""contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0 } }"#
    // Off the grid the neighborhood is that of the contacts.
    for (factor, isNoted) in [(4, true), (3, false)] {
      let notes = try found(
        #""group_size": 100, "rule": "push", "contacts": "net", "infection_factor": \#(factor)"#,
        net)
      #expect(notes == (isNoted ? limitsNothing : []), "\(factor)")
    }
    // Not at every point.
    let capped = #""group_size": 100, "rule": "capped""#
    #expect(try found(capped, #""factors": { "infection_factor": { "values": [7, 8] } }"#).isEmpty)
    #expect(
      try found(capped, #""factors": { "infection_factor": { "values": [8, 9] } }"#)
        == [Found("factor_limits_nothing", "$.factors.infection_factor")])
    // An intervention that lowers it.
    #expect(
      try found(
        capped + #", "infection_factor": 8, "interventions": "list""#,
        #""interventions": { "list": [{ "when": { "step": 2 }, "multiply": { "infection_factor": 0.5 } }] }"#
      ).isEmpty)
  }

  @Test("factors that change nothing at some points")
  func withoutEffect() throws {
    let twoRules = #""factors": { "rule": { "values": ["each_contact", "push"] }, "#
    let model = #""group_size": 100"#
    let factor = Found("no_effect", "$.factors.infection_factor")
    #expect(
      try found(model, twoRules + #""infection_factor": { "values": [1, 2] } }"#) == [factor])
    #expect(try found(model, twoRules + #""infection_factor": { "values": [1] } }"#) == [])
    #expect(
      try notes(model, twoRules + #""infection_factor": { "values": [1, 2] } }"#)[0].message
        .contains("2 of 4 points (0...1)"))
    #expect(
      try found(
        model + #", "contacts": "everybody", "rule": "push""#,
        #""factors": { "boundary": { "values": ["torus", "bounded"] } }"#)
        == [Found("no_effect", "$.factors.boundary")])
    // Off the grid columns still say who is in the middle.
    let columns = #""factors": { "columns": { "values": [5, 10] } }"#
    let everybody = model + #", "contacts": "everybody", "rule": "push""#
    #expect(
      try found(everybody + #", "start_people": 1"#, columns)
        == [Found("no_effect", "$.factors.columns")])
    #expect(try found(everybody, columns).isEmpty)
    #expect(
      try found(
        everybody.replacing("\"group_size\": 100, ", with: "") + #", "start_people": 1"#,
        #""factors": { "group_size": { "values": [100, 200] } }"#
      ).isEmpty)
    let immune = #""factors": { "immune_steps": { "values": [1, "forever"] } }"#
    #expect(
      try found(model + #", "rule": "push""#, immune) == [
        Found("no_effect", "$.factors.immune_steps")
      ])
    #expect(try found(model + #", "rule": "push", "infectious_steps": 2"#, immune).isEmpty)
    for (factors, probabilities, idle) in [
      ("[1, 2]", "[0, 0.5]", "infection_factor"), ("[0, 2]", "[0.2, 0.5]", "infection_probability"),
    ] {
      let both = """
        "factors": {
          "infection_factor": { "values": \(factors) },
          "infection_probability": { "values": \(probabilities) }
        }
        """
      #expect(
        try found(model + #", "rule": "push""#, both) == [Found("no_effect", "$.factors.\(idle)")])
    }
    let listed =
      #""design": { "type": "list", "points": [{ "rule": "each_contact", "infection_factor": 1 }, { "rule": "each_contact", "infection_factor": 2 }] }"#
    #expect(try found(model, listed) == [Found("no_effect", "$.design.points")])
  }

  @Test("contacts among the healthy alone off the grid, and contacts that are cut off")
  func contacts() throws {
    let pool = [Found("healthy_pool", "$.model.rule")]
    let everybody = #""group_size": 100, "contacts": "everybody", "infectious_steps": 5"#
    #expect(
      try found(everybody.replacing(", \"infectious_steps\": 5", with: "") + #", "rule": "exact""#)
        == [])
    let message = try #require(
      try notes(everybody + #", "rule": "exact", "infection_factor": 7"#).first?.message)
    #expect(message.contains("7") && message.contains("99") && message.contains("push"))
    #expect(try found(everybody + #", "rule": "exact""#) == pool)
    #expect(try found(everybody + #", "rule": "capped""#) == pool)
    // Hardly any source is held back: who is immune protects others.
    #expect(
      try found(everybody + #", "rule": "capped", "infection_probability": 0.02"#).isEmpty)
    #expect(try found(everybody + #", "rule": "push""#).isEmpty)
    #expect(try found(#""group_size": 100, "rule": "exact""#).isEmpty)
    let rules = """
      "rules": { "mine": { "neighborhood": "moore", "pool": "POOL", "draw": { "number": "poisson" }, "update": "synchronous" } },
      "contacts": { "net": { "kind": "random", "mean_degree": 6.7 } }
      """
    let net =
      #""group_size": 100, "rule": "mine", "contacts": "net", "immune_share": 0.2, "infection_factor": "#
    #expect(
      try found(net + "4", rules.replacing("POOL", with: "healthy"))
        == [Found("healthy_pool", "$.rules.mine.pool")])
    let cut = try notes(net + "10", rules.replacing("POOL", with: "all"))
    #expect(cut.map(\.code.rawValue) == ["contacts_cut_off"])
    #expect(cut.map(\.path) == ["$.model.contacts"])
    #expect(cut[0].message.contains("10 contacts") && cut[0].message.contains("6.7 neighbors"))
    #expect(try found(net + "6", rules.replacing("POOL", with: "all")).isEmpty)
  }
}
