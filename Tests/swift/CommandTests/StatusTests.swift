import Foundation
import Testing

@Suite("How far a study is") struct StatusTests {
  @Test("status counts runs and points, of a study that has all of its runs and of one that grew")
  func counts() throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      Studies.study(
        """
          "factors": { "group_size": { "values": [9, 16, 25] } }, "replicates": 20
        """), to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let done = try Command.run("status", folder, "--json").json()
    #expect(done["runs_done"] as? Int == 60 && done["runs_planned"] as? Int == 60)
    #expect(done["points_complete"] as? Int == 3 && done["points"] as? Int == 3)
    #expect(done["running"] as? Bool == false)
    #expect(try Command.run("status", folder).output.contains("60 of 60"))
    let compare = ["compare", folder, "--by", "group_size", "--response", "steps"]
    #expect(try !Command.run(compare).notes.contains("unfinished_study"))
    // Stopped before its first run, the study wants one more run of each point than there is.
    let limited = try Command.run(
      "run", study, "-o", folder, "--set", "replicates=21", "--time-limit", "0.000001s")
    #expect(limited.exitCode == 75, "\(limited.messages)")
    let grown = try Command.run("status", folder, "--json").json()
    #expect(grown["runs_planned"] as? Int == 63)
    let made = try #require(grown["runs_done"] as? Int)
    let complete = try #require(grown["points_complete"] as? Int)
    #expect((60...63).contains(made) && complete == made - 60)
    #expect(try Command.run(compare).notes.contains("unfinished_study") == (made < 63))
    // What is neither done nor running has a line that says so.
    let lines = try Command.run("status", folder).output.split(separator: "\n")
    #expect(lines.count == (made < 63 ? 2 : 1), "\(lines)")
    try #require(Command.run("run", study, "-o", folder, "--set", "replicates=21").exitCode == 0)
    #expect(try runsMade(folder) == 63 - made)
  }

  @Test("the manifest says when the tables were made, in universal time")
  func times() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.study("\"model\": { \"group_size\": 9 }"), to: "s.json")
    let before = Date()
    try #require(Command.run("run", study, "-o", scratch.file("results")).exitCode == 0)
    let data = try Data(contentsOf: scratch.url("results/manifest.json"))
    let manifest = try JSONSerialization.jsonObject(with: data) as? [String: Any]
    let times = try #require(manifest?["times"] as? [String: Any])
    for key in ["started", "finished"] {
      let text = try #require(times[key] as? String)
      let date = try #require(ISO8601DateFormatter().date(from: text), "\(text)")
      #expect(abs(date.timeIntervalSince(before)) < 3600, "\(key): \(text)")
    }
  }
}
