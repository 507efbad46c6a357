import Foundation
import StudySupport
import Testing

/// Where adaptive studies stop, against a study of all replicates and `AdaptiveReference`.
@Suite("Adaptive studies stop") struct AdaptiveStopTests {
  private static func study(_ replicates: String, confidence: Double = 0.9) -> String {
    Studies.study(
      """
        "model": {
          "group_size": 36, "infection_factor": 1, "rule": "exact", "stop": { "max_steps": 9 }
        },
        "factors": { "infection_probability": { "values": [0.1, 0.3, 0.4, 0.5, 0.7, 1] } },
        "replicates": \(replicates), "record": { "curves": 5 },
        "analysis": { "confidence": \(confidence) }
      """)
  }

  /// In two targets: a time that some runs do not reach and others never, and a share.
  private static let adaptive = """
    {
      "min": 40, "max": 310, "batch": 30,
      "until": [
        { "response": "step_to_50pct", "half_width": 0.6 },
        { "response": "reached_50pct", "half_width": 0.05 }
      ]
    }
    """

  private static func reference(level: Double) -> AdaptiveReference {
    AdaptiveReference(
      min: 40, max: 310, batch: 30, level: level,
      targets: [.init(.mean, 0.6), .init(.share, 0.05)])
  }

  /// Replicates and whether the targets hold, by point, from the runs of the study of 310.
  private func wanted(_ runs: Rows, level: Double) throws -> [AdaptiveReference.Stop] {
    try (0..<6).map { point in
      let values = try runs.rows.filter { $0["point"] == "\(point)" }.map { row in
        let end = try #require(runs.real(row, "steps"))
        let time = runs.real(row, "step_to_50pct")
        let reached = try #require(runs.real(row, "reached_50pct"))
        return [
          AdaptiveReference.Value(time ?? end, happened: time != nil), .init(reached),
        ]
      }
      #expect(values.count == 310)
      return Self.reference(level: level).stop(values)
    }
  }

  private func found(_ folder: String) throws -> [AdaptiveReference.Stop] {
    try Rows(file: folder + "/points.csv").rows.map { row in
      .init(count: try #require(Int(row["replicates"] ?? "")), isPrecise: row["converged"] == "1")
    }
  }

  @Test("where the definition says: converged, censored or exhausted; their runs are the study's")
  func stops() throws {
    let scratch = try Scratch()
    let all = try scratch.write(Self.study("310"), to: "all.json")
    let study = try scratch.write(Self.study(Self.adaptive), to: "study.json")
    try #require(Command.run("run", all, "-o", scratch.file("all")).exitCode == 0)
    try #require(Command.run("run", study, "-o", scratch.file("some")).exitCode == 0)
    let runs = try Rows(file: scratch.file("all") + "/runs.csv")
    let wanted = try wanted(runs, level: 0.9)
    // The cases differ: never reached, exhausted; some not reached; all reached.
    #expect(Set(wanted.map(\.isPrecise)) == [true, false] && Set(wanted.map(\.count)).count > 2)
    #expect(try found(scratch.file("some")) == wanted)
    let made = try Rows(file: scratch.file("some") + "/runs.csv")
    let kept = runs.rows.filter { row in
      guard let point = Int(row["point"] ?? ""), let replicate = Int(row["replicate"] ?? "") else {
        return false
      }
      return replicate < wanted[point].count
    }
    #expect(made.rows == kept)
    // A time that a run did not reach makes the row a censored one, at points that converged too.
    let summary = try Rows(file: scratch.file("some") + "/summary.csv").rows.filter {
      $0["response"] == "step_to_50pct"
    }
    #expect(summary.map { Int($0["n"] ?? "") } == wanted.map(\.count))
    let isCensored = summary.map { $0["n"] != $0["n_reached"] }
    #expect(zip(isCensored, wanted).contains { $0 && $1.isPrecise })
    #expect(zip(isCensored, wanted).contains { !$0 && $1.isPrecise })
  }

  @Test("at another confidence as run and analyze agree, be it higher or lower than before")
  func confidence() throws {
    let scratch = try Scratch()
    func write(_ level: Double) throws -> String {
      try scratch.write(Self.study(Self.adaptive, confidence: level), to: "\(level).json")
    }
    let all = try scratch.write(Self.study("310"), to: "all.json")
    try #require(Command.run("run", all, "-o", scratch.file("all")).exitCode == 0)
    let runs = try Rows(file: scratch.file("all") + "/runs.csv")
    let (low, high) = (scratch.file("low"), scratch.file("high"))
    for (level, folder) in [(0.8, low), (0.99, high)] {
      try #require(Command.run("run", try write(level), "-o", folder).exitCode == 0)
      #expect(try found(folder) == wanted(runs, level: level))
    }
    // From few runs to many: analyze says what is missing, run makes it.
    let folder = scratch.file("folder")
    try FileManager.default.copyItem(atPath: low, toPath: folder)
    let short = try Command.run("analyze", folder, "--study", try write(0.99))
    #expect(short.exitCode == 0 && short.messages.contains("not finished"), "\(short.messages)")
    try #require(Command.run("run", try write(0.99), "-o", folder).exitCode == 0)
    #expect(try differences(folder, high) == [])
    // And back: the runs are there, but they do not count.
    try #require(Command.run("analyze", folder, "--study", try write(0.8)).exitCode == 0)
    #expect(try differences(folder, low) == [])
  }

  @Test("are refused in parts: how many runs a point needs is judged on all of them")
  func parts() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study(Self.adaptive), to: "study.json")
    for part in ["1/2", "3/3"] {
      let outcome = try Command.run("run", study, "-o", scratch.file("part"), "--shard", part)
      #expect(outcome.exitCode == 2 && outcome.messages.contains("cannot be split"))
      #expect(!FileManager.default.fileExists(atPath: scratch.file("part")))
    }
    #expect(
      try Command.run("run", study, "-o", scratch.file("one"), "--shard", "1/1").exitCode == 0)
  }
}
