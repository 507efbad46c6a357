import SpreadModel
import StudyFiles
import Testing

/// Comparisons that name no response.
@Suite struct MainResponsesTests {
  private static func study(_ model: String, _ comparison: String) -> String {
    Texts.study(
      """
      "factors": { "rule": { "values": ["exact", "push"] } },
      "analysis": { "comparisons": [{ "factor": "rule"\(comparison) }] }
      """, model: "\"group_size\": 100\(model)")
  }

  @Test(
    "are of each main response: of outbreaks where people recover, else of times",
    arguments: [
      ("", ["step_to_50pct", "step_to_10pct", "step_to_90pct", "final_share"]),
      (
        ", \"infectious_steps\": 3",
        ["reached_10pct", "final_share", "peak_infected", "peak_infected_step"]
      ),
      (
        ", \"recovery_probability\": 0.1, \"latent_steps\": 2",
        ["reached_10pct", "final_share", "peak_infected", "peak_infected_step"]
      ),
    ])
  func expanded(model: String, responses: [String]) throws {
    let study = try Texts.parse(Self.study(model, ""))
    #expect(study.analysis.comparisons.map(\.subject.name) == responses)
    let again = try Study.parse(bytes: study.resolvedJSON, file: "study.resolved.json")
    #expect(again.analysis == study.analysis)
    let named = try Texts.parse(Self.study(model, ", \"response\": \"final_share\""))
    #expect(named.analysis.comparisons.map(\.subject.name) == ["final_share"])
  }

  @Test("are one entry: one family, and one entry of the study in full")
  func entries() throws {
    let more =
      #"}, { "factor": "rule", "response": "steps" }, { "factor": "rule", "reference": "push""#
    let study = try Texts.parse(Self.study("", more))
    #expect(study.analysis.comparisonEntries.map(\.count) == [4, 1, 4])
    let again = try Study.parse(bytes: study.resolvedJSON, file: "study.resolved.json")
    #expect(again.analysis.comparisonEntries == study.analysis.comparisonEntries)
  }

  @Test("are those of a method of sensitivity alone, which has to fit the design")
  func sensitivity() throws {
    func study(_ method: String, _ design: String) -> String {
      Texts.study(
        """
        "factors": { "infection_probability": { "from": 0.1, "to": 0.9 } },
        "design": { "type": "\(design)", "points": 30 }, "analysis": { "sensitivity": "\(method)" }
        """, model: "\"group_size\": 100")
    }
    let asked = try Texts.parse(study("prcc", "latin_hypercube"))
    let request = try #require(asked.analysis.sensitivity)
    #expect(request.method == .prcc)
    #expect(
      request.responses.map(\.name)
        == ["step_to_50pct", "step_to_10pct", "step_to_90pct", "final_share"])
    let again = try Study.parse(bytes: asked.resolvedJSON, file: "study.resolved.json")
    #expect(again.analysis == asked.analysis)
    let misfit = ["bad_relation $.analysis.sensitivity"]
    #expect(Texts.places(study("morris", "latin_hypercube")) == misfit)
    #expect(
      Texts.places(study("pearson", "latin_hypercube")) == ["unknown_value $.analysis.sensitivity"])
  }

  @Test(
    "what goes with some responses only needs one",
    arguments: [
      "\"margin\": 2", "\"test\": \"log_rank\"", "\"estimate\": \"ratio_of_means\"",
    ])
  func needed(_ member: String) {
    #expect(
      Texts.places(Self.study("", ", " + member)) == ["missing $.analysis.comparisons[0].response"])
  }
}
