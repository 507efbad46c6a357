import Foundation
import TestSupport
import Testing

@Suite("Comparisons of more values than are kept") struct ManyValuesTests {

  private static let study = Studies.study(
    """
      "model": { "rule": "exact", "stop": { "max_steps": 6 } },
      "factors": {
        "group_size": { "values": [100] },
        "infection_probability": { "values": [0.5, 0.52] }
      },
      "replicates": 190000,
      "analysis": {
        "comparisons": [{
          "factor": "infection_probability", "response": "elongation", "test": "mann_whitney",
          "estimate": "hodges_lehmann"
        }]
      }
    """)

  @Test(
    "are those of the first replicates, whose number is reported: a study of just these has their results",
    .deep)
  func firstReplicates() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study, to: "study.json")
    let (all, first) = (scratch.file("all"), scratch.file("first"))
    let outcome = try Command.run("run", study, "-o", all)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let words = outcome.messages.split(separator: " ")
    let place = try #require(words.firstIndex(of: "replicates:"), "\(outcome.messages)")
    let count = try #require(Int(words[place - 1]))
    #expect(count < 190_000 && count.isMultiple(of: 16_384))
    let rest = try Command.run("run", study, "--set", "replicates=\(count)", "-o", first)
    try #require(rest.exitCode == 0 && !rest.notes.contains("first_replicates_only"))
    var rows = try [all, first].map { try Rows(file: $0 + "/comparisons.csv").rows[0] }
    #expect(rows.map { $0["status"] } == ["first_replicates", "ok"])
    for column in ["status", "message"] {
      for index in rows.indices { rows[index].removeValue(forKey: column) }
    }
    #expect(rows[0] == rows[1])
    let compared = try Command.run(
      "compare", all, "--by", "infection_probability", "--response", "elongation", "--test",
      "mann_whitney")
    #expect(Set(compared.notes) == ["shared_random_numbers", "first_replicates_only"])
    #expect(compared.messages.contains("\(count)"), "\(compared.messages)")
  }
}
