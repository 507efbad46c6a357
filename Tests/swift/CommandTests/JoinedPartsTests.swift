import Foundation
import Testing

@Suite("Joined parts") struct JoinedPartsTests {
  private static func study(replicates: Int) -> String {
    Studies.study(
      """
        "factors": {
          "group_size": { "values": [10, 49] }, "rule": { "values": ["exact", "virus_app"] }
        },
        "replicates": \(replicates), "record": { "maps": 1, "transmissions": 2 }
      """)
  }

  /// A study of four points in three parts of ten replicates each, and in one piece.
  private struct Parts {
    let scratch: Scratch
    let study: String
    let whole: String
    var parts: [String] { (1...3).map { scratch.file("part\($0)") } }

    init() throws {
      scratch = try Scratch()
      study = try scratch.write(JoinedPartsTests.study(replicates: 30), to: "study.json")
      whole = scratch.file("whole")
      try #require(Command.run("run", study, "-o", whole).exitCode == 0)
      for (index, part) in parts.enumerated() {
        try #require(
          Command.run("run", study, "-o", part, "--shard", "\(index + 1)/3").exitCode == 0)
      }
    }

    func merge(_ parts: [String], to folder: String, _ options: String...) throws
      -> Command.Outcome
    {
      try Command.run(["merge"] + parts + ["-o", scratch.file(folder)] + options)
    }
  }

  @Test("a joined folder has the files of the whole study's, its seals too")
  func seals() throws {
    let made = try Parts()
    let joined = made.scratch.file("joined")
    try #require(made.merge(Array(made.parts.prefix(2)), to: "joined", "--partial").exitCode == 0)
    #expect(try Command.run("verify", joined).exitCode == 0)
    try #require(made.merge(made.parts, to: "joined").exitCode == 0)
    func files(_ folder: String) throws -> [String] {
      try FileManager.default.subpathsOfDirectory(atPath: folder).sorted()
    }
    #expect(try files(joined) == files(made.whole))
    #expect(try Command.run("verify", joined).exitCode == 0)
  }

  private func rows(_ folder: String) throws -> [String] {
    try String(contentsOfFile: folder + "/runs.csv", encoding: .utf8)
      .split(separator: "\n").map(String.init)
  }

  @Test("a part that is missing is named, first, middle or last, and can come later")
  func missingPart() throws {
    let study = try Parts()
    let header = try rows(study.whole)[0].split(separator: ",").map(String.init)
    let column = try #require(header.firstIndex(of: "replicate"))
    for missing in 1...3 {
      let there = study.parts.enumerated().filter { $0.offset != missing - 1 }.map(\.element)
      let name = "joined\(missing)"
      let waiting = try study.merge(there, to: name, "--json")
      let answer = try waiting.json()
      #expect((answer["gaps"] as? [String])?.first?.hasPrefix("part \(missing)/3 ") == true)
      #expect(answer["done"] as? Bool == false && answer["round"] as? Int == 1)
      #expect(answer["runs_added"] as? Int == 80 && answer["runs_missing"] as? Int == 40)
      #expect(!FileManager.default.fileExists(atPath: study.scratch.file(name) + "/runs.csv"))

      let partial = try study.merge(there, to: name, "--partial")
      #expect(partial.exitCode == 0 && partial.messages.contains("part \(missing)/3"))
      // Part i has the replicates 10 (i - 1) ... 10 i - 1 of every point.
      let mine = try rows(study.whole).enumerated().filter { row, text in
        let replicate = Int(text.split(separator: ",", omittingEmptySubsequences: false)[column])
        return row == 0 || (replicate ?? 0) / 10 != missing - 1
      }.map(\.element)
      #expect(try rows(study.scratch.file(name)) == mine)
      let manifest = try String(
        contentsOfFile: study.scratch.file(name) + "/manifest.json", encoding: .utf8)
      #expect(manifest.contains("\"complete\": false"))

      // The part that was missing may come alone: what is joined is there already.
      let late = try study.merge([study.parts[missing - 1]], to: name, "--partial")
      #expect(late.exitCode == 0, "\(late.messages)")
      #expect(try differences(study.whole, study.scratch.file(name)) == [])
    }
  }

  @Test("of parts of two divisions the others of each are missing")
  func divisions() throws {
    let study = try Parts()
    let half = study.scratch.file("half")
    try #require(Command.run("run", study.study, "-o", half, "--shard", "1/2").exitCode == 0)
    let answer = try study.merge([half, study.parts[1]], to: "a", "--json").json()
    let gaps = (answer["gaps"] as? [String])?.map { $0.firstMatch(of: /^part (\d\/\d)/)?.1 }
    #expect(gaps == ["2/2", "1/3", "3/3"])
  }

  @Test("a folder without runs is an error, and parts of two studies are not joined")
  func others() throws {
    let study = try Parts()
    let empty = study.scratch.file("empty")
    try FileManager.default.createDirectory(atPath: empty, withIntermediateDirectories: true)
    let hollow = try study.merge(Array(study.parts.prefix(2)) + [empty], to: "a")
    #expect(hollow.exitCode == 0)
    #expect(hollow.messages.contains(empty) && hollow.messages.contains("part 3/3"))
    let other = study.scratch.file("other")
    try #require(
      Command.run("run", study.study, "-o", other, "--shard", "3/3", "--seed", "8").exitCode == 0)
    let mixed = try study.merge(Array(study.parts.prefix(2)) + [other], to: "b")
    #expect(mixed.exitCode == 5 && mixed.code == "another_study")
    for word in [study.parts[0], other, "$.seed"] {
      #expect(mixed.messages.contains(word), "\(mixed.messages)")
    }
    #expect(!FileManager.default.fileExists(atPath: study.scratch.file("b")))
  }

  @Test("parts and the whole grow, and give the bytes of the larger study")
  func grown() throws {
    let study = try Parts()
    let larger = try study.scratch.write(Self.study(replicates: 31), to: "larger.json")
    let fresh = study.scratch.file("fresh")
    try #require(Command.run("run", larger, "-o", fresh).exitCode == 0)
    for (index, part) in study.parts.enumerated() {
      for (shard, exit) in [("\((index + 1) % 3 + 1)/3", 5), ("\(index + 1)/3", 0)] {
        let outcome = try Command.run("run", larger, "-o", part, "--shard", shard)
        #expect(outcome.exitCode == exit, "\(outcome.messages)")
        if exit == 5 { #expect(outcome.code == "another_part") }
      }
    }
    let joined = study.scratch.file("joined")
    try #require(Command.run(["merge"] + study.parts + ["-o", joined]).exitCode == 0)
    #expect(try differences(fresh, joined) == [])
    try #require(Command.run("run", larger, "-o", study.whole).exitCode == 0)
    #expect(try differences(fresh, study.whole) == [])
  }
}
