import Testing

@Suite("Options of a comparison of a file") struct CompareOptionTests {
  private func compare(_ text: String, _ options: String...) throws -> Rows {
    let file = try Scratch().write(text, to: "any.csv")
    let outcome = try Command.run(
      ["compare", file, "--by", "arm", "--response", "score"] + options)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return Rows(outcome.output)
  }

  @Test("the verdict is that of the confidence asked for")
  func confidence() throws {
    // Welch's P-value is 0.04.
    let text = "arm,score\na,5\na,7\na,6\na,9\nb,3\nb,4\nb,4\nb,5\n"
    for (confidence, verdict) in [("0.95", "different"), ("0.99", "inconclusive")] {
      let row = try #require(try compare(text, "--confidence", confidence).rows.first)
      #expect(row["test"] == "welch" && row["verdict"] == verdict, "\(row)")
    }
  }

  @Test("ten answers are given in words, and of further ones their number", arguments: 4...6)
  func answers(groups: Int) throws {
    let rows = (0..<groups).flatMap { group in (0..<3).map { "g\(group),\(7 * group + $0)" } }
    let file = try Scratch().write((["arm,score"] + rows).joined(separator: "\n"), to: "any.csv")
    let outcome = try Command.run("compare", file, "--by", "arm", "--response", "score")
    // Every pair differs.
    let (answers, lines) = (groups * (groups - 1) / 2, outcome.messages.split(separator: "\n"))
    let further = answers > 10 ? ["\(answers - 10)"] : []
    #expect(outcome.messages.matches(of: #/ (\d+) further/#).map { String($0.1) } == further)
    #expect(lines.count == min(answers, 10) + further.count, "\(outcome.messages)")
  }

  @Test("what left the menu has an error of its own")
  func notOffered() throws {
    let file = try Scratch().write("arm,score\na,1\na,2\nb,2\nb,4\n", to: "any.csv")
    for (asked, advised) in [
      (["--test", "tukey"], "--correction max_t"), (["--test", "t.test"], "--test welch"),
      (["--test", "odds_ratio"], "--estimate risk_ratio"),
      (["--estimate", "hedges_g"], "--estimate mean_difference"),
      (["--correction", "BH"], "--correction benjamini_hochberg"),
      (["--effect=hedges_g"], "--estimate"), (["--ignore-censored"], "--test log_rank"),
    ] {
      let outcome = try Command.run(
        ["compare", file, "--by", "arm", "--response", "score"] + asked)
      #expect(outcome.exitCode == 2 && outcome.code == "not_offered", "\(outcome.messages)")
      #expect(outcome.messages.contains(advised), "\(outcome.messages)")
    }
    for option in ["--effect=1", "--terms=2", "--transform=log"] {
      let outcome = try Command.run("run", file, option)
      #expect(outcome.exitCode == 2 && outcome.code == "usage", "\(outcome.messages)")
    }
  }

  @Test("the help fits on one screen")
  func help() throws {
    let lines = try Command.run("compare", "--help").output.split(
      separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 75 && lines.allSatisfy { $0.count <= 80 })
  }
}
