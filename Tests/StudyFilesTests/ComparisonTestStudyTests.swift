import StudyFiles
import Testing

@Suite("What the test of a comparison needs") struct ComparisonTestStudyTests {
  private func mistakes(_ request: String) -> [Diagnostic] {
    Texts.mistakes(
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push", "subset"] } }, "#
          + "\"analysis\": { \"comparisons\": [{ \"factor\": \"rule\", \(request) }] }"))
  }

  @Test(
    "is asked for at its place",
    arguments: [
      (
        #""response": "peak_new", "estimate": "restricted_mean_difference""#, "estimate",
        "is for times"
      ),
      (
        #""response": "curve", "estimate": "restricted_mean_difference""#, "estimate",
        "is for times"
      ),
      (#""response": "peak_new", "test": "restricted_mean""#, "test", "compares times"),
      (#""response": "peak_new", "test": "stratified_log_rank""#, "test", "compares times"),
      (
        #""response": "peak_new", "test": "tukey", "reference": "exact""#, "test",
        "leave out the reference"
      ),
      (#""response": "peak_new", "test": "dunnett""#, "test", "give a reference"),
      (
        #""response": "peak_new", "pooled": true, "test": "wilcoxon""#, "test",
        #"wilcoxon has no form that is pooled over other factors; give one of "paired_t", "welch""#
      ),
      (
        #""response": "peak_new", "pooled": true, "estimate": "hedges_g""#, "estimate",
        "hedges_g is not averaged over other factors; give mean_difference"
      ),
      (#""response": "curve", "pooled": true"#, "response", "curve is not averaged"),
      (#""response": "drift", "pooled": true"#, "response", "drift is not averaged"),
    ])
  func refused(request: String, place: String, said: String) throws {
    let found = mistakes(request)
    #expect(found.count == 1, "\(found)")
    let mistake = try #require(found.first)
    #expect(mistake.path == "$.analysis.comparisons[0].\(place)", "\(mistake)")
    #expect(mistake.message.contains(said), "\(mistake.message)")
  }

  @Test("and is fine where it is there")
  func taken() {
    for request in [
      #""response": "step_to_50pct", "estimate": "restricted_mean_difference", "margin": 1"#,
      #""response": "step_to_50pct", "test": "stratified_log_rank""#,
      #""response": "peak_new", "test": "tukey""#,
      #""response": "peak_new", "test": "dunnett", "reference": "exact""#,
      #""response": "peak_new", "pooled": true, "test": "welch", "margin": 1"#,
    ] {
      #expect(mistakes(request) == [], "\(request)")
    }
    let independent = Texts.mistakes(
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "random_numbers": "independent", "#
          + #""analysis": { "comparisons": [{ "factor": "rule", "response": "step_to_50pct", "#
          + #""test": "stratified_log_rank" }] }"#))
    #expect(independent.map(\.path) == ["$.analysis.comparisons[0].test"])
  }
}
