import Foundation
import Testing

/// How the commands take words and say them.
@Suite("Manners") struct MannersTests {
  private static let small = Studies.study(
    "\"model\": { \"group_size\": 16 }, \"replicates\": 5, \"record\": { \"curves\": \"all\" }")

  @Test("who asks for JSON gets JSON, of a failure too")
  func failures() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.small, to: "study.json")
    let (none, csv) = (scratch.file("none"), try scratch.write("a,b\n1,2\n", to: "data.csv"))
    let failing: [([String], Int32, String)] = [
      (["status", none], 2, "no_results"), (["verify", none], 2, "no_results"),
      (["analyze", none], 2, "no_results"), (["run", none], 6, "unreadable"),
      (["run", study, "-j", "0"], 2, "bad_option"), (["merge", none], 2, "usage"),
      (["run", study, "--bogus"], 2, "usage"), (["report", none], 2, "no_tables"),
      (["chekc"], 2, "usage"),
      (["compare", csv, "--by", "a", "--response", "c"], 2, "unknown_column"),
      (["fit", csv, "--x", "a", "--y", "b", "--model", "x"], 2, "unknown_value"),
      (["replay", none, "--point", "0", "--replicate", "0"], 2, "no_results"),
      (["calibrate", study, "--to", none], 6, "file_error"),
      (["submit", study, "-o", none, "--shards", "0"], 2, "bad_option"),
    ]
    for (arguments, exitCode, code) in failing {
      let outcome = try Command.run(arguments + ["--json"], in: scratch.path)
      #expect(outcome.exitCode == exitCode, "\(arguments)")
      let error = try outcome.error()
      #expect(error.code == code && !error.message.isEmpty, "\(arguments): \(error)")
      #expect(outcome.output.isEmpty, "\(arguments)")
    }
    let broken = try scratch.write("{", to: "broken.json")
    let checked = try Command.run("check", broken, "--json")
    #expect(try checked.error().code == "syntax" && checked.error().path == "$")
    #expect(checked.output.isEmpty)
    #expect(try Command.run("status", none).output.isEmpty)
  }

  @Test("submit --dry-run --json gives the scripts as JSON")
  func dryRun() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.small, to: "study.json")
    let outcome = try Command.run(
      "submit", study, "-o", scratch.file("out"), "--shards", "2", "--dry-run", "--json")
    let scripts = try #require(try outcome.json()["scripts"] as? [[String: String]])
    #expect(scripts.map { $0["path"]?.hasSuffix(".sh") } == [true, true])
    #expect(scripts.allSatisfy { $0["script"]?.hasPrefix("#!") ?? false })
    #expect(
      try Command.run(
        "submit", study, "-o", scratch.file("out"), "--shards", "2", "--scheduler", "script",
        "--dry-run"
      ).exitCode == 0)
    #expect(!FileManager.default.fileExists(atPath: scratch.file("out")))
  }

  @Test("help of a command that is none is a usage error that names the nearest")
  func help() throws {
    let near = try Command.run("help", "statsu")
    #expect(near.exitCode == 2 && near.messages.contains("'status'"))
    #expect(try Command.run("help", "xyzzy").exitCode == 2)
    #expect(try Command.run("help", "status").exitCode == 0)
    #expect(try Command.run("help").exitCode == 0)
  }

  @Test("a fit to foreign data has the units of its columns")
  func units() throws {
    let scratch = try Scratch()
    let rows = (0..<20).map { "\($0),\(1 + $0 * $0)\n" }.joined()
    let csv = try scratch.write("day,cases\n" + rows, to: "data.csv")
    for model in ["logistic", "quadratic"] {
      let outcome = try Command.run("fit", csv, "--x", "day", "--y", "cases", "--model", model)
      #expect(outcome.exitCode == 0, "\(outcome.messages)")
      let cells = outcome.output.split(separator: "\n").dropFirst().map { $0.split(separator: ",") }
      let units = Set(cells.map { String($0[3]) })
      #expect(units.isSuperset(of: ["cases"]) || units.contains("cases/day"))
      #expect(units.allSatisfy { !$0.contains("people") && !$0.contains("step") }, "\(units)")
    }
  }

  @Test("numbers are decimal, and none is rounded without a word")
  func numbers() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.small, to: "study.json")
    let csv = try scratch.write("g,v\na,1\na,2\nb,3\nb,9007199254740993\n", to: "data.csv")
    let compare = ["compare", csv, "--by", "g", "--response", "v"]
    for arguments in [
      compare + ["--margin", "0x10"], compare + ["--confidence", "nan"],
      ["run", study, "--time-limit", "0x10s"], ["run", study, "--max-memory", "0x10G"],
      ["check", study, "--response", "steps", "--half-width", "inf"],
      ["fit", csv, "--x", "v", "--y", "v", "--model", "power", "--start", "a=0x1,b=2"],
    ] {
      let outcome = try Command.run(arguments, in: scratch.path)
      #expect(outcome.exitCode == 2, "\(arguments): \(outcome.messages)")
    }
    let rounded = try Command.run(compare)
    #expect(rounded.exitCode == 2 && rounded.code == "bad_cell")
    #expect(rounded.messages.contains("line 5") && rounded.messages.contains("9007199254740993"))
    for size in ["100M", "100MB", "100mib", "0.5G", "100000000"] {
      let outcome = try Command.run("check", study, "--max-memory", size)
      #expect(outcome.exitCode == 0, "\(size): \(outcome.messages)")
    }
    #expect(try Command.run("check", study, "--max-memory", "100X").exitCode == 2)
  }

  @Test("what systems leave in an empty folder does not make it somebody else's")
  func leftBySystems() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.small, to: "study.json")
    let folder = scratch.file("results")
    try FileManager.default.createDirectory(
      atPath: folder + "/lost+found", withIntermediateDirectories: true)
    for name in [".gitkeep", ".DS_Store"] { _ = try scratch.write("", to: "results/\(name)") }
    #expect(try Command.run("run", study, "-o", folder).exitCode == 0)
    let other = scratch.file("other")
    try FileManager.default.createDirectory(atPath: other, withIntermediateDirectories: true)
    _ = try scratch.write("", to: "other/thesis.tex")
    #expect(try Command.run("run", study, "-o", other).exitCode == 5)
  }
}
