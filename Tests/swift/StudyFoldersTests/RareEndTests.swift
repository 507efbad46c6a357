import Foundation
import PlainText
import ResultTables
import StudyFolders
import TestSupport
import Testing

/// Ends of searches and fits that hardly any study comes to, as the column `status` has them.
@Suite struct RareEndTests {
  private func end(
    _ members: String, model: String = ""
  ) throws -> (scratch: Scratch, written: WrittenResults) {
    let scratch = try Scratch()
    let text = """
      {
        "spreadlab": 1, "study": "ends", "seed": 7,
        "model": { "group_size": 36, "stop": { "max_steps": 3 }\(model) },
        \(members)
      }
      """
    guard case .tables(let written) = try run(text, in: scratch.path) else {
      throw CancellationError()
    }
    return (scratch, written)
  }

  private func rows(_ scratch: Scratch, _ table: String) throws -> [[String: String]] {
    let reader = try CSVReader(scratch.bytes("\(table).csv"), .own)
    var rows: [[String: String]] = []
    var row: [String: String] = [:]
    while try reader.nextRow({ row[reader.columns[$0]] = String(decoding: $1, as: UTF8.self) }) {
      rows.append(row)
    }
    return rows
  }

  @Test("a calibration without any run that has the value observed has no posterior")
  func noPosterior() throws {
    let (scratch, written) = try end(
      #"""
      "factors": {
        "infection_probability": { "from": 0, "to": 0.1 },
        "infection_factor": { "from": 1, "to": 2, "step": 1 }
      },
      "design": {
        "type": "calibration", "draws": 50,
        "data": [{ "response": "step_to_all", "values": [3] }]
      }
      """#)
    #expect(written.notes.map(\.code) == [.noPosterior])
    #expect(try rows(scratch, "posterior").isEmpty)
    let parameters = try rows(scratch, "posterior_summary")
    #expect(parameters.map { $0["status"] } == ["no_draws", "no_draws"])
    for row in parameters {
      #expect(["mean", "sd", "median", "ci_low", "ci_high"].allSatisfy { row[$0] == "" })
      #expect(row["effective_size"] == "0.0")
    }
    let generations = try rows(scratch, "generations")
    #expect(generations.map { $0["status"] } == ["no_value"])
    #expect(generations[0]["accepted"] == "0" && generations[0]["tolerance"] == "")
    let quantity = try #require(try rows(scratch, "posterior_predictive").first)
    #expect(quantity["observed"] == "3.0" && quantity["mean"] == "" && quantity["q05"] == "")
  }

  @Test(
    "a search that finds no crossing says on which side of the target the mean is",
    arguments: [("0.9", "1.0", "always_above"), ("0.0", "0.01", "always_below")])
  func noCrossing(from: String, to: String, status: String) throws {
    let (scratch, _) = try end(
      """
      "design": {
        "type": "threshold", "factor": "infection_probability", "from": \(from), "to": \(to),
        "response": "reached_10pct", "target": 0.5, "half_width": 0.001, "max_runs": 2000
      }
      """, model: #", "infection_factor": 2"#)
    let search = try #require(try rows(scratch, "thresholds").first)
    #expect(search["status"] == status && search["estimate"] == "" && search["ci_low"] == "")
    #expect(search["runs"].flatMap { Int($0) } == (try rows(scratch, "runs").count))
  }
}
