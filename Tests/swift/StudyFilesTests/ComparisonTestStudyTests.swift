import StudyFiles
import Testing

@Suite("What the test of a comparison needs") struct ComparisonTestStudyTests {
  private func places(_ request: String) -> [String] {
    Texts.places(
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push", "subset"] } }, "#
          + "\"analysis\": { \"comparisons\": [{ \"factor\": \"rule\", \(request) }] }"))
  }

  @Test(
    "mistakes are named",
    arguments: [
      (#""response": "peak_new", "estimate": "restricted_mean_difference""#, "estimate"),
      (#""response": "curve", "estimate": "restricted_mean_difference""#, "estimate"),
      (#""response": "peak_new", "test": "restricted_mean""#, "test"),
      (#""response": "peak_new", "test": "log_rank""#, "test"),
      (#""response": "peak_new", "test": "tost", "margin": 1, "better": "larger""#, "test"),
      (#""response": "peak_new", "pooled": true, "test": "wilcoxon""#, "test"),
      (#""response": "peak_new", "pooled": true, "estimate": "hodges_lehmann""#, "estimate"),
      (#""response": "curve", "pooled": true"#, "response"),
      (#""response": "peak_new", "estimate": "ratio_of_means", "margin": 1"#, "margin"),
      (#""response": "peak_new", "pooled": true, "estimate": "ratio_of_means""#, "estimate"),
      (#""response": "peak_new", "estimate": "risk_ratio""#, "estimate"),
      (#""response": "peak_new", "pooled": true, "test": "risk_score""#, "test"),
      (#""response": "peak_new", "test": "welch_anova", "reference": "exact""#, "reference"),
      (#""response": "peak_new", "test": "welch_anova", "margin": 1"#, "margin"),
      (#""response": "peak_new", "test": "welch_anova", "estimate": "hodges_lehmann""#, "estimate"),
      (#""response": "curve", "margin": 1"#, "margin"),
      (#""response": "curve", "estimate": "hodges_lehmann""#, "estimate"),
      (#""response": "peak_new", "estimate": "smaller_share", "margin": 0.5"#, "margin"),
      (#""response": "reached_50pct", "margin": 1"#, "margin"),
      (#""response": "final_share", "margin": 1, "better": "smaller""#, "margin"),
      (#""response": "peak_new", "margin": 100"#, "margin"),
    ])
  func refused(request: String, place: String) {
    #expect(places(request) == ["bad_relation $.analysis.comparisons[0].\(place)"])
  }

  @Test("a side needs a margin, and so does a test of one")
  func missing() {
    for request in [
      #""response": "peak_new", "better": "smaller""#,
      #""response": "peak_new", "test": "tost""#,
      #""response": "peak_new", "test": "non_inferiority", "better": "smaller""#,
    ] {
      let places = places(request)
      #expect(
        !places.isEmpty
          && places.allSatisfy { $0 == "missing $.analysis.comparisons[0].margin" },
        "\(request): \(places)")
    }
    let side = #""response": "peak_new", "test": "non_inferiority", "margin": 1"#
    #expect(places(side) == ["bad_relation $.analysis.comparisons[0].test"])
  }

  @Test("and is fine where it is there")
  func taken() {
    for request in [
      #""response": "step_to_50pct", "estimate": "restricted_mean_difference", "margin": 1"#,
      #""response": "step_to_50pct", "test": "restricted_mean""#,
      #""response": "peak_new", "test": "welch_anova""#,
      #""response": "peak_new", "pooled": true, "test": "welch", "margin": 1"#,
      #""response": "peak_new", "estimate": "ratio_of_means", "margin": 1.25"#,
      #""response": "peak_new", "test": "non_inferiority", "margin": 1, "better": "larger""#,
      #""response": "peak_new", "margin": 99"#, #""response": "reached_50pct", "margin": 0.99"#,
      #""response": "peak_new", "estimate": "smaller_share", "margin": 0.49"#,
      #""response": "curve", "estimate": "mean_difference""#,
    ] {
      #expect(places(request) == [], "\(request)")
    }
    let independent = Texts.places(
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "random_numbers": "independent", "#
          + #""analysis": { "comparisons": [{ "factor": "rule", "response": "step_to_50pct", "#
          + #""test": "paired_t" }] }"#))
    #expect(independent == ["bad_relation $.analysis.comparisons[0].test"])
    let shares = Texts.places(
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push"] } }, "random_numbers": "independent", "#
          + #""analysis": { "comparisons": [{ "factor": "rule", "response": "steps", "#
          + #""estimate": "smaller_share" }] }"#))
    #expect(shares == ["bad_relation $.analysis.comparisons[0].estimate"])
  }

  /// Of a study with 20 replicates, or as many as `replicates` says.
  private func together(
    _ request: String, _ more: String = "", replicates: Int = 20
  ) -> [String] {
    Texts.places(
      Texts.study(
        #""factors": { "rule": { "values": ["exact", "push", "subset"] } }, "#
          + "\"replicates\": \(replicates), \"analysis\": { \"correction\": \"max_t\", \(more)"
          + "\"comparisons\": [{ \"factor\": \"rule\", \(request) }] }"))
  }

  @Test("max_t is for differences of means of a request, of 10 replicates or more")
  func maxT() {
    let steps = #""response": "steps""#
    for request in [
      #""response": "curve""#, #""response": "reached_50pct""#, steps + #", "pooled": true"#,
      steps + #", "estimate": "ratio_of_means""#, steps + #", "test": "wilcoxon""#,
    ] {
      #expect(together(request) == ["bad_relation $.analysis.comparisons[0]"], "\(request)")
    }
    for request in [
      steps, steps + #", "test": "welch""#, steps + #", "test": "tost", "margin": 1"#,
    ] {
      #expect(together(request) == [], "\(request)")
    }
    let correction = ["bad_relation $.analysis.correction"]
    #expect(together(#""pooled": false"#) == ["bad_relation $.analysis.comparisons[0]"])
    #expect(together(steps, #""family": "study", "#) == correction)
    #expect(together(steps, replicates: 9) == correction && together(steps, replicates: 10) == [])
  }
}
