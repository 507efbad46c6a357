import Foundation
import Testing

@Suite("Adaptive studies") struct AdaptiveTests {
  @Test("at another confidence as run and analyze agree, be it higher or lower than before")
  func confidence() throws {
    let scratch = try Scratch()
    func write(_ level: Double) throws -> String {
      try scratch.write(
        Studies.adaptive.replacing(
          "\"record\"", with: "\"analysis\": { \"confidence\": \(level) }, \"record\""),
        to: "\(level).json")
    }
    let (low, high, folder) = (scratch.file("low"), scratch.file("high"), scratch.file("folder"))
    try #require(Command.run("run", try write(0.8), "-o", low).exitCode == 0)
    try #require(Command.run("run", try write(0.99), "-o", high).exitCode == 0)
    // From few runs to many: analyze finds them missing, run makes them.
    try FileManager.default.copyItem(atPath: low, toPath: folder)
    try #require(Command.run("analyze", folder, "--study", try write(0.99)).exitCode == 0)
    #expect(try differences(folder, high).contains("points.csv"))
    try #require(Command.run("run", try write(0.99), "-o", folder).exitCode == 0)
    #expect(try differences(folder, high) == [])
    // And back: the runs are there, but they do not count.
    try #require(Command.run("analyze", folder, "--study", try write(0.8)).exitCode == 0)
    #expect(try differences(folder, low) == [])
  }

  /// Of a response that only some runs have: what `summary.csv` prints of those is judged.
  @Test("judge a shape by the runs that have one, and end where none has")
  func missingShapes() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study(
        """
          "model": {
            "group_size": 400, "infection_factor": 2, "rule": "exact", "stop": { "max_steps": 13 }
          },
          "factors": {
            "infection_probability": { "values": [0.22, 0.3, 0.35, 1.0] },
            "boundary": { "values": ["bounded", "torus"] }
          },
          "replicates": {
            "min": 30, "max": 600, "batch": 30,
            "until": [{ "response": "elongation", "half_width": 0.03 }]
          },
          "record": { "curves": "none" }
        """), to: "study.json")
    let folder = scratch.file("results")
    let outcome = try Command.run("run", study, "-o", folder)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let points = try Rows(file: folder + "/points.csv")
    let summary = try Rows(file: folder + "/summary.csv")
    let runs = try Rows(file: folder + "/runs.csv")
    for point in points.rows {
      let shape = try #require(
        summary.rows.first { $0["point"] == point["point"] && $0["response"] == "elongation" })
      let reached = try #require(Int(shape["n_reached"] ?? ""))
      let count = try #require(Int(point["replicates"] ?? ""))
      let values = runs.rows.filter { $0["point"] == point["point"] }.map { $0["elongation"] != "" }
      #expect(values.count == count && values.count { $0 } == reached)
      if point["boundary"] == "torus" {
        #expect(reached == 0 && count == 600 && point["converged"] == "0")
        continue
      }
      let missing = reached < count
      let (low, high) = missing ? ("median_ci_low", "median_ci_high") : ("ci_low", "ci_high")
      let width = (summary.real(shape, high) ?? .infinity) - (summary.real(shape, low) ?? 0)
      // Precise is what the table says, of no fewer values than the smallest sample has.
      let isPrecise = width / 2 <= 0.03 && reached >= 30
      #expect(point["converged"] == (isPrecise ? "1" : "0"), "\(point) \(shape)")
    }
    let bounded = points.rows.filter { $0["boundary"] == "bounded" }
    #expect(bounded.map { $0["converged"] } == ["0", "1", "1", "1"], "\(bounded)")
    // Analyzing again judges the same.
    let again = try Command.run("analyze", folder)
    #expect(again.exitCode == 0, "\(again.messages)")
    #expect(try Rows(file: folder + "/points.csv").rows == points.rows)
  }
}
