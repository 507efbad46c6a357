import Foundation
import Testing

@Suite("One bad run") struct FailedRunTests {
  /// A study of twelve points, those of one rule with runs that fail.
  private static let study = Studies.small.replacing(
    #""values": ["exact", "virus_app"]"#, with: #""values": ["exact", "throwing_100"]"#)

  /// Point and replicate of the runs that failed, in the order of the table.
  private func failed(_ folder: String) throws -> [String] {
    try Rows(file: folder + "/runs.csv").rows.filter { $0["status"] == "failed" }
      .map { "point \($0["point"] ?? ""), replicate \($0["replicate"] ?? "")" }
  }

  @Test(
    "neither ends the study nor hides: exit 3, status failed, its place named, however many threads there are"
  )
  func named() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study, to: "study.json")
    for threads in ["1", "4"] {
      let folder = scratch.file(threads)
      let outcome = try Command.runThrowing("run", study, "-o", folder, "-j", threads)
      #expect(outcome.exitCode == 3, "\(outcome.messages)")
      let failed = try failed(folder)
      let first = try #require(failed.first)
      #expect(failed.count > 1 && failed.count < 100)
      #expect(outcome.code == "runs_failed", "\(outcome.messages)")
      #expect(outcome.messages.contains("\(first): step 1"), "\(outcome.messages)")
      #expect(try Command.runThrowing("verify", folder).exitCode == 0)
      // They are not tried again: the rule is the same.
      let manifest = try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json"))
      let again = try Command.runThrowing("run", study, "-o", folder)
      #expect(again.exitCode == 3)
      #expect(try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json")) == manifest)
      let words = first.split(separator: " ").map { $0.filter { $0 != "," } }
      let replayed = try Command.runThrowing(
        "replay", folder, "--point", words[1], "--replicate", words[3])
      #expect(replayed.exitCode == 3 && replayed.output.isEmpty)
      #expect(replayed.code == "runs_failed" && replayed.messages.contains("no data"))
    }
    #expect(try differences(scratch.file("1"), scratch.file("4")) == [])
  }

  @Test("blocks that a failing disk spoiled are reported, and made again to the same bytes")
  func damageIsTold() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let (whole, spoiled) = (scratch.file("whole"), scratch.file("spoiled"))
    for folder in [whole, spoiled] {
      try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    }
    let database = URL(fileURLWithPath: spoiled + "/.store/runs.sqlite")
    var bytes = try Data(contentsOf: database)
    for eighth in 2..<7 { bytes[bytes.count / 8 * eighth + 100] ^= 0x40 }
    try bytes.write(to: database)
    let again = try Command.run("run", study, "-o", spoiled)
    #expect(again.exitCode == 0, "\(again.messages)")
    #expect(again.notes == ["runs_removed"], "\(again.messages)")
    #expect(try differences(whole, spoiled) == [])
  }
}
