import PlainText
import SpreadModel
import Statistics
import StudyFiles
import Testing

@Suite("A study with the design select") struct SelectStudyTests {
  private static let standard = [
    "response": "\"final_infected\"", "best": "\"smallest\"", "indifference": "2",
    "max_runs": "1000",
  ]
  private static let factors = #""factors": { "rule": { "values": ["exact", "push", "capped"] } }"#

  /// - Parameter change: members of the design; empty: left out.
  private static func text(
    _ change: [String: String] = [:], _ body: String = factors,
    model: String = #""group_size": 100, "stop": { "max_steps": 50 }"#
  ) -> String {
    let keys = standard.merging(change) { $1 }.filter { !$0.value.isEmpty }
      .sorted { $0.key < $1.key }
    return Texts.study(
      "\"design\": { \"type\": \"select\", "
        + keys.map { "\"\($0.key)\": \($0.value)" }.joined(separator: ", ") + " }"
        + (body.isEmpty ? "" : ", " + body), model: model)
  }

  @Test("what is left out has its default, and is written again")
  func defaults() throws {
    let study = try Texts.parse(Self.text())
    let design = try #require(study.selection)
    #expect(design.confidence == 0.95 && design.batch == 10 && design.constraints.isEmpty)
    #expect(study.replicates == .fixed(20) && study.isAdaptive && study.mostRuns == 1_000)
    let again = try Texts.parse(String(decoding: study.resolvedJSON, as: UTF8.self))
    #expect(again == study && again.digest == study.digest)
    let rule = try #require(study.selectionRule)
    #expect(rule.alternatives == 3 && rule.firstStage == 20 && !rule.isLargestBest)
  }

  @Test("alternatives are all combinations of levels, or listed")
  func alternatives() throws {
    let points = try Texts.parse(
      Self.text(["points": #"[{ "rule": "exact" }, { "rule": "push" }]"#], ""))
    #expect(try points.points().map(\.ruleName) == ["exact", "push"])
    #expect(try Texts.parse(String(decoding: points.resolvedJSON, as: UTF8.self)) == points)
    #expect(
      try Texts.parse(Self.text()).points().map(\.ruleName) == ["exact", "push", "capped"])
  }

  @Test(
    "the range of a response is known of shares, people and steps",
    arguments: [
      ("final_share", 1.0), ("reached_50pct", 1), ("final_infected", 100), ("peak_new", 100),
      ("steps", 50), ("peak_step", 50), ("infections", nil),
    ] as [(String, Double?)])
  func ranges(response: String, range: Double?) throws {
    let study = try Texts.parse(
      Self.text(
        ["response": "\"\(response)\""],
        model: #""group_size": 100, "infectious_steps": 3, "stop": { "max_steps": 50 }"#))
    #expect(study.selectionRule?.range == range)
    let people = try Texts.parse(
      Self.text([:], #""factors": { "group_size": { "values": [30, 70] } }"#, model: ""))
    #expect(people.selectionRule?.range == 70)
  }

  @Test("a time is compared up to a step, unless its run was stopped before")
  func times() throws {
    let study = try Texts.parse(Self.text(["response": "\"step_to_50pct\"", "up_to": "30"]))
    let design = try #require(study.selection)
    #expect(study.selectionRule?.range == 30)
    #expect(design.compared(12, endedBy: .maxSteps, steps: 50) == 12)
    #expect(design.compared(40, endedBy: .maxSteps, steps: 50) == 30)
    #expect(design.compared(nil, endedBy: .maxSteps, steps: 50) == 30)
    #expect(design.compared(nil, endedBy: .noSpread, steps: 3) == 30)
    #expect(design.compared(nil, endedBy: .shareReached, steps: 29) == nil)
    #expect(design.compared(nil, endedBy: .shareReached, steps: 30) == 30)
  }

  @Test("a constraint knows its side, and which responses are 0 or 1")
  func constraints() throws {
    let study = try Texts.parse(
      Self.text([
        "subject_to": #"[{ "response": "peak_new", "at_most": 9.5, "tolerance": 0.5 }, "#
          + #"{ "response": "reached_50pct", "at_least": 0.5, "tolerance": 0.1 }]"#
      ]))
    #expect(
      study.selectionRule?.constraints == [
        SelectionRule.Constraint(bound: 9.5, isUpper: true, tolerance: 0.5, isEvent: false),
        SelectionRule.Constraint(bound: 0.5, isUpper: false, tolerance: 0.1, isEvent: true),
      ])
  }

  @Test(
    "mistakes are named",
    arguments: [
      (["indifference": "0"], "out_of_range $.design.indifference"),
      (["indifference": ""], "missing $.design.indifference"),
      (["best": ""], "missing $.design.best"),
      (["max_runs": ""], "missing $.design.max_runs"),
      (["max_runs": "59"], "bad_relation $.design.max_runs"),
      (["first_stage": "4"], "out_of_range $.design.first_stage"),
      (["first_stage": "400"], "bad_relation $.design.max_runs"),
      (["confidence": "0.5"], "out_of_range $.design.confidence"),
      (["response": "\"step_to_50pct\""], "missing $.design.up_to"),
      (["response": "\"roundness\""], "bad_relation $.design.response"),
      (["response": "\"extinct\""], "bad_relation $.design.response"),
      (["up_to": "30"], "conflict $.design.up_to"),
      (["response": "\"step_to_50pct\"", "up_to": "51"], "out_of_range $.design.up_to"),
      (
        ["subject_to": #"[{ "response": "peak_new", "at_most": 9 }]"#],
        "missing $.design.subject_to[0].tolerance"
      ),
      (
        ["subject_to": #"[{ "response": "peak_new", "tolerance": 9 }]"#],
        "missing $.design.subject_to[0].at_most"
      ),
      (
        ["subject_to": #"[{ "response": "step_to_all", "at_most": 9, "tolerance": 1 }]"#],
        "bad_relation $.design.subject_to[0].response"
      ),
      (
        ["subject_to": #"[{ "response": "extinct", "at_most": 9, "tolerance": 1 }]"#],
        "bad_relation $.design.subject_to[0].response"
      ),
    ] as [([String: String], String)])
  func refused(change: [String: String], place: String) {
    #expect(Texts.places(Self.text(change)) == [place])
  }

  @Test(
    "so is one alternative, and a number of replicates beside the design",
    arguments: [
      (#""factors": { "rule": { "values": ["exact"] } }"#, "bad_relation $.design"),
      ("", "bad_relation $.design"),
      (factors + #", "replicates": 10"#, "conflict $.replicates"),
      (
        factors
          + #", "replicates": { "max": 100, "until": [{ "response": "steps", "half_width": 1 }] }"#,
        "conflict $.replicates"
      ),
      (
        #""factors": { "infection_probability": { "from": 0, "to": 1, "count": 2001 } }"#,
        "too_many $.design"
      ),
    ])
  func conflicts(body: String, place: String) {
    #expect(Texts.places(Self.text([:], body)) == [place])
  }
}
