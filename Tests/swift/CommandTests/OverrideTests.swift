import Foundation
import Testing

@Suite("--set and --seed") struct OverrideTests {
  private static let changes = [
    "--set", "factors.group_size.values[1]=25", "--set", "model.stop.max_steps=6", "--set",
    "replicates=20", "--seed", "9",
  ]
  /// The same changes made in the file.
  private static let edited = Studies.small
    .replacingOccurrences(of: "[10, 100, 900]", with: "[10, 25, 900]")
    .replacingOccurrences(of: "\"seed\": 7", with: "\"seed\": 9")
    .replacingOccurrences(of: "\"replicates\": 200", with: "\"replicates\": 20")
    .replacingOccurrences(
      of: "\"factors\": {", with: "\"model\": { \"stop\": { \"max_steps\": 6 } }, \"factors\": {")

  @Test("give the tables of a file with these values, recorded and part of the study's identity")
  func recorded() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let edited = try scratch.write(Self.edited, to: "edited.json")
    let (set, file) = (scratch.file("set"), scratch.file("file"))
    let outcome = try Command.run(["run", study, "-o", set] + Self.changes)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    try #require(Command.run("run", edited, "-o", file).exitCode == 0)
    // Only the file as given differs, and with it the manifest's line of it.
    #expect(try differences(set, file) == ["manifest.json", "study.json"])
    let manifest = try #require(
      try JSONSerialization.jsonObject(
        with: Data(contentsOf: URL(fileURLWithPath: set + "/manifest.json"))) as? [String: Any])
    let times = try #require(manifest["times"] as? [String: Any])
    let words = try #require(times["command_line"] as? [String])
    #expect(Array(words.suffix(Self.changes.count)) == Self.changes)
    #expect(manifest["seed"] as? Int == 9)

    // The same command finds its runs; the file alone, or another change, is another study.
    let before = try Data(contentsOf: URL(fileURLWithPath: set + "/manifest.json"))
    let again = try Command.run(["run", study, "-o", set] + Self.changes)
    let after = try Data(contentsOf: URL(fileURLWithPath: set + "/manifest.json"))
    #expect(again.exitCode == 0 && after == before)
    #expect(try Command.run("run", edited, "-o", set, "-q").exitCode == 0)
    let without = try Command.run("run", study, "-o", file)
    #expect(without.exitCode == 5)
    for key in ["$.seed", "$.factors.group_size.values[1]", "$.model.stop.max_steps"] {
      #expect(without.messages.contains(key), "\(without.messages)")
    }
    let other = try Command.run(["run", study, "-o", file] + Self.changes + ["--set", "seed=8"])
    #expect(other.exitCode == 2 && other.messages.contains("once"), "\(other.messages)")
  }

  @Test("are kept with the runs: analyze and replay need nothing but the folder")
  func kept() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let edited = try scratch.write(Self.edited, to: "edited.json")
    let (set, file) = (scratch.file("set"), scratch.file("file"))
    try #require(Command.run(["run", study, "-o", set] + Self.changes).exitCode == 0)
    try #require(Command.run("run", edited, "-o", file).exitCode == 0)
    let replay = ["--point", "7", "--replicate", "19"]
    #expect(
      try Command.run(["replay", set] + replay).output
        == Command.run(["replay", file] + replay).output)
    try FileManager.default.removeItem(atPath: set + "/summary.csv")
    try #require(Command.run("analyze", set).exitCode == 0)
    #expect(try differences(set, file) == ["manifest.json", "study.json"])
    #expect(try Command.run("analyze", set, "--study", edited).exitCode == 0)
    #expect(try differences(set, file) == [])
    #expect(try Command.run("analyze", set, "--study", study).exitCode == 5)
  }
}
