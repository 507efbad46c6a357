import PlainText
import SpreadModel
import StudyFiles
import Testing

/// Studies of final values alone: what they have, and what does not go with them.
@Suite struct FinalValuesStudyTests {
  private static let model =
    #""group_size": 25, "rule": "each_contact", "infectious_steps": 2, "infection_probability": 0.3"#

  private static func study(_ body: String = "", record: String = "", model: String = "") -> String
  {
    Texts.study(
      #""record": { "responses": "final"\#(record) }"# + (body.isEmpty ? "" : ", " + body),
      model: Self.model + model)
  }

  @Test("runs have final values alone, no last step and no curves; the resolved study is the same")
  func known() throws {
    let study = try Texts.parse(
      Self.study(
        #"""
        "groups": { "g": { "names": ["a", "b"], "shares": [0.5, 0.5] } },
        "responses": {
          "early": { "step_to_share": 0.3 }, "ofA": { "final_share_of": "a" },
          "large": { "at_least": 0.2, "of": "ofA" }, "half": { "multiply": 0.5, "of": "infections" }
        }
        """#, model: #", "groups": "g""#))
    #expect(
      study.responses.names == [
        "final_infected", "final_share", "reached_10pct", "reached_50pct", "reached_90pct",
        "reached_all", "extinct", "infections", "reached_early", "ofA", "large", "half",
      ])
    #expect(
      study.storedResponses.names == [
        "final_infected", "final_share", "reached_10pct", "reached_50pct", "reached_90pct",
        "reached_all", "extinct", "infections", "reached_early", "ofA",
      ])
    #expect(study.record.curves == .none)
    #expect(try study.points().map(\.scenario.maxSteps) == [Scenario.stepsWithoutEnd])
    #expect(try Study.parse(bytes: study.resolvedJSON, file: "r.json") == study)
    #expect(!study.identityJSON.text.contains("max_steps"))
  }

  @Test(
    "whatever needs the steps of runs is a mistake at its place",
    arguments: [
      (#", "stop": { "max_steps": 100 }"#, "", "", ["$.model.stop.max_steps"]),
      (
        #", "introductions": [{ "from": 1, "mean": 1 }]"#, "", "", ["$.model.introductions[0]"]
      ),
      ("", #", "curves": "all""#, "", ["$.record.curves"]),
      (
        "", #", "curves": 3, "maps": 1, "transmissions": 2"#, "",
        ["$.record.curves", "$.record.maps", "$.record.transmissions"]
      ),
      (
        "", "", #""observed": { "cases": { "of": "new_infections", "probability": 0.5 } }"#,
        ["$.observed.cases"]
      ),
      ("", "", #""responses": { "early": { "infected_at": 3 } }"#, ["$.responses.early"]),
      (
        "", "", #""responses": { "fast": { "at_most": 9, "of": "step_to_50pct" } }"#,
        ["$.responses.fast.of"]
      ),
      (
        "", "",
        #""analysis": { "fits": [{ "model": "logistic" }], "given": ["reached_10pct"] }"#,
        ["$.analysis.fits[0]"]
      ),
      (
        "", "",
        #"""
        "factors": { "columns": { "values": [5, 6] } },
        "analysis": { "comparisons": [
          { "factor": "columns", "response": "curve" }, { "factor": "columns", "response": "peak_new" },
          { "factor": "columns", "response": "final_share" }
        ] }
        """#,
        ["$.analysis.comparisons[0].response", "$.analysis.comparisons[1].response"]
      ),
      (
        "", "",
        #""replicates": { "max": 99, "until": [{ "response": "steps", "half_width": 1 }] }"#,
        ["$.replicates.until[0].response"]
      ),
    ])
  func refused(model: String, record: String, body: String, places: [String]) {
    #expect(
      Texts.places(Self.study(body, record: record, model: model))
        == places.map { "needs_steps \($0)" })
  }

  @Test("what asks for nothing of the steps is accepted beside it")
  func accepted() throws {
    let study = try Texts.parse(
      Self.study(
        #"""
        "factors": { "columns": { "values": [5, 6] } },
        "analysis": { "comparisons": [{ "factor": "columns" }], "sensitivity": "anova" }
        """#,
        record: #", "curves": "none", "maps": 0"#,
        model:
          #", "introductions": [{ "step": 3, "random": 1 }, { "from": 1, "to": 4, "mean": 1 }]"#
      ))
    #expect(
      study.analysis.comparisons.map(\.response)
        == [Response(rawValue: "reached_10pct"), .finalShare])
  }

  @Test("where people are infected again a note says that runs may not end")
  func notes() throws {
    for (model, codes) in [(#", "immune_steps": 3"#, [NoteCode.mayNotEnd]), ("", [])] {
      let study = try Texts.parse(Self.study(model: model))
      #expect(study.notes.map(\.code).filter { $0 == .mayNotEnd } == codes)
    }
  }
}
