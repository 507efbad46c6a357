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
      let again = try Command.runThrowing("run", study, "-o", folder)
      #expect(try again.exitCode == 3 && runsMade(folder) == 0)
      let words = first.split(separator: " ").map { $0.filter { $0 != "," } }
      let replayed = try Command.runThrowing(
        "replay", folder, "--point", words[1], "--replicate", words[3])
      #expect(replayed.exitCode == 3 && replayed.output.isEmpty)
      #expect(replayed.code == "runs_failed" && replayed.messages.contains("no data"))
    }
    #expect(try differences(scratch.file("1"), scratch.file("4")) == [])
  }

  @Test("leaves variance shares, which need every replicate, without values")
  func shares() throws {
    let scratch = try Scratch()
    let shares = #"{ "method": "anova", "responses": ["steps"] }"#
    let study = try scratch.write(Self.study, to: "study.json")
    let folder = scratch.file("shares")
    _ = try Command.runThrowing(
      "run", study, "--set", "analysis.sensitivity=\(shares)", "-o", folder)
    let estimates = try Rows(file: folder + "/sensitivity.csv").rows.map { $0["estimate"] }
    #expect(estimates.count == 9 && estimates.allSatisfy { $0 == "" })
  }

  @Test("and so does a response that some run did not reach, whatever the method")
  func unreached() throws {
    let scratch = try Scratch()
    for design in ["saltelli", "morris"] {
      let study = try scratch.write(
        Studies.study(
          """
            "model": { "group_size": 100, "stop": { "max_steps": 10 } },
            "factors": {
              "infection_probability": { "from": 0.5, "to": 0.6 },
              "infection_factor": { "from": 3, "to": 4 }
            },
            "design": { "type": "\(design)", "points": 4 },
            "replicates": 20,
            "analysis": { "sensitivity": { "responses": ["step_to_50pct", "final_share"] } }
          """), to: "\(design).json")
      let folder = scratch.file(design)
      let outcome = try Command.run("run", study, "-o", folder)
      try #require(outcome.exitCode == 0, "\(outcome.messages)")
      // Every point has a mean of some of its runs, which is not that of all.
      let runs = try Rows(file: folder + "/runs.csv").rows
      let counts = Dictionary(grouping: runs) { $0["point"] ?? "" }
        .mapValues { $0.count { $0["reached_50pct"] == "1" } }.values
      try #require(counts.allSatisfy { (1..<20).contains($0) }, "\(counts)")
      let rows = try Rows(file: folder + "/sensitivity.csv").rows
      for (response, isEmpty) in [("step_to_50pct", true), ("final_share", false)] {
        let estimates = rows.filter { $0["response"] == response }.map { $0["estimate"] }
        #expect(estimates.count > 3, "\(design): \(response)")
        #expect(estimates.allSatisfy { ($0 == "") == isEmpty }, "\(design): \(response)")
      }
    }
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
    // All of them: some are named, the others counted.
    let process = Process()
    let count = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.standardOutput = count
    process.arguments = [
      "python3", "-c",
      """
      import sqlite3, sys
      store = sqlite3.connect(sys.argv[1])
      store.execute("UPDATE blocks SET runs = zeroblob(length(runs))")
      store.commit()
      print(*store.execute("SELECT count(*) FROM blocks").fetchone())
      """, database.path,
    ]
    try process.run()
    let text = String(decoding: count.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let blocks = try #require(Int(text.filter(\.isNumber)))
    try #require(blocks > 5)
    let all = try Command.run("run", study, "-o", spoiled).messages
    let named = all.split(separator: "\n").count {
      $0.hasPrefix("  ") && $0.contains("runs.sqlite")
    }
    let others = try #require(all.firstMatch(of: /and ([0-9]+) more/)?.1)
    #expect(named > 0 && named + (Int(others) ?? 0) == blocks, "\(all)")
    #expect(try differences(whole, spoiled) == [])
  }
}
