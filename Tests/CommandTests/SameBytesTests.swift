import Foundation
import TestSupport
import Testing

@Suite("A study gives the same bytes") struct SameBytesTests {
  @Test(
    "for any number of threads", arguments: TestDepth.isDeep ? [2, 3, 7, 8, 64] : [2, 7],
    [Studies.small, Studies.manyRuns, Studies.course, Studies.ownResponses])
  func threads(count: Int, study text: String) throws {
    let scratch = try Scratch()
    let study = try scratch.write(text, to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file("one"), "-j", "1").exitCode == 0)
    try #require(
      Command.run("run", study, "-o", scratch.file("many"), "-j", "\(count)").exitCode == 0)
    #expect(try differences(scratch.file("one"), scratch.file("many")) == [])
  }

  /// Of 4,096 replicates each, and the last one of a single run.
  @Test("where the rows of a point are made in parts")
  func parts() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.inParts, to: "study.json")
    for (folder, count) in [("one", "1"), ("many", "2")] {
      let outcome = try Command.runThrowing(
        "run", study, "-o", scratch.file(folder), "-j", count, "--set",
        "model.rule=throwing_1000")
      try #require(outcome.exitCode == 3, "\(outcome.messages)")
    }
    #expect(try differences(scratch.file("one"), scratch.file("many")) == [])
    let runs = try Rows(file: scratch.file("many/runs.csv")).rows
    let places = (0..<2).flatMap { point in (0..<8_193).map { "\(point)/\($0)" } }
    #expect(runs.map { "\($0["point"] ?? "")/\($0["replicate"] ?? "")" } == places)
    #expect((2...60).contains(runs.count { $0["status"] == "failed" }))
  }

  @Test(
    "in any locale and time zone",
    arguments: ["C", "C.UTF-8", "de_DE.UTF-8", "tr_TR.UTF-8", "ar_EG.UTF-8"])
  func locales(name: String) throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file("plain")).exitCode == 0)
    let there = try Command.run(
      "run", study, "-o", scratch.file("there"),
      environment: ["LC_ALL": name, "LANG": name, "TZ": "Asia/Kathmandu"])
    try #require(there.exitCode == 0)
    #expect(try differences(scratch.file("plain"), scratch.file("there")) == [])
  }

  @Test(
    "from shards merged in any order", arguments: TestDepth.isDeep ? [2, 7, 16] : [2, 7],
    [Studies.small, Studies.ownResponses])
  func shards(count: Int, study text: String) throws {
    let scratch = try Scratch()
    let study = try scratch.write(text, to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file("whole")).exitCode == 0)
    var parts: [String] = []
    for index in 1...count {
      let part = scratch.file("part\(index)")
      let outcome = try Command.run("run", study, "-o", part, "--shard", "\(index)/\(count)")
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
      parts.insert(part, at: index % 2 == 0 ? 0 : parts.count)
    }
    let process = try Command.start(["merge"] + parts + ["-o", scratch.file("merged")])
    let merged = try process.finish()
    try #require(merged.exitCode == 0, "\(merged.messages)")
    #expect(try differences(scratch.file("whole"), scratch.file("merged")) == [])
  }

  @Test("when the tables are made again from the store")
  func analyze() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file("a")).exitCode == 0)
    try FileManager.default.copyItem(atPath: scratch.file("a"), toPath: scratch.file("b"))
    for name in ["runs.csv", "summary.csv", "curves.csv", "manifest.json"] {
      try FileManager.default.removeItem(atPath: scratch.file("b/" + name))
    }
    try #require(Command.run("analyze", scratch.file("b")).exitCode == 0)
    #expect(try differences(scratch.file("a"), scratch.file("b")) == [])
  }
}
