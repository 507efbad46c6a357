import Foundation
import TestSupport
import Testing

@Suite("What verify finds") struct VerifyTests {
  private static let body = """
      "factors": { "infection_probability": { "values": [0.3, 0.8] } },
      "model": { "group_size": 60 }, "record": { "curves": "none" }, "replicates": 40
    """

  private func results(seed: Int, _ name: String, in scratch: Scratch) throws -> String {
    let study = try scratch.write(Studies.study(Self.body, seed: seed), to: "study.json")
    try #require(Command.run("run", study, "-o", scratch.file(name)).exitCode == 0)
    return scratch.file(name)
  }

  @Test("tables that were put away without their store are compared with the manifest")
  func withoutStore() throws {
    let scratch = try Scratch()
    let folder = try results(seed: 7, "results", in: scratch)
    try FileManager.default.removeItem(atPath: folder + "/.store")
    let sound = try Command.run("verify", folder, "--json")
    try #require(sound.exitCode == 0, "\(sound.messages)")
    let found = try sound.json()
    #expect(found["complete"] as? Bool == true && found["runs"] as? Int == 80)
    #expect(found["files_checked"] as? Int ?? 0 > 5 && found["runs_repeated"] as? Int == 0)
    #expect((found["notes"] as? [[String: Any]])?.count == 1)
    try #require(Command.run("report", folder).exitCode == 0)
    #expect(try Command.run("verify", folder).exitCode == 0)
    for name in ["plots/final_share_1.csv", "runs.csv"]
    where FileManager.default.fileExists(atPath: "\(folder)/\(name)") {
      let path = "\(folder)/\(name)"
      let text = try String(contentsOfFile: path, encoding: .utf8)
      try text.replacing("0", with: "1", maxReplacements: 1).write(
        toFile: path, atomically: false, encoding: .utf8)
      let changed = try Command.run("verify", folder)
      #expect(changed.exitCode == 4 && changed.messages.contains(name))
      try text.write(toFile: path, atomically: false, encoding: .utf8)
    }
    _ = try scratch.write("a\n", to: "results/fits.csv")
    #expect(try Command.run("verify", folder).exitCode == 4)
    try FileManager.default.removeItem(atPath: folder + "/manifest.json")
    #expect(try Command.run("verify", folder).exitCode == 2)
  }

  @Test(
    "no tables are made and no part is merged of a store whose structure is damaged, or that is empty"
  )
  func damagedStructure() throws {
    let scratch = try Scratch()
    let folder = try results(seed: 7, "results", in: scratch)
    let study = scratch.file("study.json")
    let part = scratch.file("part")
    try #require(Command.run("run", study, "-o", part, "--shard", "1/2").exitCode == 0)
    func damage(_ folder: String, _ change: (inout Data) -> Void) throws {
      let database = URL(filePath: "\(folder)/.store/runs.sqlite")
      var bytes = try Data(contentsOf: database)
      change(&bytes)
      try bytes.write(to: database)
    }
    let table = URL(filePath: folder + "/summary.csv")
    let sound = try Data(contentsOf: table)
    // The number of free pages in the file's header: no row is damaged.
    for change: (inout Data) -> Void in [{ $0[39] = 9 }, { $0.removeAll() }] {
      for folder in [folder, part] { try damage(folder, change) }
      for arguments in [
        ["analyze", folder], ["verify", folder], ["merge", part, "-o", scratch.file("all")],
      ] {
        let refused = try Command.run(arguments)
        #expect(refused.exitCode == 4 && refused.code == "damaged", "\(arguments) \(refused)")
      }
      #expect(try Data(contentsOf: table) == sound)
      try #require(Command.run("run", study, "-o", folder).exitCode == 0)
      #expect(try Data(contentsOf: table) == sound)
      #expect(try Command.run("verify", folder).exitCode == 0)
      try #require(Command.run("run", study, "-o", part, "--shard", "1/2").exitCode == 0)
    }
  }

  @Test("a part of a study is not compared as if it were all of it")
  func comparedPart() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.study(Self.body, seed: 7), to: "study.json")
    let folder = scratch.file("part")
    try #require(Command.run("run", study, "-o", folder, "--shard", "1/2").exitCode == 0)
    let compared = try Command.run(
      "compare", folder, "--by", "infection_probability", "--response", "steps")
    #expect(compared.exitCode == 2 && compared.code == "part_only", "\(compared.messages)")
  }

  /// The runs of another seed are sound blocks, and end alike: only their responses tell.
  @Test("runs that the study would not give, in blocks that are sound")
  func otherRuns() throws {
    let scratch = try Scratch()
    let (ours, others) = (
      try results(seed: 7, "ours", in: scratch), try results(seed: 8, "others", in: scratch)
    )
    let ended = try runProgram(
      "python3", "-c",
      """
      import os, sqlite3, sys
      ours, others = (folder + "/.store/runs.sqlite" for folder in sys.argv[1:])
      store = sqlite3.connect(ours)
      store.execute("ATTACH ? AS others", [others])
      for table in "blocks", "parts":
          store.execute(f"DELETE FROM {table}")
          store.execute(f"INSERT INTO {table} SELECT * FROM others.{table}")
      store.commit()
      os.unlink(sys.argv[1] + "/.store/seal")
      """, ours, others)
    try #require(ended.exitCode == 0, "\(ended.messages)")
    let verified = try Command.run("verify", ours)
    #expect(verified.exitCode == 4, "\(verified.output)\(verified.messages)")
    #expect(verified.code == "damaged")
  }
}
