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
    "a test of independent groups is told of where random numbers are common, and only there",
    arguments: ["welch", "mann_whitney", "kolmogorov_smirnov", "anova", "kruskal_wallis"])
  func pairing(test: String) throws {
    let asked = "\"response\": \"peak_new\", \"test\": \"\(test)\""
    let found = try notes(asked)
    #expect(found.map(\.code) == [.pairing])
    #expect(found[0].path == "$.analysis.comparisons[0].test")
    #expect(found[0].message.hasPrefix("\(test) takes the runs of different levels as independent"))
    #expect(try notes(asked, numbers: "independent").isEmpty)
  }

  @Test("a test of times that cannot take those not reached is told of", arguments: ["paired_t"])
  func censoring(test: String) throws {
    let found = try notes("\"response\": \"step_to_50pct\", \"test\": \"\(test)\"")
    #expect(found.map(\.code) == [.censoring])
    #expect(try notes("\"response\": \"peak_new\", \"test\": \"\(test)\"").isEmpty)
    let both = try notes("\"response\": \"step_to_50pct\", \"test\": \"welch\"")
    #expect(both.map(\.code) == [.pairing, .censoring])
  }

  @Test("log_rank takes times that were not reached, and its paired form is named")
  func logRank() throws {
    let found = try notes("\"response\": \"step_to_50pct\", \"test\": \"log_rank\"")
    #expect(found.map(\.code) == [.pairing])
    #expect(found.first?.message.contains("stratified_log_rank compares run by run") == true)
    for test in ["stratified_log_rank", "restricted_mean"] {
      #expect(try notes("\"response\": \"step_to_50pct\", \"test\": \"\(test)\"").isEmpty)
    }
  }

  @Test("the tests that fit a study by themselves need no note")
  func defaults() throws {
    #expect(try notes("\"response\": \"step_to_50pct\"").isEmpty)
    #expect(try notes("\"response\": \"curve\", \"test\": \"permutation\"").isEmpty)
    #expect(try notes("\"response\": \"drift\"").isEmpty)
  }

  private func messages(
    _ body: String, model: String = "\"group_size\": 100"
  ) throws -> [String: String] {
    let notes = try Texts.parse(Texts.study(body, model: model)).notes.filter {
      ![.pairing, .censoring].contains($0.code)
    }
    return Dictionary(uniqueKeysWithValues: notes.map { ($0.path ?? "", $0.message) })
  }

  private static let response = "\"factor\": \"rule\", \"response\": \"step_to_50pct\""

  @Test("a range whose steps pass by its end is told of")
  func missedEnd() throws {
    let missed = try messages(
      "\"factors\": { \"infection_probability\": { \"from\": 0.1, \"to\": 1, \"step\": 0.4 } }")
    #expect(missed.keys.sorted() == ["$.factors.infection_probability.to"])
    #expect(missed.values.first?.contains("end at 0.9, so 1.0 is not a level") ?? false)
    let met = try messages(
      "\"factors\": { \"infection_probability\": { \"from\": 0.1, \"to\": 1, \"step\": 0.3 } }")
    #expect(met.isEmpty)
  }

  @Test("a comparison of points that differ in more than its factor, or of one level, is told of")
  func noPairs() throws {
    let both = """
      "factors": { "rule": { "values": ["exact", "push"] },
        "infection_probability": { "values": [0.5, 1] } },
      "analysis": { "comparisons": [{ \(Self.response) }] }
      """
    let path = "$.analysis.comparisons[0].factor"
    #expect(try messages(both).isEmpty)
    #expect(try messages(both + ", \"design\": { \"type\": \"zip\" }").keys.contains(path))
    let single = """
      "factors": { "rule": { "values": ["exact"] } },
      "analysis": { "comparisons": [{ \(Self.response) }] }
      """
    #expect(try messages(single).keys.contains(path))
  }

  @Test("a reference where all levels are compared at once, a time beyond the end of all runs")
  func withoutEffect() throws {
    let found = try messages(
      """
      "factors": { "rule": { "values": ["exact", "push"] } },
      "analysis": { "comparisons": [
        { \(Self.response) },
        { "factor": "rule", "response": "peak_new", "test": "anova", "reference": "push" }
      ] }
      """, model: "\"group_size\": 100, \"stop\": { \"share\": 0.3 }")
    #expect(
      found.keys.sorted() == [
        "$.analysis.comparisons[0].response", "$.analysis.comparisons[1].reference",
      ])
  }
}
