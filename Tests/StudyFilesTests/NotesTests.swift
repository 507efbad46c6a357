import StudyFiles
import Testing

@Suite("Notes on a study") struct NotesTests {
  private func notes(_ comparison: String, numbers: String = "common") throws -> [StudyNote] {
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
    #expect(found.map(\.subject) == [.pairing])
    #expect(found[0].path == "$.analysis.comparisons[0].test")
    #expect(found[0].message.hasPrefix("\(test) takes the runs of different levels as independent"))
    #expect(try notes(asked, numbers: "independent").isEmpty)
  }

  @Test("a test of times that cannot take those not reached is told of", arguments: ["paired_t"])
  func censoring(test: String) throws {
    let found = try notes("\"response\": \"step_to_50pct\", \"test\": \"\(test)\"")
    #expect(found.map(\.subject) == [.censoring])
    #expect(try notes("\"response\": \"peak_new\", \"test\": \"\(test)\"").isEmpty)
    let both = try notes("\"response\": \"step_to_50pct\", \"test\": \"welch\"")
    #expect(both.map(\.subject) == [.pairing, .censoring])
  }

  @Test("log_rank has no paired form, and takes times that were not reached")
  func logRank() throws {
    let found = try notes("\"response\": \"step_to_50pct\", \"test\": \"log_rank\"")
    #expect(found.map(\.subject) == [.pairing])
  }

  @Test("the tests that fit a study by themselves need no note")
  func defaults() throws {
    #expect(try notes("\"response\": \"step_to_50pct\"").isEmpty)
    #expect(try notes("\"response\": \"curve\", \"test\": \"permutation\"").isEmpty)
    #expect(try notes("\"response\": \"drift\"").isEmpty)
  }
}
