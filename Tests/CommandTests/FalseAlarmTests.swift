import Foundation
import TestSupport
import Testing

@Suite("False alarms") struct FalseAlarmTests {
  /// With factor 1 and probability 1 these three rules have one distribution (truth "metamorphic 3 and 4":
  /// at p = 1 capped is exact, at k = 1 at_least_one is exact), so every difference is chance.
  private static func study(seed: Int, numbers: String) -> String {
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
          "comparisons": [
            { "factor": "rule", "response": "step_to_50pct" },
            { "factor": "rule", "response": "step_to_all", "test": "permutation" },
            { "factor": "rule", "response": "drift_x", "test": "mann_whitney" },
            { "factor": "rule", "response": "drift" }
          ]
        }
      """, seed: seed)
  }

  @Test(
    "at most 5 % of studies of equal rules call any of their 24 comparisons different",
    .enabled(if: TestDepth.isDeep), arguments: ["common", "independent"])
  func familyWise(numbers: String) throws {
    let scratch = try Scratch()
    let studies = 1_000
    var alarms = 0
    for seed in 0..<studies {
      let study = try scratch.write(Self.study(seed: seed, numbers: numbers), to: "study.json")
      let folder = scratch.file("results")
      let outcome = try Command.run("run", study, "-o", folder, "-j", "1", "--quiet")
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
      let table = try Rows(file: folder + "/comparisons.csv")
      try #require(table.rows.count == 24)
      if table.rows.contains(where: { $0["verdict"] == "different" }) { alarms += 1 }
      try FileManager.default.removeItem(atPath: folder)
    }
    print("false alarms, \(numbers): \(alarms) of \(studies) studies")
    // Three standard errors of a share of 5 %.
    let most = 0.05 * Double(studies) + 3 * (0.05 * 0.95 * Double(studies)).squareRoot()
    #expect(Double(alarms) <= most, "\(alarms) of \(studies) studies")
  }
}
