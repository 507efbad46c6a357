import Foundation
import Testing

@Suite("Selections of the best alternative") struct SelectTests {
  /// - Parameter most: `max_runs`.
  private func write(_ scratch: Scratch, most: Int) throws -> String {
    try scratch.write(
      Studies.selection.replacing("\"max_runs\": 100000", with: "\"max_runs\": \(most)"),
      to: "study.json")
  }

  private func run(_ study: String, to folder: String, _ options: String...) throws
    -> Command.Outcome
  {
    let outcome = try Command.run(["run", study, "-o", folder] + options)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return outcome
  }

  private func verdict(_ folder: String) throws -> String? {
    try Rows(file: folder + "/selection.csv").rows.first?["verdict"]
  }

  @Test("go on as one that was never stopped when max_runs is raised, twice")
  func raised() throws {
    let scratch = try Scratch()
    let whole = scratch.file("whole")
    let said = try run(write(scratch, most: 100_000), to: whole)
    let best = try Rows(file: whole + "/selection.csv").rows.filter { $0["status"] == "best" }
    #expect(
      best.count == 1
        && said.messages.lowercased().contains("point \(best[0]["point"] ?? "") (rule "))
    // The next is the one that is least behind.
    let table = try Rows(file: whole + "/selection.csv")
    let next = try #require(
      table.rows.min {
        (table.real($0, "difference") ?? -.infinity) > (table.real($1, "difference") ?? -.infinity)
      })
    let behind = try #require(table.real(next, "difference"))
    #expect(behind < 0 && said.messages.contains("point \(next["point"] ?? "") (rule "))
    for number in [behind, table.real(best[0], "mean") ?? 0] {
      #expect(said.messages.contains(" \(String(format: "%.4g", abs(number)))"), "\(number)")
    }
    let made = try Rows(file: whole + "/runs.csv").rows.count
    #expect(try verdict(whole) == "selected")
    let folder = scratch.file("raised")
    for most in [made / 3, 2 * made / 3] {
      _ = try run(write(scratch, most: most), to: folder)
      #expect(try verdict(folder) == "inconclusive")
      #expect(try Rows(file: folder + "/runs.csv").rows.count <= most)
    }
    _ = try run(write(scratch, most: 100_000), to: folder)
    #expect(try differences(whole, folder) == [])
  }

  @Test("are judged anew on the runs there when the question changes")
  func changed() throws {
    let scratch = try Scratch()
    let study = try write(scratch, most: 100_000)
    let (folder, fresh) = (scratch.file("changed"), scratch.file("fresh"))
    _ = try run(study, to: folder)
    let other = [
      "--set", "design.indifference=0.4", "--set", "design.confidence=0.9",
      "--set", "design.response=peak_new",
    ]
    _ = try Command.run(["run", study, "-o", folder] + other)
    _ = try Command.run(["run", study, "-o", fresh] + other)
    // A folder may have runs that nobody asks for any more.
    #expect(try differences(folder, fresh) == [])
    #expect(try Command.run("verify", folder).exitCode == 0)
  }

  @Test("take further alternatives, and lose them again")
  func alternatives() throws {
    let scratch = try Scratch()
    let study = try write(scratch, most: 100_000)
    let (folder, fresh) = (scratch.file("more"), scratch.file("fresh"))
    _ = try run(study, to: folder)
    let more = ["--set", #"factors.rule.values=["exact","push","capped","subset","virus_app"]"#]
    try #require(Command.run(["run", study, "-o", folder] + more).exitCode == 0)
    try #require(Command.run(["run", study, "-o", fresh] + more).exitCode == 0)
    #expect(try differences(folder, fresh) == [])
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    try FileManager.default.removeItem(atPath: fresh)
    try #require(Command.run("run", study, "-o", fresh).exitCode == 0)
    #expect(try differences(folder, fresh) == [])
  }

  @Test("say what they need, and who is left")
  func progress() throws {
    let scratch = try Scratch()
    let study = try write(scratch, most: 100)
    let check = try Command.run("check", study, "--json").json()
    #expect(check["runs"] as? Int == 80)
    #expect((80...100).contains(check["expected_runs"] as? Int ?? 0))
    let folder = scratch.file("results")
    _ = try run(study, to: folder)
    let status = try Command.run("status", folder, "--json").json()
    let left = try #require(status["survivors"] as? [Int])
    let rows = try Rows(file: folder + "/selection.csv").rows
    #expect(
      left.map(String.init) == rows.filter { $0["status"] == "survivor" }.compactMap { $0["point"] }
    )
    #expect(status["complete"] as? Bool == true)
  }

  @Test("that were stopped have no verdict, and go on")
  func stopped() throws {
    let scratch = try Scratch()
    let study = try write(scratch, most: 100_000)
    let (whole, folder) = (scratch.file("whole"), scratch.file("stopped"))
    // A limit may come before the folder is opened: then there is nothing to analyze.
    var limit = 0.002
    repeat {
      let stopped = try Command.run("run", study, "-o", folder, "--time-limit", "\(limit)s")
      try #require(stopped.exitCode == 75, "\(stopped.messages)")
      limit *= 1.2
    } while try Command.run("analyze", folder).exitCode != 0
    let rows = try Rows(file: folder + "/selection.csv").rows
    #expect(rows.count == 4 && rows.allSatisfy { $0["verdict"] == "" && $0["message"] != "" })
    _ = try run(study, to: folder)
    _ = try run(study, to: whole)
    #expect(try differences(whole, folder) == [])
  }

  @Test("end where a run that was asked for failed")
  func failed() throws {
    let scratch = try Scratch()
    let study = try write(scratch, most: 100_000)
    let folder = scratch.file("failed")
    let outcome = try Command.runThrowing(
      "run", study, "-o", folder, "--set",
      #"factors.rule.values=["exact","push","throwing_20"]"#)
    #expect(outcome.exitCode == 3, "\(outcome.messages)")
    let rows = try Rows(file: folder + "/selection.csv").rows
    #expect(rows.allSatisfy { $0["verdict"] == "inconclusive" && $0["runs"] == "0" })
    #expect(rows.allSatisfy { $0["message"]?.contains("point 2") == true })
  }
}
