import Foundation
import TestSupport
import Testing

@Suite("Comparisons of more values than are kept") struct ManyValuesTests {

  private static func study(_ replicates: Int, _ test: String, _ estimate: String) -> String {
    Studies.study(
      """
        "model": { "rule": "exact", "stop": { "max_steps": 6 } },
        "factors": {
          "group_size": { "values": [100] },
          "infection_probability": { "values": [0.4, 0.7] }
        },
        "replicates": \(replicates),
        "analysis": {
          "comparisons": [{
            "factor": "infection_probability", "response": "elongation", "test": "\(test)",
            "estimate": "\(estimate)"
          }]
        }
      """)
  }

  /// Of a pair of runs three values are kept, of two that are independent two.
  @Test(
    "are those of the first replicates, whose number is reported: a study of just these has the row",
    arguments: [("wilcoxon", "cliffs_delta", 110_000)]
      + (TestDepth.isDeep ? [("mann_whitney", "hodges_lehmann", 190_000)] : []))
  func firstReplicates(test: String, estimate: String, replicates: Int) throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study(replicates, test, estimate), to: "study.json")
    let (all, first) = (scratch.file("all"), scratch.file("first"))
    let outcome = try Command.run("run", study, "-o", all)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let words = outcome.messages.split(separator: " ")
    let place = try #require(words.firstIndex(of: "replicates:"), "\(outcome.messages)")
    let count = try #require(Int(words[place - 1]))
    #expect(count < replicates && count.isMultiple(of: 16_384))
    let rest = try Command.run("run", study, "--set", "replicates=\(count)", "-o", first)
    try #require(rest.exitCode == 0 && !rest.notes.contains("first_replicates_only"))
    let rows = try [all, first].map {
      try String(contentsOfFile: $0 + "/comparisons.csv", encoding: .utf8)
    }
    #expect(rows[0] == rows[1])
    let compared = try Command.run(
      "compare", all, "--by", "infection_probability", "--response", "elongation", "--test",
      test)
    #expect(compared.notes == ["first_replicates_only"])
    #expect(compared.messages.contains("\(count)"), "\(compared.messages)")
  }
}
