import Foundation
import Testing

@Suite("Results folder") struct ResultFolderTests {
  private func text(_ path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
  }

  @Test(
    "study.json is the file as given, after run, analyze and merge; the other has the overrides")
  func studyAsGiven() throws {
    let scratch = try Scratch()
    let given = Studies.small + "\n\n"
    let study = try scratch.write(given, to: "study.json")
    let change = ["--set", "replicates=20", "--seed", "9"]
    let whole = scratch.file("whole")
    try #require(Command.run(["run", study, "-o", whole] + change).exitCode == 0)
    try #require(Command.run("analyze", whole).exitCode == 0)
    for part in 1...2 {
      try #require(
        Command.run(["run", study, "-o", scratch.file("\(part)"), "--shard", "\(part)/2"] + change)
          .exitCode == 0)
    }
    let merged = scratch.file("merged")
    try #require(
      Command.run("merge", scratch.file("2"), scratch.file("1"), "-o", merged).exitCode == 0)
    for folder in [whole, merged] {
      #expect(try text(folder + "/study.json") == given)
      let resolved = try text(folder + "/study.resolved.json")
      #expect(resolved.contains("\"replicates\": 20") && resolved.contains("\"seed\": 9"))
    }
  }

  @Test("the manifest holds the whole seed, also beyond 32 bits, and the version of the results")
  func seed() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let folder = scratch.file("results")
    let seed = "4294967303"  // 2^32 + 7
    try #require(
      Command.run("run", study, "-o", folder, "--set", "replicates=1", "--seed", seed).exitCode == 0
    )
    let manifest = try text(folder + "/manifest.json")
    #expect(manifest.contains("\"seed\": \(seed),"))
    #expect(manifest.contains("\"results_version\": 3,"))
  }

  @Test("--json names every file that was written or removed, and counts points and runs")
  func answer() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let folder = scratch.file("results")
    for (command, removed) in [
      (["run", study, "-o", folder], []), (["analyze", folder], ["comparisons.csv"]),
    ] {
      for name in removed { _ = try scratch.write("old", to: "results/\(name)") }
      let outcome = try Command.run(command + ["--json"])
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
      #expect(outcome.messages.isEmpty, "\(outcome.messages)")
      let answer = try outcome.json()
      #expect(answer["points"] as? Int == 12 && answer["runs"] as? Int == 2400)
      #expect(answer["failed_runs"] as? Int == 0)
      #expect(answer["removed"] as? [String] == removed)
      let files = try #require(answer["files"] as? [[String: Any]])
      for file in files {
        let name = try #require(file["name"] as? String)
        let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder)/\(name)"))
        #expect(file["bytes"] as? Int == data.count, "\(name)")
      }
      let names = Set(files.compactMap { $0["name"] as? String })
      let others = Set(try FileManager.default.contentsOfDirectory(atPath: folder))
        .subtracting(names)
      #expect(others == Set([".store", "manifest.json", "timings.csv"]))
    }
  }

  @Test("timings.csv counts the runs made in this session, by point")
  func timings() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let folder = scratch.file("results")
    func made() throws -> [[Substring]] {
      try text(folder + "/timings.csv").split(separator: "\n").map { $0.split(separator: ",") }
    }
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    let first = try made()
    #expect(first[0] == ["point", "runs_made", "cpu_seconds"])
    #expect(first.dropFirst().map { $0[0] } == (0..<12).map { "\($0)" })
    #expect(first.dropFirst().allSatisfy { $0[1] == "200" && Double($0[2]) ?? 0 > 0 })
    try #require(
      Command.run("run", study, "-o", folder, "--set", "replicates=230").exitCode == 0)
    #expect(try made().dropFirst().allSatisfy { $0[1] == "30" })
  }
}
