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
