import Foundation
import Testing

/// What an analysis made that is not asked for any more.
@Suite("Stale tables") struct StaleTablesTests {
  private static let analyzed = Studies.study(
    """
      "factors": { "rule": { "values": ["exact", "virus_app"] } },
      "model": { "group_size": 36 },
      "replicates": 30,
      "record": { "curves": "all", "maps": 1 },
      "analysis": {
        "comparisons": [{ "factor": "rule", "response": "peak_new" }],
        "fits": [{ "model": "logistic" }],
        "sensitivity": { "method": "anova", "responses": ["peak_new"] }
      }
    """)
  private static let plain = Studies.study(
    """
      "factors": { "rule": { "values": ["exact", "virus_app"] } },
      "model": { "group_size": 36 },
      "replicates": 30,
      "record": { "curves": "all", "maps": 1 }
    """)
  private static let asked = ["comparisons.csv", "fits.csv", "sensitivity.csv"]

  private func names(_ folder: String) throws -> Set<String> {
    Set(try FileManager.default.contentsOfDirectory(atPath: folder))
  }

  @Test(
    "a table that is not asked for any more goes, with its pictures; other files stay",
    arguments: ["analyze", "run"])
  func removed(by command: String) throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.analyzed, to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    #expect(try names(folder).isSuperset(of: Self.asked))
    try #require(Command.run("report", folder).exitCode == 0)
    #expect(
      try names(folder + "/plots").isSuperset(of: ["comparisons_1.svg", "fits.pdf", "fits.gp"]))
    // What its reader made of it, and a table of another ending.
    _ = try scratch.write("mine", to: "results/mine.csv")
    _ = try scratch.write("mine", to: "results/plots/mine.gp")
    _ = try scratch.write("left", to: "results/curves.csv.gz")

    _ = try scratch.write(Self.plain, to: "study.json")
    let again =
      command == "run"
      ? try Command.run("run", study, "-o", folder)
      : try Command.run("analyze", folder, "--study", study)
    try #require(again.exitCode == 0)
    #expect(again.notes == ["tables_removed"], "\(again.messages)")
    for name in Self.asked + ["curves.csv.gz"] { #expect(again.messages.contains(name)) }
    #expect(try names(folder).isDisjoint(with: Self.asked + ["curves.csv.gz"]))
    try #require(Command.run("report", folder).exitCode == 0)
    let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    #expect(!page.contains("comparisons.csv") && !page.contains("fits.csv"))
    let plots = try names(folder + "/plots")
    #expect(!plots.contains { $0.hasPrefix("comparisons_") || $0.hasPrefix("fits.") })
    #expect(try names(folder).contains("mine.csv") && plots.contains("mine.gp"))
    #expect(try Command.run("verify", folder).exitCode == 0)
  }

  @Test("the working folder of a killed report goes with the next one, whose number it may have")
  func leftovers() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.plain, to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    func working() throws -> Set<String> {
      let plots = (try? names(folder + "/plots")) ?? []
      return plots.filter { $0.hasPrefix(".drawing-") }
    }
    let report = try Command.start(["report", folder])
    while try working().isEmpty, report.process.isRunning { usleep(500) }
    report.send(SIGKILL)
    #expect(try report.finish().exitCode == 128 + SIGKILL && !working().isEmpty)
    // Process 1 is always alive.
    try FileManager.default.createDirectory(
      atPath: folder + "/plots/.drawing-1", withIntermediateDirectories: true)
    try #require(Command.run("report", folder).exitCode == 0)
    #expect(try working().isEmpty)
  }

  @Test("an analysis that was killed half way leaves tables and report as they were")
  func halfWritten() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.analyzed, to: "study.json")
    let other = try scratch.write(
      Self.analyzed.replacing("\"comparisons\"", with: "\"confidence\": 0.5, \"comparisons\""),
      to: "other.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    try #require(Command.run("report", folder).exitCode == 0)
    func contents() throws -> [String: Data] {
      let files = try FileManager.default.subpathsOfDirectory(atPath: folder)
      let pairs = files.map {
        ($0, FileManager.default.contents(atPath: "\(folder)/\($0)") ?? Data())
      }
      // The lock says in words who had it last; what was begun has a name of its own.
      return Dictionary(uniqueKeysWithValues: pairs).filter {
        $0.key != ".store/lock" && !$0.key.hasSuffix(".tmp")
      }
    }
    let before = try contents()
    func exists(_ name: String) -> Bool {
      FileManager.default.fileExists(atPath: "\(folder)/\(name)")
    }
    for _ in 0..<50 where !exists("summary.csv.tmp") {
      let analysis = try Command.start(["analyze", folder, "--study", other])
      while !exists("summary.csv.tmp"), analysis.process.isRunning { usleep(100) }
      analysis.send(SIGKILL)
      _ = try analysis.finish()
    }
    try #require(exists("summary.csv.tmp"))
    #expect(try contents() == before)
    #expect(try Command.run("verify", folder).exitCode == 0)
    #expect(try Command.run("status", folder, "--json").json()["tables"] as? String == "current")
    #expect(try Command.run("report", folder).exitCode == 0)
    try #require(Command.run("analyze", folder, "--study", other).exitCode == 0)
    #expect(!exists("summary.csv.tmp"))
    #expect(try Command.run("verify", folder).exitCode == 0)
  }
}
