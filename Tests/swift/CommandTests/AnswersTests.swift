import Foundation
import Testing

@Suite("Answers to questions") struct AnswersTests {
  private func results(_ body: String, in scratch: Scratch) throws -> String {
    let study = try scratch.write(Studies.study(body), to: "study.json")
    let outcome = try Command.run("run", study, "-o", scratch.file("results"))
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return scratch.file("results")
  }

  private static let curves = """
      "model": { "rule": "capped" },
      "factors": { "group_size": { "values": [1, 100, 400] } },
      "replicates": 40,
    """

  @Test("fit prints of a folder what fits.csv holds, and of any file its own columns")
  func fit() throws {
    let scratch = try Scratch()
    let folder = try results(
      Self.curves + """
          "analysis": { "fits": [{ "model": "weibull" }, { "model": "power" }] }
        """, in: scratch)
    let fits = try Rows(file: folder + "/fits.csv")
    // A group of one has nothing to fit and says so.
    let none = fits.rows.filter { $0["point"] == "0" }
    #expect(
      !none.isEmpty
        && none.allSatisfy { $0["converged"] == "0" && $0["status"] == "too_few_points" })
    let large = fits.rows.filter { $0["point"] == "2" }
    #expect(Set(large.map { $0["model"] }) == ["weibull", "power"])
    #expect(large.allSatisfy { $0["converged"] == "1" && $0["lack_of_fit_p"] != "" })
    let outcome = try Command.run("fit", folder, "--model", "weibull", "--point", "2")
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    let printed = Rows(outcome.output)
    #expect(printed.columns == fits.columns)
    #expect(printed.rows == large.filter { $0["model"] == "weibull" })
    let runs = try Command.run("fit", folder, "--model", "power", "--to", "each_run", "--json")
    #expect(runs.exitCode == 0 && runs.output.contains("\"run_39\""))
    #expect(runs.output.contains("\"group_size\": 400,"))

    let file = try scratch.write(
      "day,cases\n1,0.9\n1,1.1\n2,3.9\n2,4.1\n3,8.9\n3,9.1\n4,16\n", to: "any.csv")
    let own = try Command.run("fit", file, "--x", "day", "--y", "cases", "--model", "power")
    #expect(own.exitCode == 0, "\(own.messages)")
    let rows = Rows(own.output)
    #expect(abs((rows.real(rows.rows[1], "estimate") ?? 0) - 2) < 0.05)
    #expect((rows.real(rows.rows[1], "lack_of_fit_p") ?? 0) > 0.05)
    for wrong in [
      ["fit", file, "--model", "power"], ["fit", folder, "--model", "powr"],
      ["fit", folder, "--model", "power", "--x", "step"],
      ["fit", file, "--x", "day", "--y", "cases", "--model", "power", "--point", "1"],
    ] {
      #expect(try Command.run(wrong).exitCode == 2, "\(wrong)")
    }
    let bare = scratch.file("bare")
    let study = try scratch.write(
      Studies.study("\"model\": { \"group_size\": 9 }, \"replicates\": 2"), to: "bare.json")
    try #require(
      Command.run("run", study, "--set", "record.curves=\"none\"", "-o", bare).exitCode == 0)
    let curveless = try Command.run("fit", bare, "--model", "power")
    #expect(curveless.exitCode == 2 && curveless.code == "no_curves")
  }

  @Test("a reference of numbers is a number")
  func numericReference() throws {
    let scratch = try Scratch()
    let folder = try results(
      """
        "factors": { "group_size": { "values": [100, 196, 225] } }, "replicates": 20
      """, in: scratch)
    let compared = try Command.run(
      "compare", folder, "--by", "group_size", "--response", "steps", "--reference", "196")
    #expect(compared.exitCode == 0, "\(compared.messages)")
    #expect(Rows(compared.output).rows.map { $0["level_b"] } == ["196", "196"])
  }

  @Test("square columns as the reference are the number that follows from the people")
  func squareReference() throws {
    let folder = try results(
      """
        "factors": {
          "group_size": { "values": [100, 196] }, "columns": { "values": [7, "square"] }
        },
        "replicates": 20,
        "analysis": {
          "comparisons": [
            { "factor": "columns", "reference": "square", "response": "step_to_50pct" }
          ]
        }
      """, in: try Scratch())
    let table = try Rows(file: folder + "/comparisons.csv")
    #expect(table.rows.map { $0["level_a"] } == ["7", "7"])
    #expect(table.rows.map { $0["level_b"] } == ["10", "14"])
    #expect(table.rows.map { $0["group_size"] } == ["100", "196"])
    let printed = try Command.run(
      "compare", folder, "--by", "columns", "--reference", "square", "--response", "step_to_50pct")
    #expect(Rows(printed.output).rows == table.rows, "\(printed.messages)")
  }

  @Test("check tells how many runs a half-width and a difference need, and they suffice")
  func advice() throws {
    let scratch = try Scratch()
    let body = """
        "model": { "infection_probability": 0.5 },
        "factors": { "rule": { "values": ["exact", "capped"] }, "group_size": { "values": [400] } },
        "analysis": { "comparisons": [{ "factor": "rule", "response": "step_to_50pct" }] },
      """
    let study = try scratch.write(Studies.study(body + "\"replicates\": 10"), to: "study.json")
    let outcome = try Command.run(
      "check", study, "--response", "step_to_50pct", "--half-width", "0.1", "--difference", "0.2",
      "--pilot", "200", "--json")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let advice = try #require(outcome.json()["advice"] as? [String: Any])
    let points = try #require(advice["points"] as? [[String: Any]])
    let needed = points.compactMap { $0["safe_runs_for_half_width"] as? Int }
    let runs = try #require(needed.max())
    #expect(points.count == 2 && (50...5_000).contains(runs), "\(runs)")
    let pairs = try #require(advice["pairs"] as? [[String: Any]])
    #expect(pairs.count == 1 && pairs[0]["runs_for_difference"] is Int)
    let done = try Command.run(
      "run", study, "--set", "replicates=\(runs)", "-o", scratch.file("results"))
    try #require(done.exitCode == 0, "\(done.messages)")
    let summary = try Rows(file: scratch.file("results") + "/summary.csv")
    let times = summary.rows.filter { $0["response"] == "step_to_50pct" }
    #expect(times.count == 2)
    for row in times {
      let width = (summary.real(row, "ci_high") ?? 9) - (summary.real(row, "ci_low") ?? 0)
      #expect(width / 2 <= 0.1, "\(row)")
    }
    let all = try Command.run(
      "check", study, "--response", "final_share", "--half-width", "0.01", "--json")
    let shares = try #require(all.json()["advice"] as? [String: Any])["points"] as? [[String: Any]]
    #expect(shares?.map { $0["n"] as? Int } == [50, 50])
    // All are infected: the rule of three decides.
    #expect(shares?.map { $0["runs_for_half_width"] as? Int } == [299, 299])
    #expect(advice["tests"] as? Int == 1)
    // A difference of values that do not vary has no number; one of shares is planned from them.
    let same = try Command.run("check", study, "--response", "final_share", "--difference", "0.01")
    #expect(
      same.output.contains("final_share did not vary in the pilot at 2 points, such as point 0"),
      "\(same.output)")
    #expect(same.output.contains("not known from this pilot"), "\(same.output)")
    let flags = try Command.run(
      "check", study, "--response", "reached_50pct", "--difference", "0.1", "--json")
    let reached = try #require(flags.json()["advice"] as? [String: Any])["points"]
    let differences = try #require(reached as? [[String: Any]])
    #expect(differences.map { $0["runs_for_difference"] as? Int } == [101, 101])
    #expect(differences.map { $0["safe_runs_for_difference"] as? Int } == [127, 127])
    // Three levels have three pairs, at each of which a false alarm may be raised.
    let levels = try scratch.write(
      Studies.study(
        """
        "factors": {
          "infection_probability": { "values": [0.4, 0.5, 0.6] }, "group_size": { "values": [400] }
        },
        "analysis": {
          "comparisons": [{ "factor": "infection_probability", "response": "step_to_50pct" }]
        }, "replicates": 10
        """), to: "levels.json")
    let corrected = try Command.run(
      "check", levels, "--response", "step_to_50pct", "--difference", "0.5")
    #expect(
      corrected.output.contains("a probability of 90 % at 5 % over 3 tests (pairs"),
      "\(corrected.output)\(corrected.messages)")
    let plain = try Command.run(
      "check", levels, "--response", "step_to_50pct", "--difference", "0.5", "--set",
      "analysis.correction=none")
    #expect(
      plain.output.contains("a probability of 90 % (pairs"), "\(plain.output)\(plain.messages)")
    #expect(try Command.run("check", study, "--half-width", "1").exitCode == 2)
    #expect(
      try Command.run("check", study, "--response", "x", "--half-width", "1").exitCode == 2)
  }
}
