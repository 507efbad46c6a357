import Foundation
import TestSupport
import Testing

@Suite("False alarms") struct FalseAlarmTests {
  /// With factor 1 and probability 1 these three rules have one distribution (truth "metamorphic 3 and 4":
  /// at p = 1 capped is exact, at k = 1 at_least_one is exact), so every difference is chance.
  private static func study(seed: Int, numbers: String, family: String) -> String {
    Studies.study(
      """
        "model": { "infection_factor": 1, "infection_probability": 1.0 },
        "factors": {
          "group_size": { "values": [49, 100] },
          "rule": { "values": ["exact", "capped", "at_least_one"] }
        },
        "replicates": 40,
        "random_numbers": "\(numbers)",
        "record": { "curves": "none" },
        "analysis": {
          "family": "\(family)",
          "comparisons": [
            { "factor": "rule", "response": "step_to_50pct" },
            { "factor": "rule", "response": "step_to_all", "test": "permutation" },
            { "factor": "rule", "response": "drift_x", "test": "mann_whitney" }
          ]
        }
      """, seed: seed)
  }

  @Test(
    "at most 5 % of families of comparisons of equal rules call any of them different",
    .deep, arguments: ["common", "independent"], ["study", "request"])
  func familyWise(numbers: String, family: String) throws {
    let scratch = try Scratch()
    var (families, alarms) = (0, 0)
    for seed in 0..<500 {
      let text = Self.study(seed: seed, numbers: numbers, family: family)
      let study = try scratch.write(text, to: "study.json")
      let folder = scratch.file("results")
      let outcome = try Command.run("run", study, "-o", folder, "-j", "1", "--quiet")
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
      let table = try Rows(file: folder + "/comparisons.csv")
      try #require(table.rows.count == 18)
      let tested = Dictionary(grouping: table.rows) { family == "study" ? "" : $0["response"] }
      try #require(tested.count == (family == "study" ? 1 : 3))
      families += tested.count
      alarms += tested.values.count { $0.contains { $0["verdict"] == "different" } }
      try FileManager.default.removeItem(atPath: folder)
    }
    print("false alarms, \(numbers), by \(family): \(alarms) of \(families) families")
    // Three standard errors of a share of 5 %. Families of one study depend on each other: the 500 studies count.
    let share = Double(alarms) / Double(families)
    let most = 0.05 + 3 * (0.05 * 0.95 / 500).squareRoot()
    #expect(share <= most, "\(alarms) of \(families) families")
  }
}
