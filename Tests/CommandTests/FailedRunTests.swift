import Foundation
import Testing

@Suite("One bad run") struct FailedRunTests {
  @Test("neither ends the study nor hides: exit 3, status failed, its place named, replayable")
  func named() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let (good, bad) = (scratch.file("good"), scratch.file("bad"))
    try #require(Command.run("run", study, "-o", good).exitCode == 0)
    let outcome = try Command.run(
      "run", study, "-o", bad, environment: ["SPREADLAB_FAIL_RUN": "2/17"])
    #expect(outcome.exitCode == 3, "\(outcome.messages)")
    #expect(outcome.messages.contains("1 run failed"))
    #expect(outcome.messages.contains("point 2, replicate 17"))
    #expect(outcome.messages.contains("seed 7"))
    let rows = try [good, bad].map {
      try String(contentsOfFile: $0 + "/runs.csv", encoding: .utf8).split(separator: "\n")
    }
    #expect(rows[0].count == rows[1].count)
    let changed = zip(rows[0], rows[1]).filter { $0 != $1 }
    try #require(changed.count == 1)
    #expect(changed[0].1.hasPrefix("2,") && changed[0].1.contains(",17,failed,,"))
    let replayed = try Command.run("replay", bad, "--point", "2", "--replicate", "17")
    #expect(replayed.exitCode == 0)
    #expect(
      try replayed.output
        == Command.run("replay", good, "--point", "2", "--replicate", "17").output)
    // The failure stays in the tables until somebody looks at it.
    #expect(try Command.run("run", study, "-o", bad).exitCode == 3)
  }

  @Test("of several the first in the order of the tables is named, however many threads there are")
  func several() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    for threads in ["1", "4"] {
      let outcome = try Command.run(
        "run", study, "-o", scratch.file(threads), "-j", threads,
        environment: ["SPREADLAB_FAIL_RUN": "9/3,2/17,4/0"])
      #expect(outcome.exitCode == 3)
      #expect(outcome.messages.contains("3 runs failed"), "\(outcome.messages)")
      #expect(outcome.messages.contains("point 2, replicate 17"), "\(outcome.messages)")
    }
  }

  @Test("leaves variance shares, which need every replicate, without values")
  func shares() throws {
    let scratch = try Scratch()
    let shares = #"{ "method": "anova", "responses": ["steps"] }"#
    let study = try scratch.write(Studies.small, to: "study.json")
    func estimates(_ folder: String, _ environment: [String: String]) throws -> [Substring] {
      _ = try Command.run(
        "run", study, "--set", "analysis.sensitivity=\(shares)", "-o", folder,
        environment: environment)
      return try String(contentsOfFile: folder + "/sensitivity.csv", encoding: .utf8)
        .split(separator: "\n").dropFirst()
        .map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] }
    }
    let good = try estimates(scratch.file("good"), [:])
    let bad = try estimates(scratch.file("bad"), ["SPREADLAB_FAIL_RUN": "2/17"])
    #expect(good.count == 9 && good.allSatisfy { !$0.isEmpty })
    #expect(bad.count == 9 && bad.allSatisfy(\.isEmpty))
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

  @Test("blocks that a failing disk spoiled are told of, and made again to the same bytes")
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
    #expect(again.messages.contains("damaged"), "\(again.messages)")
    #expect(try differences(whole, spoiled) == [])
  }
}
