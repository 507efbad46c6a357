import PlainText
import StudyFiles
import Testing

/// Notes on settings that do nothing, or other than they seem to say.
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

  /// Of a study with one entry under the name `list`, which all points use.
  private func found(
    entry: String, _ model: String = "", factors: String = ""
  ) throws -> [Found] {
    try found(
      "\"group_size\": 100, \"interventions\": \"list\"" + (model.isEmpty ? "" : ", " + model),
      "\"interventions\": { \"list\": [\(entry)] }"
        + (factors.isEmpty ? "" : ", \"factors\": { \(factors) }"))
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
    #expect(try found(#""group_size": 100"#, body + listed).isEmpty)
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

  @Test("a factor of contacts above every degree, and its numbers")
  func aboveDegrees() throws {
    let half = #"{ "when": { "step": 2 }, "multiply": { "infection_factor": 0.5 } }"#
    let path = "$.interventions.list[0].multiply.infection_factor"
    let none = [Found("intervention_without_effect", path)]
    #expect(try found(entry: half, #""infection_factor": 20"#) == none)
    #expect(try found(entry: half, #""infection_factor": 16, "rule": "capped""#) == none)
    #expect(try found(entry: half, #""infection_factor": 14"#).isEmpty)
    // One of the points halves something.
    #expect(
      try found(entry: half, factors: #""infection_factor": { "values": [6, 20] }"#).isEmpty)
    #expect(
      try found(entry: half, factors: #""infection_factor": { "values": [16, 20] }"#) == none)
    let message = try #require(
      try notes(
        #""group_size": 100, "interventions": "list", "infection_factor": 20"#,
        "\"interventions\": { \"list\": [\(half)] }"
      ).first?.message)
    for number in ["10", "20", "8"] { #expect(message.contains(number), "\(message)") }
    func onRing(_ factor: Int) throws -> [Found] {
      try found(
        #""group_size": 100, "interventions": "list", "contacts": "net", "infection_factor": \#(factor)"#,
        "\"interventions\": { \"list\": [\(half)] }, "
          + #""contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0 } }"#)
    }
    #expect(try onRing(8) == none)
    #expect(try onRing(7) == none)  // 3.5 is 4, as many as there are
    #expect(try onRing(6).isEmpty)
    // One draw has no use for it.
    #expect(try found(entry: half, #""rule": "each_contact""#) == none)
  }

  @Test("numbers that stay as they are, alone and behind the entries before")
  func sameNumbers() throws {
    func path(_ index: Int, _ rest: String) -> [Found] {
      [Found("intervention_without_effect", "$.interventions.list[\(index)].\(rest)")]
    }
    let course = #""recovery_probability": 0"#
    #expect(
      try found(
        entry: #"{ "when": { "step": 1 }, "multiply": { "recovery_probability": 2 } }"#, course)
        == path(0, "multiply.recovery_probability"))
    #expect(
      try found(entry: #"{ "when": { "step": 1 }, "set": { "infection_probability": 1 } }"#)
        == path(0, "set.infection_probability"))
    #expect(
      try found(entry: #"{ "when": { "step": 1 }, "immunize_share": 0.004 }"#)
        == path(0, "immunize_share"))
    // What comes back to the first value does something, after what went away from it.
    let back = """
      { "when": { "step": 1 }, "set": { "infection_probability": 0.2 } },
      { "when": { "step": 9 }, "set": { "infection_probability": 1 } }
      """
    #expect(try found(entry: back).isEmpty)
    let fast = #""infectious_steps": 1, "recovery_probability": 0.5"#
    #expect(
      try found(entry: #"{ "when": { "step": 1 }, "set": { "recovery_probability": 0.2 } }"#, fast)
        == [Found("recovery_after_one_step", "$.model.recovery_probability")]
        + path(0, "set.recovery_probability"))
  }

  @Test(
    "an end that is met as soon as the intervention has begun, or may be",
    arguments: [
      (#""step": 5"#, #""step": 3"#, true), (#""step": 5"#, #""step": 5"#, true),
      (#""step": 5"#, #""step": 6"#, false), (#""step": 5"#, #""after_steps": 1"#, false),
      (#""infected_share": 0.05"#, #""infected_share": 0.1"#, true),
      (#""infected_share": 0.05"#, #""infected_share": 0.05"#, true),
      (#""infected_share": 0.05"#, #""infected_share": 0.04"#, false),
      (#""ever_infected_share": 0.2"#, #""ever_infected_share": 0.1"#, true),
      (#""ever_infected_share": 0.2"#, #""ever_infected_share": 0.3"#, false),
      (#""infected_share": 0.2"#, #""ever_infected_share": 0.2"#, true),
      (#""ever_infected_share": 0.2"#, #""infected_share": 0.3"#, true),
      (#""ever_infected_share": 0.2"#, #""infected_share": 0.2"#, false),
      (#""infected_share": 0.2"#, #""step": 3"#, false),
    ])
  func endsAtOnce(when: String, until: String, isNoted: Bool) throws {
    let notes = try found(
      entry: "{ \"when\": { \(when) }, \(Self.half), \"until\": { \(until) } }",
      #""infectious_steps": 4"#)
    #expect(
      notes
        == (isNoted ? [Found("intervention_ends_at_once", "$.interventions.list[0].until")] : []))
  }

  @Test("an end below 0, and a beginning behind the end of the runs")
  func never() throws {
    #expect(
      try found(
        entry: "{ \"when\": { \"step\": 2 }, \(Self.half), \"until\": { \"infected_share\": 0 } }",
        #""infectious_steps": 4"#)
        == [Found("intervention_never_ends", "$.interventions.list[0].until")])
    let late = [Found("intervention_too_late", "$.interventions.list[0].when")]
    let stop = #""stop": { "share": 0.5 }"#
    for (when, isLate) in [
      (#""infected_share": 0.5"#, true), (#""ever_infected_share": 0.49"#, false),
    ] {
      let notes = try found(entry: "{ \"when\": { \(when) }, \(Self.half) }", stop)
      #expect(notes == (isLate ? late : []), "\(when)")
    }
  }

  @Test("levels of a number in a list count, not the number they replace")
  func levels() throws {
    let entry =
      "{ \"when\": { \"infected_share\": 0.05 }, \(Self.half), \"until\": { \"infected_share\": 0.1 } }"
    func levels(_ values: String) -> String {
      "\"interventions.list.0.until.infected_share\": { \"values\": [\(values)] }"
    }
    #expect(try found(entry: entry, factors: levels("0.01, 0.02")).isEmpty)
    #expect(try found(entry: entry, factors: levels("0.01, 0.2")).isEmpty)
    #expect(try found(entry: entry, factors: levels("0.1, 0.2")).count == 1)
  }

  @Test("the same entry twice in a list acts twice at once")
  func repeated() throws {
    let entry = "{ \"when\": { \"step\": 2 }, \(Self.half) }"
    let other = "{ \"when\": { \"step\": 3 }, \(Self.half) }"
    #expect(
      try found(entry: "\(entry), \(other), \(entry)")
        == [Found("repeated_intervention", "$.interventions.list[2]")])
    #expect(try found(entry: "\(entry), \(other)").isEmpty)
  }

  @Test("immunity that nobody gets, and more people infected than there are")
  func people() throws {
    #expect(
      try found(#""group_size": 100, "immune_steps": 5"#)
        == [Found("immune_steps_without_recovery", "$.model.immune_steps")])
    #expect(
      try found(#""group_size": 100, "immune_steps": 5, "infectious_steps": 2"#).isEmpty)
    let factors = #""factors": { "immune_steps": { "values": [5, "forever"] } }"#
    #expect(
      try found(#""group_size": 100"#, factors)
        == [Found("immune_steps_without_recovery", "$.factors.immune_steps")])
    let start = [Found("more_people_than_there", "$.model.start_people")]
    #expect(try found(#""group_size": 100, "start_people": 150"#) == start)
    #expect(try found(#""group_size": 100, "start_people": 100"#).isEmpty)
    #expect(
      try found(#""group_size": 100, "start_people": 99, "immune_people": [1, 2]"#) == start)
    #expect(
      try found(
        #""start_people": 150"#, #""factors": { "group_size": { "values": [1000, 100] } }"#)
        == start)
    #expect(
      try found(
        #""group_size": 100, "introductions": [{ "step": 0, "random": 150 }]"#)
        == [Found("more_people_than_there", "$.model.introductions[0].random")])
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
