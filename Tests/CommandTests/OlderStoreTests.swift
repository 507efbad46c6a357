import Foundation
import Testing

/// Stores of earlier formats, as the programs of their time wrote them (`Data/store-VERSION`).
@Suite("A store of an earlier program") struct OlderStoreTests {
  private static let made = Command.root + "/Tests/CommandTests/Data/store-0.1.0"

  /// A results folder with nothing but the older store.
  private func folder(_ scratch: Scratch) throws -> String {
    let store = scratch.file("results/.store")
    try FileManager.default.createDirectory(atPath: store, withIntermediateDirectories: true)
    for name in ["runs.sqlite", "seal"] {
      try FileManager.default.copyItem(atPath: "\(Self.made)/\(name)", toPath: "\(store)/\(name)")
    }
    return scratch.file("results")
  }

  @Test("is resumed: no run is made again, and the tables are those of a new study")
  func resumed() throws {
    let scratch = try Scratch()
    let older = try folder(scratch)
    let study = Self.made + "/study.json"
    let outcome = try Command.run("run", study, "-o", older)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(try runsMade(older) == 0)
    try #require(Command.run("run", study, "-o", scratch.file("new")).exitCode == 0)
    #expect(try differences(older, scratch.file("new")) == [])
  }

  @Test("is extended: runs are added, and the bytes are those of a larger new study")
  func extended() throws {
    let scratch = try Scratch()
    let older = try folder(scratch)
    let study = try String(contentsOfFile: Self.made + "/study.json", encoding: .utf8)
    let larger = try scratch.write(
      study.replacing("\"replicates\": 20", with: "\"replicates\": 33"), to: "study.json")
    let outcome = try Command.run("run", larger, "-o", older)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(try runsMade(older) == 26)
    try #require(Command.run("run", larger, "-o", scratch.file("new")).exitCode == 0)
    #expect(try differences(older, scratch.file("new")) == [])
  }

  @Test("is read without a word about its age")
  func read() throws {
    let older = try folder(try Scratch())
    #expect(try Command.run("status", older).exitCode == 0)
    let curve = try Command.run("replay", older, "--point", "1", "--replicate", "3")
    #expect(curve.output.hasPrefix("step,infected,new_infections\n0,1,1\n"))
  }
}
