import Foundation
import TestSupport
import Testing

@Suite("Input and output") struct InputOutputTests {
  @Test("R8: a folder that cannot be made is exit 6")
  func unwritable() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.small, to: "study.json")
    let file = try scratch.write("", to: "file")
    for folder in [
      file, file + "/below", "/proc/none", scratch.file(String(repeating: "x", count: 300)),
    ] {
      let outcome = try Command.run("run", study, "-o", folder)
      #expect(outcome.exitCode == 6, "\(folder): \(outcome.messages)")
    }
  }

  @Test("R7: a full disk under standard output is exit 6, without a backtrace")
  func fullOutput() throws {
    let ended = try runProgram("sh", "-c", "'\(Command.program)' rules > /dev/full")
    #expect(ended.exitCode == 6)
    #expect(ended.messages.hasPrefix("error[file_error]: "), "\(ended.messages)")
  }

  @Test("R15: plans of 10^9 and 10^18 runs are judged at once and refused with the arithmetic")
  func hugePlans() throws {
    let scratch = try Scratch()
    for (replicates, sizes, probabilities) in [
      ("100,000,000", "[10, 100]", 5), ("1,000,000,000", "[100]", 1_000_000),
      ("1,000,000,000", "[10, 100]", 1_000_000),
    ] {
      let study = try scratch.write(
        Studies.study(
          """
            "factors": {
              "group_size": { "values": \(sizes) },
              "infection_probability": { "from": 0.000001, "to": 1.0, "count": \(probabilities) }
            },
            "replicates": \(replicates.filter { $0 != "," })
          """), to: "huge.json")
      for command in ["check", "run"] {
        let outcome = try Command.run(command, study)
        #expect(outcome.exitCode == 7, "\(outcome.messages)")
        #expect(outcome.code == "over_limits" && outcome.messages.contains(replicates))
      }
    }
  }

  @Test("a broken study is exit 2 and leaves nothing behind")
  func brokenStudy() throws {
    let scratch = try Scratch()
    let study = try scratch.write("{ \"spreadlab\": 1, \"study\": \"x\" }", to: "study.json")
    let outcome = try Command.run("run", study, "-o", scratch.file("results"))
    #expect(outcome.exitCode == 2)
    #expect(outcome.messages.contains("study.json:1:"))
    #expect(outcome.code == "missing" && outcome.messages.contains("$.seed"))
    #expect(!FileManager.default.fileExists(atPath: scratch.file("results")))
  }
}
