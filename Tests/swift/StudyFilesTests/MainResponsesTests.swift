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
