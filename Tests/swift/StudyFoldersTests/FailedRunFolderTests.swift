import Foundation
import PlainText
import ResultTables
import SlowReference
import SpreadModel
import StudyFiles
import StudyFolders
import StudyRuns
import TestSupport
import Testing
import WorkStealing

/// Runs that fail because a rule in Swift throws.
@Suite struct FailedRunFolderTests {
  private static func text(_ members: String) -> String {
    """
    {
      "spreadlab": 1, "study": "failing", "seed": 7,
      "model": { "group_size": 36, "infection_factor": 2, "stop": { "max_steps": 50 } }, \(members)
    }
    """
  }

  private static let fixed = text(
    #""factors": { "rule": { "values": ["exact", "mine"] } }, "replicates": 60"#)

  /// The rows of a table, each a cell by column.
  private func rows(_ folder: String, _ table: String) throws -> [[String: String]] {
    let bytes = [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(table)")))
    let reader = try CSVReader(bytes, .own)
    var rows: [[String: String]] = []
    var row: [String: String] = [:]
    while try reader.nextRow({
      row[reader.columns[$0]] = String(decoding: $1, as: UTF8.self)
    }) {
      rows.append(row)
    }
    return rows
  }

  /// "point 2, replicate 17: ..." as tables name it.
  private static func inTables(_ failure: String) -> String? {
    failure.firstMatch(of: #/point (\d+), replicate (\d+): /#).map {
      "replicate \($0.2) of point \($0.1) failed"
    }
  }

  private func written(_ end: StudySession.End) throws -> WrittenResults {
    guard case .tables(let written) = end else { throw CancellationError() }
    return written
  }

  @Test("end as failed with their message, the others go on, and they are not tried again")
  func fixedStudy() throws {
    let place = try Scratch()
    let (whole, failing) = (place.file("whole"), place.file("failing"))
    try withOwnRules([.own("mine")]) { _ = try run(Self.fixed, in: whole) }
    try withOwnRules([.throwing("mine", oneIn: 10)]) {
      let results = try written(try run(Self.fixed, in: failing))
      let (good, bad) = (try rows(whole, "runs.csv"), try rows(failing, "runs.csv"))
      let failed = bad.filter { $0["status"] == "failed" }
      #expect((2...12).contains(failed.count) && results.failedRuns == failed.count)
      #expect(failed.allSatisfy { $0["point"] == "1" && $0["steps"] == "" })
      let replicate = try #require(failed.first?["replicate"])
      let reason = #"step 1, person 14: no data of person 14, "at all""#
      #expect(results.firstFailure == "point 1, replicate \(replicate): \(reason)")
      // All other runs are those of a rule that never throws.
      for (row, other) in zip(bad, good) where row["status"] == "ok" { #expect(row == other) }
      #expect(good.count == 120 && bad.count == 120)
      let check = try FolderVerification(of: failing, sample: 200)
      #expect(check.faults == [] && check.isComplete)
      let repeated = try ReplayedRun(
        of: failing, point: 1, replicate: try #require(Int(replicate)))
      #expect(repeated.result.failure == reason)
      let again = try StudySession(
        try Study.parse(bytes: [UInt8](Self.fixed.utf8), file: "study.json"),
        file: [UInt8](Self.fixed.utf8), in: failing, threads: 1)
      let outcome = try again.makeRuns()
      #expect(outcome.runsMade == 0 && outcome.runsFound == 120)
      let rewritten = try written(try again.finish(outcome))
      #expect(rewritten.failedRuns == failed.count)
    }
    // A rule that throws no more is another version: its runs are made.
    try withOwnRules([.own("mine", version: 2)]) {
      let mended = try written(try run(Self.fixed, in: failing))
      #expect(mended.failedRuns == 0)
    }
  }

  @Test("a repeated run that does not fail any more, or for another reason, is a fault")
  func otherFailure() throws {
    let place = try Scratch()
    let folder = place.file("results")
    try withOwnRules([.throwing("mine", oneIn: 10)]) { _ = try run(Self.fixed, in: folder) }
    try withOwnRules([.own("mine")]) {
      let faults = try FolderVerification(of: folder, sample: 500).faults
      #expect(faults.contains { $0.contains("point 1") })
    }
  }

  @Test("a precision target that needs them ends at its first judgement, not converged")
  func precision() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let text = Self.text(
      #"""
      "factors": { "rule": { "values": ["exact", "mine"] } },
      "replicates": {
        "min": 30, "max": 300, "batch": 30,
        "until": [{ "response": "final_share", "half_width": 0.5 }]
      }
      """#)
    try withOwnRules([.throwing("mine", oneIn: 10)]) {
      let results = try written(try run(text, in: folder))
      #expect(results.failedRuns > 0 && results.firstFailure?.hasPrefix("point 1, ") == true)
    }
    let points = try rows(folder, "points.csv")
    #expect(points.map { $0["converged"] } == ["1", "0"])
    #expect(points[1]["replicates"] == "30")
  }

  @Test("have no value in a pilot, and an estimate knows that they end a precision target")
  func plans() throws {
    try withOwnRules([.throwing("mine", oneIn: 10)]) {
      let place = try Scratch()
      _ = try run(Self.fixed, in: place.path)
      let failed = try rows(place.path, "runs.csv").filter { $0["status"] == "failed" }
      let plan = try RunPlan(try Study.parse(bytes: [UInt8](Self.fixed.utf8), file: "study.json"))
      let pilot = Pilot(
        plan, response: .finalShare, replicates: 60, pool: WorkPool(workers: 2), mostSeconds: 1e6)
      #expect(pilot.values[0].allSatisfy { $0 != nil })
      let without = pilot.values[1].indices.filter { pilot.values[1][$0] == nil }
      #expect(without.map(String.init) == failed.map { $0["replicate"] })
      let adaptive = Self.text(
        #"""
        "factors": { "rule": { "values": ["exact", "mine"] } },
        "replicates": {
          "min": 30, "max": 300, "batch": 30,
          "until": [{ "response": "steps", "half_width": 1e-9 }]
        }
        """#)
      let estimate = try PlanEstimate(
        try Study.parse(bytes: [UInt8](adaptive.utf8), file: "study.json"), threads: 1, clock: { 0 }
      )
      #expect(estimate.runs == 60 && estimate.expectedRuns == 330)
    }
  }

  @Test("a threshold search that needs them ends not converged, and names the first")
  func threshold() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let text = Self.text(
      #"""
      "factors": { "rule": { "values": ["exact", "mine"] } },
      "design": {
        "type": "threshold", "factor": "infection_probability", "from": 0.02, "to": 0.98,
        "response": "reached_50pct", "target": 0.5, "half_width": 0.05, "max_runs": 2000
      }
      """#)
    try withOwnRules([.throwing("mine", oneIn: 20)]) {
      let results = try written(try run(text, in: folder))
      let first = try #require(results.firstFailure)
      let searches = try rows(folder, "thresholds.csv")
      #expect(searches.map { $0["rule"] } == ["exact", "mine"])
      #expect(["rising", "falling"].contains(searches[0]["status"]))
      #expect(searches[1]["converged"] == "0" && searches[1]["status"] == "run_failed")
      let named = try #require(Self.inTables(first))
      #expect(searches[1]["message"]?.contains(named) == true, "\(searches[1]), \(first)")
      // It is complete: nothing more is wanted.
      let check = try FolderVerification(of: folder, sample: 50)
      #expect(check.isComplete)
    }
  }

  @Test("a calibration that needs them ends after the generation, and names the first")
  func calibration() throws {
    let place = try Scratch()
    let folder = place.file("results")
    let text = Self.text(
      #"""
      "rules": { "wide": { "neighborhood": "moore", "pool": "healthy",
        "draw": { "own": "mine" }, "update": "synchronous" } },
      "factors": { "infection_probability": { "from": 0, "to": 1 } },
      "design": {
        "type": "calibration", "draws": 50, "tolerance": 0,
        "data": [{ "response": "final_infected", "values": [20] }]
      }
      """#
    ).replacing(#""infection_factor""#, with: #""rule": "wide", "infection_factor""#)
    try withOwnRules([.throwing("mine", oneIn: 30)]) {
      let results = try written(try run(text, in: folder))
      let first = try #require(results.firstFailure.flatMap(Self.inTables))
      let parameters = try rows(folder, "posterior_summary.csv")
      #expect(parameters.count == 1 && parameters[0]["status"] == "run_failed")
      #expect(try rows(folder, "generations.csv").last?["status"] == "run_failed")
      #expect(parameters[0]["message"]?.contains(first) == true, "\(parameters), \(first)")
      let check = try FolderVerification(of: folder, sample: 50)
      #expect(check.isComplete)
    }
  }
}
