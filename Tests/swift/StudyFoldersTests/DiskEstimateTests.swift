import Foundation
import StudyFiles
import StudyRuns
import TestSupport
import Testing

/// The disk that `check` announces beside the bytes that a run writes.
@Suite struct DiskEstimateTests {
  private static let course =
    #""contacts": "everybody", "rule": "mixing", "infection_factor": 8, "recovery_probability": 0.25"#
  private static let chances = #""infection_probability": { "values": [0.04, 0.06, 0.1] }"#

  @Test(
    "within 1.3 of what is written, whatever a study records",
    arguments: [
      ("curves", course, chances, #""record": { "curves": "all" }"#, 40),
      ("nothing beside the runs", course, chances, #""record": { "curves": "none" }"#, 400),
      (
        "maps, transmissions", course, chances,
        #""record": { "curves": "none", "maps": 20, "transmissions": 20 }"#, 40
      ),
      (
        "compressed", course, chances,
        #""record": { "curves": "all", "maps": 40, "transmissions": 40, "compress": true }"#, 40
      ),
      (
        "groups", course + #", "groups": "age""#, chances,
        #""record": { "curves": 10, "groups": 40 }, "groups": { "age": { "names": ["a", "b"], "shares": [0.4, 0.6] } }"#,
        40
      ),
      (
        "observed", course, chances,
        #""observed": { "cases": { "of": "new_infections", "probability": 0.3 }, "beds": { "of": "new_infections", "probability": 0.1, "delay": 5, "stay": 7 } }"#,
        40
      ),
      (
        "many points", course,
        #""infection_probability": { "from": 0.01, "to": 0.1, "count": 100 }"#,
        #""random_numbers": "common""#, 5
      ),
      (
        "the apps", #""infection_factor": 1"#, #""infection_probability": { "values": [0.5, 1] }"#,
        #""analysis": { "comparisons": [{ "factor": "infection_probability", "response": "step_to_50pct" }] }"#,
        100
      ),
    ])
  func disk(name: String, model: String, factors: String, rest: String, replicates: Int) throws {
    let scratch = try Scratch()
    let text = """
      { "spreadlab": 1, "study": "disk", "seed": 3, "model": { "group_size": 400, \(model) },
        "factors": { \(factors) }, "replicates": \(replicates), \(rest) }
      """
    let estimate = try PlanEstimate(
      Study.parse(bytes: Array(text.utf8), file: "study.json"), threads: 1)
    let folder = scratch.file("results")
    try run(text, in: folder)
    let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
    let written = try files.reduce(0.0) { sum, file in
      let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder)/\(file)")
      return attributes[.type] as? FileAttributeType == .typeRegular
        ? sum + Double(attributes[.size] as? Int ?? 0) : sum
    }
    #expect(
      (1 / 1.3...1.3).contains(estimate.diskBytes / written),
      "\(name) \(estimate.diskBytes) \(written)")
  }
}
