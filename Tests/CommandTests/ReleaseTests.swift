import Foundation
import Testing

/// What releases wrote (`Tests/Releases`), with this program: docs/release.md, "What a release promises".
@Suite("The results folder of a release") struct ReleaseTests {
  static let folder = Command.root + "/Tests/Releases"
  static let versions = try! FileManager.default.contentsOfDirectory(atPath: folder)
    .filter { $0.first!.isNumber }.sorted()

  /// A copy of a folder that the release made.
  private static func unpacked(
    _ name: String, of version: String, in scratch: Scratch
  ) throws -> String {
    let tar = try Process.run(
      URL(filePath: "/usr/bin/env"),
      arguments: ["tar", "-xzf", "\(folder)/\(version)/\(name).tar.gz", "-C", scratch.path])
    tar.waitUntilExit()
    try #require(tar.terminationStatus == 0)
    return scratch.file(name)
  }

  private static func manifest(_ folder: String) throws -> [String: Any] {
    let bytes = try Data(contentsOf: URL(filePath: folder + "/manifest.json"))
    return try #require(JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private static func tables(_ folder: String) throws -> [String: Data] {
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
      .filter { $0.hasSuffix(".csv") && $0 != "timings.csv" }
    return try Dictionary(
      uniqueKeysWithValues: names.map {
        ($0, try Data(contentsOf: URL(filePath: "\(folder)/\($0)")))
      })
  }

  @Test("stands there for the version of this program")
  func current() throws {
    let version = try Command.run("--version").output.trimmingCharacters(in: .newlines)
    #expect(Self.versions.contains(version))
  }

  @Test("is opened, analyzed, verified, reported, replayed and compared", arguments: versions)
  func read(version: String) throws {
    let scratch = try Scratch()
    let results = try Self.unpacked("results", of: version, in: scratch)
    let (written, before) = (try Self.manifest(results), try Self.tables(results))
    #expect(written["tool_version"] as? String == version)
    let status = try Command.run("status", results, "--json")
    #expect(try status.json()["complete"] as? Bool == true, "\(status.messages)")
    for command in [
      ["analyze"], ["report"], ["replay", "--point", "1", "--replicate", "3"],
      ["compare", "--by", "interventions", "--response", "peak_infected"],
    ] {
      let outcome = try Command.run([command[0], results] + command.dropFirst())
      #expect(outcome.exitCode == 0, "\(command): \(outcome.messages)")
    }
    let verified = try Command.run("verify", results, "--json")
    try #require(verified.exitCode == 0, "\(verified.messages)")
    #expect(try verified.json()["runs_repeated"] as? Int == 100)
    // The columns of a later format may differ, the runs never do.
    guard try Self.manifest(results)["format_version"] as? Int == written["format_version"] as? Int
    else { return }
    let after = try Self.tables(results)
    for name in ["points.csv", "runs.csv", "curves.csv", "maps.csv", "transmissions.csv"] {
      #expect(before[name] != nil && before[name] == after[name], "\(name)")
    }
  }

  @Test("is resumed, and ends as the finished one", arguments: versions)
  func resumed(version: String) throws {
    let scratch = try Scratch()
    let begun = try Self.unpacked("begun", of: version, in: scratch)
    let results = try Self.unpacked("results", of: version, in: scratch)
    let status = try Command.run("status", begun, "--json")
    #expect(try status.json()["complete"] as? Bool == false, "\(status.messages)")
    let outcome = try Command.run(
      "run", "\(Self.folder)/\(version)/study.json", "-o", begun, "--quiet")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    try #require(Command.run("analyze", results).exitCode == 0)
    #expect(try Self.tables(begun) == Self.tables(results))
  }

  @Test("names the faults that touch its tables, and nothing else changes for them")
  func errata() throws {
    let scratch = try Scratch()
    let results = try Self.unpacked("results", of: "0.2.0", in: scratch)
    // A manifest without a store has no seal: it may say that another version wrote it.
    try FileManager.default.removeItem(atPath: results + "/.store")
    let sound = try Command.run("verify", results, "--json")
    #expect(sound.exitCode == 0 && !sound.output.contains("\"erratum\""))
    let path = results + "/manifest.json"
    try String(contentsOfFile: path, encoding: .utf8)
      .replacing("\"tool_version\": \"0.2.0\"", with: "\"tool_version\": \"0.1.0\"")
      .write(toFile: path, atomically: false, encoding: .utf8)
    let touched = try Command.run("verify", results, "--json")
    #expect(touched.exitCode == 0)
    let notes = try #require(touched.json()["notes"] as? [[String: Any]])
    let reported = notes.filter { $0["code"] as? String == "erratum" }
      .compactMap { ($0["message"] as? String)?.prefix { $0 != ":" } }
    #expect(reported == ["E1", "E3", "E7"])
    #expect(try Command.run("verify", results).notes.filter { $0 == "erratum" }.count == 3)
    try Data().write(to: URL(filePath: results + "/runs.csv"))
    let damaged = try Command.run("verify", results)
    #expect(damaged.exitCode == 4 && damaged.notes.count { $0 == "erratum" } == 3)
  }
}
