import Foundation
import TestSupport
import Testing

@Suite("Merge") struct MergeTests {
  @Test("parts may be named one by one, as the folder that holds them, or in a list")
  func waysToName() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let whole = scratch.file("whole")
    try #require(Command.run("run", study, "-o", whole).exitCode == 0)
    let parts = (1...3).map { scratch.file("parts/\($0)") }
    for (index, part) in parts.enumerated() {
      try #require(
        Command.run("run", study, "-o", part, "--shard", "\(index + 1)/3").exitCode == 0)
    }
    let two = try scratch.write("\(parts[2])\r\n\n\(parts[0])\n", to: "two.txt")
    for (index, words) in [
      parts, [scratch.file("parts")], ["--list", two, parts[1]],
      [scratch.file("parts") + "/", "--quiet"],
    ].enumerated() {
      let merged = scratch.file("merged\(index)")
      let outcome = try Command.run(["merge", "-o", merged] + words)
      #expect(outcome.exitCode == 0, "\(words): \(outcome.messages)")
      #expect(try differences(whole, merged) == [])
    }
    let incomplete = try Command.run(["merge", "--list", two, "-o", scratch.file("none")])
    #expect(incomplete.exitCode == 0 && incomplete.messages.contains("part 2/3"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("none/runs.csv")))
  }

  @Test("thousands of parts are no more than two, and of what is missing the first are named")
  func manyParts() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let parts = scratch.file("parts")
    try #require(
      Command.run("run", study, "-o", "\(parts)/1", "--shard", "1/2").exitCode == 0)
    // As crashes leave them that come before the first run; more than files can be open.
    let count = TestDepth.choose(quick: 2_500, deep: 25_000)
    for part in 2...count {
      try FileManager.default.createDirectory(
        atPath: "\(parts)/\(part)/.store", withIntermediateDirectories: true)
    }
    let outcome = try Command.run(["merge", parts, "-o", scratch.file("whole")], within: 60)
    #expect(outcome.exitCode == 0, "\(outcome.messages.prefix(500))")
    #expect(outcome.messages.contains("\(count - 8)"))
  }
}
