import Foundation
import Testing

/// What users see of `spreadlab truths`; whether the truths pass is for `TruthRunnerTests`.
@Suite struct TruthsCommandTests {
  @Test("truths are printed, written with their data package, and end with 0")
  func holds() throws {
    let scratch = try Scratch()
    let folder = scratch.file("truths")
    let outcome = try Command.run("truths", "--only", "L6", "--only", "C10", "-o", folder)
    #expect(outcome.exitCode == 0)
    #expect(outcome.output.contains("L6.push: "))
    #expect(outcome.messages.contains("12 of 12"))
    let table = try String(contentsOfFile: folder + "/truths.csv", encoding: .utf8)
    let lines = table.split(separator: "\n")
    #expect(lines.count == 13)
    #expect(lines[0].hasPrefix("id,tier,scenario,expected,source,runs,estimate,ci_low,ci_high"))
    #expect(lines.dropFirst().allSatisfy { $0.hasSuffix(",passes") })
    let package = try String(contentsOfFile: folder + "/datapackage.json", encoding: .utf8)
    #expect(package.contains("\"path\": \"truths.csv\""))
  }

  @Test(
    "files that are not of truths are not replaced",
    arguments: ["datapackage.json", "manifest.json"])
  func foreign(name: String) throws {
    let scratch = try Scratch()
    try FileManager.default.createDirectory(
      atPath: scratch.file("truths"), withIntermediateDirectories: false)
    let file = try scratch.write("{ \"name\": \"mine\" }", to: "truths/\(name)")
    let outcome = try Command.run("truths", "--only", "L6", "-o", scratch.file("truths"))
    #expect(outcome.exitCode == 5 && outcome.code == "foreign_files")
    #expect(try String(contentsOfFile: file, encoding: .utf8) == "{ \"name\": \"mine\" }")
  }

  @Test("truths that fail at their share of the level asked for end with 3 and are named")
  func fails() throws {
    let outcome = try Command.run("truths", "--only", "L6", "--level", "0.9", "--json")
    #expect(try outcome.exitCode == 3 && outcome.error().code == "truths_failed")
    let truths = try #require(outcome.json()["truths"] as? [[String: Any]])
    var failed: [String] = []
    for truth in truths {
      let p = try #require(truth["p"] as? Double)
      let id = try #require(truth["id"] as? String)
      let fails = p < 0.9 / Double(truths.count)
      #expect(truth["verdict"] as? String == (fails ? "fails" : "passes"), "\(id)")
      if fails { failed.append(id) }
    }
    #expect(!failed.isEmpty && failed.count < truths.count)
    #expect(try outcome.error().message.hasSuffix(failed.joined(separator: ", ")))
  }

  @Test(
    "what there is not is refused with the nearest name",
    arguments: [
      (["--only", "L6.pusch"], "unknown_value", "\"L6.push\""),
      (["--tier", "quik"], "unknown_value", "\"quick\""),
      (["--level", "0"], "bad_option", "--level"),
      // The value of a short option may follow it at once.
      (["-j2", "--tier", "quik"], "unknown_value", "\"quick\""),
    ])
  func refused(arguments: [String], code: String, named: String) throws {
    let outcome = try Command.start(["truths"] + arguments).finish(since: Date())
    #expect(outcome.exitCode == 2)
    #expect(outcome.code == code && outcome.messages.contains(named), "\(outcome.messages)")
  }

  @Test("an export simulates nothing, so options about results are refused beside it")
  func export() throws {
    let scratch = try Scratch()
    for options in [["--level", "0.1"], ["-o", scratch.file("o")], ["-j", "2"], ["--json"]] {
      let outcome = try Command.run(
        ["truths", "--only", "L6", "--export", scratch.file("e")] + options)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(options)")
      #expect(outcome.messages.contains("unfit_option"), "\(outcome.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: scratch.file("e")))
  }
}
