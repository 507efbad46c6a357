import PlainText
import StudyFiles
import Testing

@Suite("Notes on a study") struct NotesTests {
  private func notes(_ comparison: String, numbers: String = "common") throws -> [Note] {
    try Texts.parse(
      Texts.study(
        """
        "factors": { "rule": { "values": ["exact", "capped"] } },
        "random_numbers": "\(numbers)",
        "analysis": { "comparisons": [{ "factor": "rule", \(comparison) }] }
        """)
    ).notes
  }

  @Test(
    "a test of independent groups is reported where random numbers are common, and only there",
    arguments: ["welch", "welch_anova", "mann_whitney", "kolmogorov_smirnov"])
  func pairing(test: String) throws {
    let asked = "\"response\": \"peak_new\", \"test\": \"\(test)\""
    let found = try notes(asked)
    #expect(found.map(\.code) == [.sharedRandomNumbers])
    #expect(found[0].path == "$.analysis.comparisons[0].test")
    #expect(try notes(asked, numbers: "independent").isEmpty)
  }

  @Test("a test of times that cannot take those not reached is reported", arguments: ["paired_t"])
  func censoring(test: String) throws {
    let found = try notes("\"response\": \"step_to_50pct\", \"test\": \"\(test)\"")
    #expect(found.map(\.code) == [.censoredTimes])
    #expect(found.first?.message.contains("restricted_mean") == true)  // which takes them
    #expect(try notes("\"response\": \"peak_new\", \"test\": \"\(test)\"").isEmpty)
    let both = try notes("\"response\": \"step_to_50pct\", \"test\": \"welch\"")
    #expect(both.map(\.code) == [.sharedRandomNumbers, .censoredTimes])
  }

  @Test("log_rank takes times that were not reached, and its paired form is named")
  func logRank() throws {
    let found = try notes("\"response\": \"step_to_50pct\", \"test\": \"log_rank\"")
    #expect(found.map(\.code) == [.sharedRandomNumbers])
    #expect(found.first?.message.contains("restricted_mean") == true)
    #expect(try notes("\"response\": \"step_to_50pct\", \"test\": \"restricted_mean\"").isEmpty)
  }

  @Test("the tests that fit a study by themselves need no note")
  func defaults() throws {
    #expect(try notes("\"response\": \"step_to_50pct\"").isEmpty)
    #expect(try notes("\"response\": \"curve\", \"test\": \"permutation\"").isEmpty)
  }

  /// Code and place of each note but those on tests.
  private func places(
    _ body: String, model: String = "\"group_size\": 100"
  ) throws -> [String] {
    try Texts.parse(Texts.study(body, model: model)).notes.filter {
      ![.sharedRandomNumbers, .censoredTimes].contains($0.code)
    }.map { "\($0.code.rawValue) \($0.path ?? "")" }
  }

  private static let response = "\"factor\": \"rule\", \"response\": \"step_to_50pct\""

  @Test("a comparison of points that differ in more than its factor, or of one level, is reported")
  func noPairs() throws {
    let both = """
      "factors": { "rule": { "values": ["exact", "push"] },
        "infection_probability": { "values": [0.5, 1] } },
      "analysis": { "comparisons": [{ \(Self.response) }] }
      """
    let nothing = ["nothing_compared $.analysis.comparisons[0].factor"]
    #expect(try places(both) == [])
    #expect(try places(both + ", \"design\": { \"type\": \"zip\" }") == nothing)
    let one = both.replacing(#", "push""#, with: "")
    #expect(try places(one) == nothing)
    // Pooled are two combinations or more.
    let pooled = both.replacing(Self.response, with: Self.response + #", "pooled": true"#)
    #expect(try places(pooled) == [])
    #expect(try places(pooled.replacing("[0.5, 1]", with: "[0.5]")) == nothing)
  }

  @Test("a time beyond the end of all runs is reported")
  func beyondStop() throws {
    let found = try places(
      """
      "factors": { "rule": { "values": ["exact", "push"] } },
      "analysis": { "comparisons": [
        { \(Self.response) }
      ] }
      """, model: "\"group_size\": 100, \"stop\": { \"share\": 0.3 }")
    #expect(found == ["share_beyond_stop $.analysis.comparisons[0].response"])
  }

  @Test("people introduced, and interventions, after the last step: beside it and at it")
  func afterTheEnd() throws {
    func found(_ model: String, _ body: String = "") throws -> [String] {
      try places(body, model: #""group_size": 100, "stop": { "max_steps": 5 }, "# + model)
    }
    let tooLate = "introduction_too_late $.model.introductions[1].step"
    for (step, isReported) in [(4, false), (5, false), (6, true)] {
      let later =
        #""introductions": [{ "step": 0, "at": "center" }, { "step": \#(step), "random": 2 }]"#
      #expect(try found(later) == (isReported ? [tooLate] : []), "step \(step)")
    }
    for (measure, isReported) in [
      (#""infected_at": 5"#, false), (#""infected_at": 6"#, true),
      (#""new_infections_between": [2, 6]"#, true), (#""step_to_share": 0.2"#, false),
    ] {
      #expect(
        try found(#""columns": 10"#, #""responses": { "own": { \#(measure) } }"#)
          == (isReported ? ["response_too_late $.responses.own"] : []), "\(measure)")
    }
    for (when, verb, course, isReported) in [
      (#""step": 4"#, #""set": { "infection_probability": 0 }"#, "", false),
      (#""step": 5"#, #""set": { "infection_probability": 0 }"#, "", true),
      (#""step": 5"#, #""immunize_share": 0.5"#, "", false),
      (#""step": 6"#, #""immunize_share": 0.5"#, "", true),
      // Where nobody recovers a run ends once all are infected.
      (#""infected_share": 1"#, #""set": { "infection_probability": 0 }"#, "", true),
      (
        #""infected_share": 1"#, #""set": { "infection_probability": 0 }"#,
        #", "infectious_steps": 3"#, false
      ),
      (#""infected_share": 1"#, #""immunize_share": 0.5"#, "", false),
    ] {
      let notes = try found(
        #""interventions": "list""# + course,
        #""interventions": { "list": [{ "when": { \#(when) }, \#(verb) }] }"#)
      #expect(
        notes.contains("intervention_too_late $.interventions.list[0].when") == isReported,
        "\(when) \(verb) \(notes)")
    }
  }
}
