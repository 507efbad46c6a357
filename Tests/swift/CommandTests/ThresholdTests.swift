import Foundation
import Testing

@Suite("Threshold searches") struct ThresholdTests {
  /// A row of ten people from its end: everybody is infected within 20 steps if nine of them go on.
  private static let study = Studies.threshold.replacing("0.003", with: "0.02")

  private func folder(_ scratch: Scratch, _ text: String = study) throws -> (String, String) {
    let study = try scratch.write(text, to: "study.json")
    let folder = scratch.file("results")
    let outcome = try Command.run("run", study, "-o", folder, "-j", "2")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return (study, folder)
  }

  @Test("are analyzed, verified, reported and replayed from their folder alone")
  func folderAlone() throws {
    let scratch = try Scratch()
    let (_, folder) = try folder(scratch)
    try FileManager.default.copyItem(atPath: folder, toPath: scratch.file("copy"))
    try FileManager.default.removeItem(atPath: folder + "/thresholds.csv")
    try #require(Command.run("analyze", folder).exitCode == 0)
    #expect(try differences(folder, scratch.file("copy")) == [])
    let verified = try Command.run("verify", folder, "--sample", "50")
    #expect(verified.exitCode == 0, "\(verified.messages)")
    #expect(try Command.run("status", folder, "--json").json()["complete"] as? Bool == true)
    let runs = try Rows(file: folder + "/runs.csv").rows
    let last = try #require(runs.last)
    let asked = ["replay", folder, "--point", last["point"] ?? "", "--replicate"]
    let replayed = try Command.run(asked + [last["replicate"] ?? ""])
    #expect(replayed.exitCode == 0, "\(replayed.messages)")
    let steps = Rows(replayed.output).rows.last?["step"]
    #expect(steps == last["steps"])
    let other = try Command.run(asked + ["0"])
    #expect(other.exitCode == 2 && other.code == "no_such_run")
  }

  @Test("are checked as the most they may take, and refused over the limits")
  func limits() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Self.study, to: "study.json")
    let check = try Command.run("check", study)
    #expect(check.exitCode == 0, "\(check.messages)")
    #expect(check.output.contains("2,000,000"), "\(check.output)")
    let over = try Command.run("run", study, "-o", scratch.file("a"), "--max-runs", "1999999")
    #expect(over.exitCode == 7 && over.code == "over_limits")
    #expect(!FileManager.default.fileExists(atPath: scratch.file("a")))
  }
}
