import Foundation
import TestSupport
import Testing

@Suite("Empty names") struct EmptyNamesTests {
  @Test(
    "an empty or blank name of a folder or file is a usage error in every command; nothing is written",
    arguments: TestDepth.isDeep ? ["", " ", "\t \n", "\u{2003}"] : ["", " \n"])
  func blank(name: String) throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let before = try FileManager.default.contentsOfDirectory(atPath: "/").sorted()
    for command in [
      ["run", study, "-o", name], ["run", name], ["check", name], ["status", name],
      ["analyze", name], ["analyze", scratch.path, "--study", name], ["report", name],
      ["verify", name], ["replay", name, "--point", "0", "--replicate", "0"], ["live", name],
      ["merge", name, "-o", scratch.file("x")], ["merge", scratch.path, "-o", name],
      ["merge", scratch.path, name, "-o", scratch.file("x")],
      ["merge", "--list", name, "-o", scratch.file("x")], ["merge", "-o", scratch.file("x")],
      ["submit", study, "-o", name, "--shards", "2"],
      ["submit", study, "-o", name, "--shards", "2", "--dry-run"],
      ["submit", name, "-o", scratch.file("x"), "--shards", "2"],
      ["compare", name, "--by", "rule", "--response", "steps"],
      ["diff", name, scratch.path], ["fit", name, "--model", "logistic"],
      ["truths", "--only", "C10", "-o", name],
    ] {
      let outcome = try Command.run(command, within: 20, in: scratch.path)
      #expect(outcome.exitCode == 2, "\(command): \(outcome.messages)")
      #expect(
        try FileManager.default.contentsOfDirectory(atPath: scratch.path) == ["study.json"],
        "\(command)")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: "/").sorted() == before)
  }
}
