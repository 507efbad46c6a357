import Foundation
import Glibc
import TestSupport
import Testing

/// Links and pipes in a results folder that came from somebody else.
@Suite("Foreign entries") struct ForeignEntriesTests {
  private static let study = Studies.study(
    """
      "factors": { "rule": { "values": ["exact", "virus_app"] } },
      "model": { "group_size": 25 },
      "replicates": 30,
      "analysis": { "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }] }
    """)

  private static let finished = Result {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study, to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file("results")).exitCode == 0)
    return scratch.file("results")
  }

  /// A finished study, and a folder of somebody's with files of the same names.
  private func folders() throws -> (scratch: Scratch, study: String, results: String, other: String)
  {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study, to: "study.json")
    let results = scratch.file("results")
    try FileManager.default.copyItem(atPath: Self.finished.get(), toPath: results)
    let other = scratch.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: false)
    for name in ["curves.csv", "times.csv", "runs.csv", "manifest.json", "lock", "report.html"] {
      try "mine".write(toFile: "\(other)/\(name)", atomically: false, encoding: .utf8)
    }
    return (scratch, study, results, other)
  }

  private func contents(_ folder: String) throws -> [String: String] {
    try Dictionary(
      uniqueKeysWithValues: FileManager.default.contentsOfDirectory(atPath: folder).map {
        ($0, try String(contentsOfFile: "\(folder)/\($0)", encoding: .utf8))
      })
  }

  @Test("nothing is written through a link, whatever it replaces")
  func links() throws {
    let cases: [(entry: String, commands: [[String]])] = [
      ("plots", [["report"]]), ("report.html", [["report"]]),
      ("runs.csv", [["report"], ["analyze"], ["run"]]), ("manifest.json", [["analyze"], ["run"]]),
      ("runs.csv.tmp", [["analyze"], ["run"]]), ("plots/times.csv", [["report"]]),
      (".store", [["run"], ["analyze"], ["status"]]),
      (".store/lock", [["analyze"], ["run", "--set", "analysis.confidence=0.9"]]),
      (".store/runs.sqlite", [["run"], ["analyze"]]), (".store/runs.sqlite-wal", [["run"]]),
      ("cluster", [["submit", "--shards", "2"]]),
    ]
    for (entry, commands) in cases {
      let (_, study, results, other) = try folders()
      let place = "\(results)/\(entry)"
      let target =
        entry.contains(".") && entry != ".store"
        ? "\(other)/\(entry.split(separator: "/").last ?? "")" : other
      try FileManager.default.createDirectory(
        atPath: results + "/plots", withIntermediateDirectories: true)
      try? FileManager.default.removeItem(atPath: place)
      try FileManager.default.createSymbolicLink(atPath: place, withDestinationPath: target)
      let before = try contents(other)
      for command in commands {
        let writesStudy = ["run", "submit"].contains(command[0])
        let outcome = try Command.run(
          [command[0]] + (writesStudy ? [study, "-o", results] : [results])
            + command.dropFirst(), within: 20)
        #expect(outcome.exitCode == 5, "\(command) \(entry): \(outcome.messages)")
        #expect(outcome.code == "not_plain_file", "\(outcome.messages)")
        #expect(try contents(other) == before, "\(command) \(entry)")
      }
    }
  }

  @Test(
    "a folder with the name of a table that is not asked for: refused while the tables have their manifest"
  )
  func folderOfATable() throws {
    let (_, study, results, _) = try folders()
    let manifest = URL(fileURLWithPath: results + "/manifest.json")
    let before = try Data(contentsOf: manifest)
    try FileManager.default.createDirectory(
      atPath: results + "/fits.csv", withIntermediateDirectories: false)
    let outcome = try Command.run(
      "run", study, "-o", results, "--set", "analysis.confidence=0.9")
    #expect(outcome.exitCode == 5 && outcome.code == "not_plain_file", "\(outcome.messages)")
    #expect(try Data(contentsOf: manifest) == before)
  }

  @Test("a link to the results folder, or to a study, is the user's own")
  func ownLinks() throws {
    let (scratch, study, results, _) = try folders()
    let (folder, file) = (scratch.file("latest"), scratch.file("current.json"))
    try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: results)
    try FileManager.default.createSymbolicLink(atPath: file, withDestinationPath: study)
    for command in [
      ["check", file], ["run", file, "-o", folder], ["report", folder], ["verify", folder],
    ] {
      let outcome = try Command.run(command, within: 60)
      #expect(outcome.exitCode == 0, "\(command): \(outcome.messages)")
    }
  }

  @Test("a pipe in the place of a file is reported at once by every command that reads it")
  func pipes() throws {
    let (scratch, study, results, _) = try folders()
    try FileManager.default.createDirectory(
      atPath: results + "/cluster", withIntermediateDirectories: true)
    let cases: [(entry: String, commands: [[String]], code: Int32)] = [
      ("runs.csv", [["report"]], 5),
      ("runs.csv", [["verify"]], 4), ("manifest.json", [["verify"]], 4),
      ("study.resolved.json", [["report"]], 5), ("runs.csv", [["analyze"]], 5),
      (
        ".store/runs.sqlite",
        [
          ["verify"], ["status"], ["analyze"], ["fit", "--model", "logistic"],
          ["compare", "--by", "rule", "--response", "final_share"],
        ], 5
      ),
      (".store/runs.sqlite-journal", [["status"], ["verify"]], 5),
      (".store/seal", [["verify"]], 5), (".store/lock", [["status"]], 0),
      ("cluster/id", [["analyze"], ["status"], ["report"]], 0),
    ]
    for (entry, commands, code) in cases {
      let place = "\(results)/\(entry)"
      let kept = scratch.file("kept")
      let isThere = FileManager.default.fileExists(atPath: place)
      if isThere { try FileManager.default.moveItem(atPath: place, toPath: kept) }
      try #require(mkfifo(place, 0o600) == 0)
      for command in commands {
        let outcome = try Command.run([command[0], results] + command.dropFirst(), within: 20)
        #expect(outcome.exitCode == code, "\(command) \(entry): \(outcome.messages)")
        if code == 5 { #expect(outcome.code == "not_plain_file", "\(outcome)") }
      }
      try FileManager.default.removeItem(atPath: place)
      if isThere { try FileManager.default.moveItem(atPath: kept, toPath: place) }
    }
    try #require(mkfifo(scratch.file("pipe"), 0o600) == 0)
    for command in [
      ["check", scratch.file("pipe")], ["run", scratch.file("pipe"), "-o", scratch.file("new")],
      ["compare", scratch.file("pipe"), "--by", "a", "--response", "b"],
      ["fit", scratch.file("pipe"), "--x", "a", "--y", "b", "--model", "power"],
      ["analyze", results, "--study", scratch.file("pipe")],
      ["merge", "--list", scratch.file("pipe"), "-o", scratch.file("new")],
    ] {
      let outcome = try Command.run(command, within: 20)
      #expect([5, 6].contains(outcome.exitCode), "\(command): \(outcome.messages)")
      #expect(
        ["not_plain_file", "unreadable"].contains(outcome.code), "\(command): \(outcome.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.file("new")))
    withExtendedLifetime(study) {}
  }

  @Test("a pipe of the shell is a study like any other")
  func shellPipes() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study, to: "study.json")
    for line in [
      "'\(Command.program)' check <(cat '\(study)')",
      "cat '\(study)' | '\(Command.program)' check /dev/stdin",
      "'\(Command.program)' check /dev/stdin < '\(study)'",
    ] {
      #expect(try runProgram("bash", "-c", line).exitCode == 0, "\(line)")
    }
  }
}
