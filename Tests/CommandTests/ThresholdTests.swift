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

  @Test("find the crossing of each combination, by runs none of which share their numbers")
  func found() throws {
    let scratch = try Scratch()
    let (_, folder) = try folder(scratch)
    let table = try Rows(file: folder + "/thresholds.csv")
    #expect(
      table.columns.suffix(10) == [
        "factor", "response", "target", "estimate", "ci_low", "ci_high", "runs", "converged",
        "status", "message",
      ])
    #expect(table.rows.map { $0["infection_factor"] } == ["1", "2"])
    let runs = try Rows(file: folder + "/runs.csv")
    let points = try Rows(file: folder + "/points.csv")
    #expect(points.rows.map { $0["point"] } == points.rows.indices.map(String.init))
    for row in table.rows {
      let (low, high) = (
        try #require(table.real(row, "ci_low")), try #require(table.real(row, "ci_high"))
      )
      #expect(low < high && (high - low) / 2 <= 0.02 && row["converged"] == "1")
      #expect(abs(try #require(table.real(row, "estimate")) - Self.crossing) < 0.05)
      #expect(row["infection_probability"] == "" && row["status"] == "rising")
      let own = runs.rows.filter { $0["infection_factor"] == row["infection_factor"] }
      let numbers = own.compactMap { $0["replicate"].flatMap(Int.init) }
      #expect(String(own.count) == row["runs"] && numbers == Array(0..<own.count))
    }
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

  @Test("say in words that there is no crossing, or that the runs were not enough")
  func none() throws {
    let scratch = try Scratch()
    let never = Self.study.replacing("\"max_steps\": 20", with: "\"max_steps\": 8")
    let (_, folder) = try folder(scratch, never)
    for row in try Rows(file: folder + "/thresholds.csv").rows {
      #expect(row["estimate"] == "" && row["ci_low"] == "" && row["converged"] == "0")
      #expect(row["status"] == "always_below")
    }
    let always = Self.study.replacing("\"from\": 0.02", with: "\"from\": 0.9")
    try #require(
      Command.run(
        "run", scratch.write(always, to: "always.json"), "-o", scratch.file("always")
      ).exitCode == 0)
    for row in try Rows(file: scratch.file("always") + "/thresholds.csv").rows {
      #expect(row["estimate"] == "" && row["ci_low"] == "" && row["converged"] == "0")
      #expect(row["status"] == "always_above")
    }
    let few = Self.study.replacing("\"half_width\"", with: "\"max_runs\": 300, \"half_width\"")
    let study = try scratch.write(few, to: "few.json")
    try #require(Command.run("run", study, "-o", scratch.file("few")).exitCode == 0)
    for row in try Rows(file: scratch.file("few") + "/thresholds.csv").rows {
      #expect(row["status"] == "max_runs")
      #expect(Int(row["runs"] ?? "") ?? 301 <= 300)
    }
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
