import Foundation
import Testing

@Suite("Comparing a study") struct CompareFolderTests {
  private static func study(_ model: String, _ factors: String, _ comparisons: String) -> String {
    Studies.study(
      """
        "model": { "infection_probability": 0.5\(model.isEmpty ? "" : ", " + model) },
        "factors": { \(factors) },
        "replicates": 50,
        "analysis": { "comparisons": [\(comparisons)] }
      """)
  }

  /// Runs the study, for its folder.
  private func run(_ study: String, in scratch: Scratch) throws -> (folder: String, said: String) {
    let file = try scratch.write(study, to: "study.json")
    let folder = scratch.file("results-\(UUID().uuidString)")
    let outcome = try Command.run("run", file, "-o", folder)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return (folder, outcome.messages)
  }

  private static let sizes = "\"group_size\": { \"values\": [100, 225] }"
  private static let bySize = "\"factor\": \"group_size\", \"response\": \"step_to_50pct\""

  @Test("another confidence than the study's is an option, and widens the interval alone")
  func confidence() throws {
    let (folder, _) = try run(Self.study("", Self.sizes, "{ \(Self.bySize) }"), in: try Scratch())
    let table = try Rows(file: folder + "/comparisons.csv")
    let request = ["compare", folder, "--by", "group_size", "--response", "step_to_50pct"]
    let other = Rows(try Command.run(request + ["--confidence", "0.99"]).output)
    #expect(other.rows[0]["estimate"] == table.rows[0]["estimate"])
    #expect((other.real(other.rows[0], "ci_low") ?? 0) < (table.real(table.rows[0], "ci_low") ?? 0))
  }

  @Test("a reference is a level as tables show it, or as the study says it")
  func references() throws {
    let levels = #""infectious_steps": { "values": [4, { "geometric": 4 }, "forever"] }"#
    let (folder, _) = try run(Self.study(#""group_size": 64"#, levels, ""), in: try Scratch())
    let request = ["compare", folder, "--by", "infectious_steps", "--response", "final_share"]
    func pairs(_ reference: String) throws -> [[String]] {
      let outcome = try Command.run(request + ["--reference", reference])
      return Rows(outcome.output).rows.map { row in ["level_a", "level_b"].map { row[$0] ?? "" } }
    }
    let drawn = [["4", "geometric 4.0"], ["forever", "geometric 4.0"]]
    #expect(try pairs("geometric 4.0") == drawn && pairs(#"{ "geometric": 4 }"#) == drawn)
    #expect(try pairs("4") == [["geometric 4.0", "4"], ["forever", "4"]])
    #expect(try pairs("forever") == [["4", "forever"], ["geometric 4.0", "forever"]])
    let unknown = try Command.run(request + ["--reference", "geometric 5.0"])
    #expect(unknown.exitCode == 2)
  }

  @Test("without a response each main one is compared, in one family; a file has none")
  func mainResponses() throws {
    for (model, leading) in [("", "step_to_50pct"), ("\"infectious_steps\": 3", "reached_10pct")] {
      let (folder, _) = try run(Self.study(model, Self.sizes, ""), in: try Scratch())
      let request = ["compare", folder, "--by", "group_size"]
      let rows = Rows(try Command.run(request).output).rows
      #expect(rows.count == 4 && rows[0]["response"] == leading)
      for row in rows {
        let response = try #require(row["response"])
        var alone = Rows(try Command.run(request + ["--response", response]).output).rows
        for column in ["p_adjusted", "verdict"] { alone[0][column] = row[column] }
        #expect(alone == [row])
      }
      let all = rows.compactMap { $0["p"].flatMap { Double($0) } }
      let adjusted = rows.compactMap { $0["p_adjusted"].flatMap { Double($0) } }
      // Holm's: the smallest of four is multiplied by four.
      #expect(all.count == 4 && abs(min(1, 4 * (all.min() ?? 0)) - (adjusted.min() ?? 9)) < 1e-12)
      let file = try Command.run("compare", folder + "/runs.csv", "--by", "group_size")
      #expect(file.exitCode == 2 && file.code == "missing_option")
    }
  }

  @Test("of all main responses one that has no test has a row that says so")
  func untested() throws {
    let model = #""rule": "subset", "stop": { "max_steps": 9 }"#
    let factors = Self.sizes + #", "infection_factor": { "values": [2, 3] }"#
    let (folder, _) = try run(Self.study(model, factors, ""), in: try Scratch())
    let request = ["compare", folder, "--by", "group_size", "--pooled"]
    let outcome = try Command.run(request)
    let rows = Rows(outcome.output).rows
    #expect(outcome.exitCode == 0 && rows.count == 4, "\(outcome.messages)")
    #expect(rows.contains { $0["status"] == "censored_values" && $0["p"] == "" })
    #expect(rows.contains { $0["response"] == "final_share" && $0["status"] == "ok" })
    let alone = try Command.run(request + ["--response", "step_to_90pct"])
    #expect(alone.exitCode == 2 && alone.code == "censored_values")
  }

  @Test("an estimate that is asked for is that of a study that asks for it")
  func estimate() throws {
    let asked = #""factor": "group_size", "response": "step_to_50pct""#
    let request = ["compare", "--by", "group_size", "--response", "step_to_50pct"]
    for estimate in ["mean_difference", "restricted_mean_difference"] {
      let (folder, _) = try run(
        Self.study("", Self.sizes, "{ \(asked), \"estimate\": \"\(estimate)\" }"),
        in: try Scratch())
      let row = try #require(try Rows(file: folder + "/comparisons.csv").rows.first)
      let other = Rows(try Command.run(request + [folder, "--estimate", estimate]).output).rows
      for column in ["effect", "estimate", "test", "p"] {
        #expect(other.first?[column] == row[column], "\(column) of \(estimate)")
      }
      #expect(
        (other.first?["effect"] == "restricted_mean_difference")
          == (estimate == "restricted_mean_difference"))
    }
  }

  @Test(
    "a margin and a direction are those of a study that asks for them; the family is the request")
  func margin() throws {
    let asked = #"{ \#(Self.bySize), "margin": 2, "better": "smaller" }"#
    let study = Self.study("", Self.sizes, asked)
      .replacing(#""analysis": {"#, with: #""analysis": { "family": "study","#)
    let (folder, _) = try run(study, in: try Scratch())
    let table = try String(contentsOfFile: folder + "/comparisons.csv", encoding: .utf8)
    let outcome = try Command.run(
      "compare", folder, "--by", "group_size", "--response", "step_to_50pct", "--margin", "2",
      "--better", "smaller")
    #expect(table.contains(",holm_study,2.0,"))
    #expect(outcome.output == table.replacing(",holm_study,", with: ",holm_request,"))
  }

  @Test("a request that does not fit the study names the option and what would fit")
  func misfits() throws {
    let scratch = try Scratch()
    let (folder, _) = try run(Self.study("", Self.sizes, "{ \(Self.bySize) }"), in: scratch)
    for (options, code, setting) in [
      (["--by", "rule", "--response", "steps"], "unknown_value", "--by rule"),
      (["--by", "group_sise", "--response", "steps"], "unknown_value", "\"group_size\""),
      (
        ["--by", "group_size", "--response", "step_to_50"], "unknown_value", "--response step_to_50"
      ),
      (["--by", "group_size", "--response", "curves"], "unknown_value", "\"curve\""),
      (["--by", "group_size", "--response", "peak_infected"], "bad_relation", "infectious_steps"),
      (
        ["--by", "group_size", "--response", "steps", "--reference", "101"], "unknown_value",
        "100, 225"
      ),
      (
        ["--by", "group_size", "--response", "steps", "--test", "tost"], "missing", "margin"
      ),
      (
        ["--by", "group_size", "--response", "steps", "--test", "log_rank"], "bad_relation",
        "--test log_rank"
      ),
      (
        ["--by", "group_size", "--response", "steps", "--pair", "replicate"], "unfit_option",
        "--pair"
      ),
      (
        ["--by", "group_size", "--response", "steps", "--event", "reached_all"], "unfit_option",
        "--event"
      ),
    ] {
      let outcome = try Command.run(["compare", folder] + options)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(options)")
      #expect(
        outcome.code == code && outcome.messages.contains(setting), "\(outcome.messages)")
      // Nobody recovers in these runs.
      #expect(!outcome.messages.contains("reproduction_number"), "\(outcome.messages)")
    }
  }

  @Test("check --difference plans for the pairs that comparisons.csv will have")
  func advice() throws {
    let scratch = try Scratch()
    let comparisons = """
      { \(Self.bySize) }, { \(Self.bySize), "margin": 1, "reference": 100 },
      { \(Self.bySize), "test": "welch" }
      """
    let factors = "\(Self.sizes), \"columns\": { \"values\": [5, 10, 20] }"
    let file = try scratch.write(Self.study("", factors, comparisons), to: "study.json")
    let outcome = try Command.run(
      "check", file, "--response", "step_to_50pct", "--difference", "1", "--pilot", "10", "--json")
    func pairs(_ outcome: Command.Outcome) throws -> [[Int?]] {
      let advice = try #require(outcome.json()["advice"] as? [String: Any])
      return try #require(advice["pairs"] as? [[String: Any]]).map {
        [$0["point_a"] as? Int, $0["point_b"] as? Int]
      }
    }
    #expect(try pairs(outcome) == [[3, 0], [4, 1], [5, 2]])
    // Welch's test takes the runs as independent: no pairs to plan for.
    let welch = try scratch.write(
      Self.study("", factors, "{ \(Self.bySize), \"test\": \"welch\" }"), to: "welch.json")
    let independent = try Command.run(
      "check", welch, "--response", "step_to_50pct", "--difference", "1", "--pilot", "10", "--json")
    #expect(try pairs(independent) == [])
  }

  @Test("a test that takes runs as independent although random numbers are common is reported")
  func independentTests() throws {
    let scratch = try Scratch()
    let comparisons = "{ \(Self.bySize), \"test\": \"mann_whitney\" }, { \(Self.bySize) }"
    let (folder, _) = try run(Self.study("", Self.sizes, comparisons), in: scratch)
    let compared = try Command.run(
      "compare", folder, "--by", "group_size", "--response", "step_to_50pct", "--test",
      "mann_whitney")
    #expect(compared.exitCode == 0 && compared.notes == ["shared_random_numbers"])
    #expect(Rows(compared.output).rows[0]["paired"] == "0")
    try #require(Command.run("report", folder).exitCode == 0)
    #expect(try reportText(of: folder).contains("(1 of 2 "))
  }
}
