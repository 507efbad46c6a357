import Foundation
import Testing

@Suite("Comparing times that were not reached") struct CensoredComparisonTests {
  /// Of the slow rule few runs reach half of the group within nine steps, of the fast one most.
  private static func study(_ test: String) -> String {
    Studies.study(
      """
        "model": {
          "group_size": 100, "infection_factor": 2, "infection_probability": 0.5,
          "stop": { "max_steps": 9 }
        },
        "factors": { "rule": { "values": ["exact", "push"] } },
        "replicates": 100,
        "record": { "curves": "none" },
        "analysis": {
          "comparisons": [{ "factor": "rule", "response": "step_to_50pct"\(test) }]
        }
      """)
  }

  private func run(_ test: String, in scratch: Scratch) throws
    -> (folder: String, said: Command.Outcome)
  {
    let file = try scratch.write(Self.study(test), to: "study.json")
    let folder = scratch.file("results")
    let outcome = try Command.run("run", file, "-o", folder)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return (folder, outcome)
  }

  @Test(
    "a test that cannot take them gives no numbers of the runs that were fast, and says so",
    arguments: [
      "paired_t", "welch", "welch_anova", "mann_whitney", "wilcoxon", "kolmogorov_smirnov",
      "permutation",
    ])
  func refused(test: String) throws {
    let scratch = try Scratch()
    let (folder, said) = try run(", \"test\": \"\(test)\"", in: scratch)
    let runs = try Rows(file: folder + "/runs.csv").rows
    let missing = runs.count { $0["reached_50pct"] == "0" }
    try #require((20..<180).contains(missing), "\(missing)")
    let row = try #require(try Rows(file: folder + "/comparisons.csv").rows.first)
    for column in ["estimate", "ci_low", "ci_high", "statistic", "p", "p_adjusted"] {
      #expect(row[column] == "", "\(column)")
    }
    #expect(row["verdict"] == "inconclusive" && row["test"] == test)
    let all = test == "welch_anova"
    #expect([row["n_a"], row["n_b"]] == (all ? ["200", "0"] : ["100", "100"]))
    #expect(said.notes.contains("no_test"), "\(said.messages)")
    #expect(said.messages.contains("\(missing) of 200"))
    let again = try Command.run("analyze", folder, "--json", "--quiet")
    #expect(again.messages.isEmpty && again.output.contains("\"no_test\""))

    let request = ["compare", folder, "--by", "rule", "--response", "step_to_50pct"]
    let refused = try Command.run(request + ["--test", test])
    #expect(refused.exitCode == 2 && refused.output.isEmpty)
    #expect(refused.code == "censored_values", "\(refused.messages)")
  }

  @Test("the tests that take them are those that the help names")
  func inHelp() throws {
    let scratch = try Scratch()
    let rows = (0..<40).map { "\($0 % 2),\($0 / 2),\(1 + $0 % 7),\($0 % 3 == 0 ? 0 : 1)\n" }
    let csv = try scratch.write("arm,id,days,died\n" + rows.joined(), to: "data.csv")
    let help = try Command.run("compare", "--help").output
      .replacing(/\s+/) { _ in " " }
    let named = try #require(help.firstMatch(of: /tests only ([a-z_, ]+) take/)?.1)
      .split(separator: ", ").map(String.init)
    let list = try #require(help.firstMatch(of: /TESTS(.*)EFFECTS/)?.1)
    let tests = list.matches(of: /([a-z_]+):/).map { String($0.1) }
    #expect(tests.count > named.count && !named.isEmpty)
    for test in tests {
      let words = ["compare", csv, "--by", "arm", "--response", "days", "--event", "died"]
      let asked = words + ["--test", test]
      var outcome = try Command.run(asked)
      if outcome.code == "missing_option" { outcome = try Command.run(asked + ["--pair", "id"]) }
      #expect((outcome.exitCode == 0) == named.contains(test), "\(test): \(outcome.messages)")
    }
  }

  @Test(
    "the keys that may be left out are those of the request",
    arguments: ["", ", \"test\": \"welch\""])
  func pooled(test: String) throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      Self.study("\(test), \"pooled\": true").replacing(
        "\"factors\": {",
        with: "\"factors\": { \"infection_probability\": { \"values\": [0.4, 0.6] },"
      ).replacing("\"infection_probability\": 0.5,", with: ""), to: "study.json")
    let outcome = try Command.run("run", file, "-o", scratch.file("results"))
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(outcome.notes.contains("no_test"), "\(outcome.messages)")
    #expect(outcome.messages.contains("\"pooled\""), "\(outcome.messages)")
    #expect(outcome.messages.contains("\"test\"") == !test.isEmpty, "\(outcome.messages)")
  }

  @Test("without a test named, restricted_mean takes those of pairs, and its limit is noted")
  func automatic() throws {
    let (folder, said) = try run("", in: try Scratch())
    #expect(!said.notes.contains("no_test"))
    let row = try #require(try Rows(file: folder + "/comparisons.csv").rows.first)
    #expect(row["test"] == "restricted_mean" && row["p"] != "" && row["n_a"] == "100")
    #expect(row["paired"] == "1")
  }

  private static let file = """
    arm,days,died
    a,3,1
    a,5,1
    a,9,0
    a,9,0
    b,8,1
    b,9,0
    b,9,0
    b,9,0

    """

  @Test("of a file too: a test that cannot take them is refused")
  func ofFile() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.file, to: "any.csv")
    let request = ["compare", file, "--by", "arm", "--response", "days", "--event", "died"]
    let row = try #require(Rows(try Command.run(request).output).rows.first)
    #expect(row["test"] == "log_rank" && row["n_a"] == "4" && row["n_b"] == "4")
    let refused = try Command.run(request + ["--test", "welch"])
    #expect(refused.exitCode == 2 && refused.output.isEmpty)
    #expect(refused.code == "censored_values", "\(refused.messages)")
    #expect(refused.messages.contains("5 of 8"), "\(refused.messages)")
    // What is no event is refused with its line.
    _ = try scratch.write(Self.file.replacing("b,8,1", with: "b,8,2"), to: "any.csv")
    let wrong = try Command.run(request)
    #expect(wrong.exitCode == 2 && wrong.output.isEmpty && wrong.code == "bad_cell")
    #expect(wrong.messages.contains("line 6: column died"), "\(wrong.messages)")
  }
}
