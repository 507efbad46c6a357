import Foundation
import Testing

@Suite("Exit codes") struct ExitCodeTests {
  private static let small = Studies.study(
    "\"model\": { \"group_size\": 25 }, \"replicates\": 10")
  private static let adaptive = Studies.study(
    """
      "model": { "group_size": 25 },
      "replicates": {
        "max": 900, "until": [{ "response": "final_share", "half_width": 0.5 }]
      }
    """)

  @Test("mistakes in what was asked for are exit 2, each with its own word")
  func usage() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.small, to: "study.json")
    let adaptive = try scratch.write(Self.adaptive, to: "adaptive.json")
    let results = scratch.file("results")
    try #require(Command.run("run", study, "-o", results).exitCode == 0)
    let other = scratch.file("other")
    for (words, code, named) in [
      (["run", study, "-o", other, "-j", "0"], "bad_option", "-j 0"),
      (["run", study, "-o", other, "--shard", "3/2"], "bad_option", "--shard 3/2"),
      (
        ["run", adaptive, "-o", other, "--shard", "1/2", "--round", "0"], "bad_option", "--round 0"
      ),
      (
        ["run", adaptive, "-o", other, "--shard", "1/2", "--round", "2"], "missing_option", "--from"
      ),
      (["run", adaptive, "-o", other, "--from", results], "missing_option", "--shard"),
      (["run", study, "-o", other, "--time-limit", "5d"], "bad_option", "--time-limit 5d"),
      (["replay", results, "--point", "0", "--replicate", "9999"], "no_such_run", "0...9"),
      (["replay", results, "--point", "1", "--replicate", "0"], "no_such_run", "0...0"),
      (["replay", results, "--point", "0", "--replicate=-1"], "no_such_run", "-1"),
      (["replay", results, "--point", "0", "--replicate", "-1"], "no_such_run", "-1"),
      (["run", study, "-o", other, "--seed", "-1"], "out_of_range", "-1"),
      (["check", study, "--response", "steps", "--half-width", "-1"], "bad_option", "-1"),
      (["check", study, "--response", "steps"], "missing_option", "--half-width"),
      (["check", study, "--power", "0.8"], "missing_option", "--difference"),
      (["live", study, "--point=-1"], "usage", "-1"),
      (["live", "--point", "0"], "usage", "--point"),
      (["merge", scratch.file("nowhere"), "-o", other], "no_results", "nowhere"),
      (["merge", "-o", other], "usage", "--list"),
      (["status", scratch.file("nowhere")], "no_results", "nowhere"),
    ] {
      let outcome = try Command.run(words)
      #expect(outcome.exitCode == 2, "\(words): \(outcome.exitCode) \(outcome.messages)")
      #expect(outcome.code == code, "\(words): \(outcome.messages)")
      #expect(outcome.messages.contains(named), "\(words): \(outcome.messages)")
      #expect(!FileManager.default.fileExists(atPath: other))
    }
  }

  @Test("a damaged store is exit 4 for those who only read it")
  func damaged() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.small, to: "study.json")
    let results = scratch.file("results")
    try #require(Command.run("run", study, "-o", results).exitCode == 0)
    let store = results + "/.store/runs.sqlite"
    try Data(repeating: 7, count: 20_000).write(to: URL(fileURLWithPath: store))
    for words in [["status", results], ["replay", results, "--point", "0", "--replicate", "1"]] {
      let outcome = try Command.run(words)
      #expect(outcome.exitCode == 4 && outcome.code == "damaged", "\(words): \(outcome.messages)")
    }
  }

  @Test("minutes and hours of a time limit are minutes and hours")
  func timeLimits() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.long, to: "study.json")
    // Half a second for the study would be too little, half a minute is enough.
    for limit in ["0.5m", "0.01h"] {
      let outcome = try Command.run(
        "run", study, "-o", scratch.file(limit), "-j", "1", "--time-limit", limit)
      #expect(outcome.exitCode == 0, "\(limit): \(outcome.messages)")
    }
  }
}
