import Foundation
import Testing

@Suite("Threshold searches") struct ThresholdTests {
  /// A row of ten people from its end: everybody is infected within 20 steps if nine of them go on.
  private static let study = Studies.threshold.replacing("0.003", with: "0.02")
  /// P(Bin(20, p) >= 9) = 1/2.
  private static let crossing = 0.4262619330320941

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

  @Test("a search that was stopped says what it has, and goes on")
  func stopped() throws {
    let scratch = try Scratch()
    let long = Self.study.replacing("0.02\n", with: "0.0007, \"max_runs\": 5000000\n")
      .replacing("\"curves\": 5", with: "\"curves\": \"none\"")
    let (study, whole) = try folder(scratch, long)
    let folder = scratch.file("stopped")
    let stopped = try Command.run("run", study, "-o", folder, "--time-limit", "0.2s")
    #expect(stopped.exitCode == 75, "\(stopped.messages)")
    try #require(Command.run("analyze", folder).exitCode == 0)
    let table = try Rows(file: folder + "/thresholds.csv")
    #expect(table.rows.allSatisfy { $0["converged"] == "0" })
    #expect(table.rows.allSatisfy { $0["status"] == "unfinished" })
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    #expect(try differences(folder, whole) == [])
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

  @Test("are asked for dose and response too, and drawn")
  func report() throws {
    let scratch = try Scratch()
    let curves = Self.study.replacing(
      "\"record\"",
      with: "\"analysis\": { \"dose_responses\": [{ \"factor\": \"infection_probability\", "
        + "\"response\": \"reached_all\", \"link\": \"probit\" }] }, \"record\"")
    let (_, folder) = try folder(scratch, curves)
    let doses = try Rows(file: folder + "/dose_responses.csv").rows
      .filter { $0["parameter"] == "dose_0.5" }
    #expect(doses.count == 2)
    for row in doses { #expect(abs((Double(row["estimate"] ?? "") ?? 0) - Self.crossing) < 0.05) }
    let report = try Command.run("report", folder)
    try #require(report.exitCode == 0, "\(report.messages)")
    #expect(FileManager.default.fileExists(atPath: folder + "/plots/threshold.svg"))
  }
}
