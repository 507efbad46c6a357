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

  @Test(
    "compare prints the rows of comparisons.csv for the same request",
    arguments: [
      // Sizes at equal columns; the runs of three combinations must not become one group.
      (
        study("", "\(sizes), \"columns\": { \"values\": [5, 10, 20] }", "{ \(bySize) }"),
        ["--by", "group_size", "--response", "step_to_50pct"], 3
      ),
      // Square columns follow the size.
      (
        study("", "\(sizes), \"infection_factor\": { \"values\": [1, 3] }", "{ \(bySize) }"),
        ["--by", "group_size", "--response", "step_to_50pct"], 2
      ),
      (
        study("\"columns\": 25", sizes, "{ \(bySize), \"test\": \"permutation\" }"),
        ["--by", "group_size", "--response", "step_to_50pct", "--test", "permutation"], 1
      ),
      (
        study(
          "", "\(sizes), \"columns\": { \"values\": [7, \"square\"] }",
          "{ \"factor\": \"columns\", \"reference\": \"square\", \"response\": \"peak_new\", "
            + "\"margin\": 2, \"test\": \"tost\" }"),
        [
          "--by", "columns", "--reference", "square", "--response", "peak_new", "--margin", "2",
          "--test", "tost",
        ], 2
      ),
      (
        study(
          "", "\(sizes), \"rule\": { \"values\": [\"exact\", \"push\"] }",
          "{ \"factor\": \"rule\", \"response\": \"curve\" }"),
        ["--by", "rule", "--response", "curve"], 2
      ),
      (
        study(
          "\"stop\": { \"max_steps\": 5 }", "\(sizes)",
          "{ \"factor\": \"group_size\", \"response\": \"step_to_50pct\" }"),
        ["--by", "group_size", "--response", "step_to_50pct"], 1
      ),
    ])
  func sameRows(study: String, options: [String], rows: Int) throws {
    let (folder, _) = try run(study, in: try Scratch())
    let table = try Rows(file: folder + "/comparisons.csv")
    #expect(table.rows.count == rows)
    #expect(table.rows.allSatisfy { $0["n_a"] == "50" && $0["n_b"] == "50" })
    let outcome = try Command.run(["compare", folder] + options)
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(Rows(outcome.output).rows == table.rows)
  }

  @Test("tests that have a form for pairs use it where random numbers are common")
  func pairedForms() throws {
    let comparisons = ["permutation", "wilcoxon", "paired_t"].map {
      "{ \(Self.bySize), \"test\": \"\($0)\" }"
    }
    let (folder, _) = try run(
      Self.study("", Self.sizes, comparisons.joined(separator: ", ")), in: try Scratch())
    let table = try Rows(file: folder + "/comparisons.csv")
    #expect(table.rows.map { $0["paired"] } == ["1", "1", "1"])
  }

  @Test("the study's confidence and correction hold for compare, unless others are given")
  func defaults() throws {
    let study = Self.study("", Self.sizes, "{ \(Self.bySize) }")
      .replacing(
        "\"analysis\": {",
        with: "\"analysis\": { \"confidence\": 0.8, \"correction\": \"benjamini_hochberg\",")
    let (folder, _) = try run(study, in: try Scratch())
    let table = try Rows(file: folder + "/comparisons.csv")
    let request = ["compare", folder, "--by", "group_size", "--response", "step_to_50pct"]
    #expect(Rows(try Command.run(request).output).rows == table.rows)
    let other = Rows(try Command.run(request + ["--confidence", "0.95"]).output)
    #expect(other.rows[0]["estimate"] == table.rows[0]["estimate"])
    #expect((other.real(other.rows[0], "ci_low") ?? 0) < (table.real(table.rows[0], "ci_low") ?? 0))
  }

  @Test("a request that does not fit the study names the option and what would fit")
  func misfits() throws {
    let scratch = try Scratch()
    let (folder, _) = try run(Self.study("", Self.sizes, "{ \(Self.bySize) }"), in: scratch)
    for (options, expected) in [
      (["--by", "rule", "--response", "steps"], "--by rule"),
      (["--by", "group_sise", "--response", "steps"], "did you mean \"group_size\"?"),
      (["--by", "group_size", "--response", "step_to_50"], "--response step_to_50"),
      (
        ["--by", "group_size", "--response", "steps", "--reference", "101"],
        "give one of 100, 225"
      ),
      (["--by", "group_size", "--response", "steps", "--test", "tost"], "margin"),
      (["--by", "group_size", "--response", "steps", "--test", "log_rank"], "compares times"),
      (
        ["--by", "group_size", "--response", "steps", "--pair", "replicate"], "--pair is for a file"
      ),
      (["--by", "group_size", "--response", "steps", "--event", "reached_all"], "--event is for"),
    ] {
      let outcome = try Command.run(["compare", folder] + options)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(options)")
      #expect(outcome.messages.contains(expected), "\(outcome.messages)")
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
    let json = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    let pairs = (json?["advice"] as? [String: Any])?["pairs"] as? [[String: Any]]
    let places = (pairs ?? []).map { [$0["point_a"] as? Int, $0["point_b"] as? Int] }
    #expect(places == [[3, 0], [4, 1], [5, 2]])
    // Welch's test takes the runs as independent: no pairs to plan for.
    let welch = try scratch.write(
      Self.study("", factors, "{ \(Self.bySize), \"test\": \"welch\" }"), to: "welch.json")
    let independent = try Command.run(
      "check", welch, "--response", "step_to_50pct", "--difference", "1", "--pilot", "10")
    #expect(independent.output.contains("independent random numbers"), "\(independent.output)")
  }

  @Test("a test that takes runs as independent although random numbers are common is told of")
  func independentTests() throws {
    let scratch = try Scratch()
    let comparisons = "{ \(Self.bySize), \"test\": \"mann_whitney\" }, { \(Self.bySize) }"
    let study = Self.study("", Self.sizes, comparisons)
    let file = try scratch.write(study, to: "study.json")
    let checked = try Command.run("check", file)
    let expected = "mann_whitney takes the runs of different levels as independent"
    #expect(
      checked.output.contains("note: $.analysis.comparisons[0].test: \(expected)"),
      "\(checked.output)")
    let json = try Command.run("check", file, "--json")
    #expect(json.output.contains("\"path\": \"$.analysis.comparisons[0].test\""))
    let alone = try Command.run("check", file, "--set", "random_numbers=independent")
    #expect(alone.exitCode == 0 && !alone.output.contains("independent"), "\(alone.output)")

    let (folder, _) = try run(study, in: scratch)
    let compared = try Command.run(
      "compare", folder, "--by", "group_size", "--response", "step_to_50pct", "--test",
      "mann_whitney")
    #expect(compared.exitCode == 0 && compared.messages.contains("note: \(expected)"))
    #expect(Rows(compared.output).rows[0]["paired"] == "0")
    let reported = try Command.run("report", folder)
    try #require(reported.exitCode == 0, "\(reported.messages)")
    let page = try String(contentsOfFile: folder + "/report.html", encoding: .utf8)
    #expect(page.contains("mann_whitney treated the runs of different levels as independent"))
    #expect(page.contains("(1 of 2 comparisons)"))
  }
}
