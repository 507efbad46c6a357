import Testing

@Suite("Comparisons of censored times of any file") struct CensoredFileTests {
  /// `heavy-97-91` of the reference: 200 of each, watched until 60.
  private static let heavy: String = {
    let reached = [
      "a": [23, 29, 36, 37, 54, 55],
      "b": [23, 23, 32, 32, 36, 37, 39, 39, 42, 44, 44, 49, 52, 54, 55, 55, 59, 60],
    ]
    var text = "group,run,time,event\n"
    for (group, times) in reached.sorted(by: { $0.key < $1.key }) {
      for run in 0..<200 {
        text += "\(group),\(run),"
        text += run < times.count ? "\(times[run]),1\n" : "60,0\n"
      }
    }
    return text
  }()

  @Test("the difference of restricted means is that of the reference, and its limit is reported")
  func restrictedMeans() throws {
    let scratch = try Scratch()
    let file = try scratch.write(Self.heavy, to: "times.csv")
    let asked = [
      "compare", file, "--by", "group", "--response", "time", "--event", "event", "--estimate",
      "restricted_mean_difference",
    ]
    let outcome = try Command.run(asked)
    #expect(outcome.exitCode == 0, "\(outcome.messages)")
    #expect(outcome.notes == ["restricted_means"] && outcome.messages.contains("60.0"))
    let table = Rows(outcome.output)
    let row = try #require(table.rows.first)
    #expect(row["test"] == "restricted_mean" && row["effect"] == "restricted_mean_difference")
    #expect(row["n_a"] == "200" && row["n_b"] == "200" && row["paired"] == "0")
    // Later level first: b - a.
    for (column, value) in [
      ("estimate", -0.895), ("ci_low", -1.898009050937442), ("ci_high", 0.10800905093742164),
      ("p", 0.08014189628246333),
    ] {
      #expect(abs((table.real(row, column) ?? .nan) - value) < 1e-9, "\(column)")
    }
    let inside = try Rows(Command.run(asked + ["--margin", "2"]).output).rows.first
    #expect(inside?["verdict"] == "equivalent" && inside?["margin"] == "2.0")
    let outside = try Rows(Command.run(asked + ["--margin", "1.5"]).output).rows.first
    #expect(outside?["verdict"] == "inconclusive")
    let paired = try Rows(
      Command.run(
        [
          "compare", file, "--by", "group", "--response", "time", "--event", "event", "--pair",
          "run",
        ]
      ).output
    ).rows.first
    #expect(paired?["paired"] == "1" && paired?["test"] == "restricted_mean")
    #expect(paired?["p"] != "")
  }

  @Test(
    "of a table of runs a time takes its own event, and no run ends later than its study allows")
  func eventsOfRuns() throws {
    let scratch = try Scratch()
    let file = try scratch.write(
      """
      point,arm,replicate,status,stop_reason,steps,step_to_50pct,reached_50pct,reached_10pct
      0,a,0,ok,extinct,4,,0,1
      0,a,1,ok,all_infected,6,3,1,1
      1,b,0,ok,extinct,12,,0,0
      1,b,1,ok,all_infected,7,5,1,1

      """, to: "runs.csv")
    // The study counts only where the manifest beside it lists the table, by its digest (sha256sum).
    let digest = "689a627afa3ed98bac0a5f817fd3b3340522bba4eb577924561d882821ed176c"
    _ = try scratch.write(
      "{ \"files\": [{ \"name\": \"runs.csv\", \"sha256\": \"\(digest)\" }] }", to: "manifest.json")
    func compare(_ response: String, _ event: String, maxSteps: Int) throws -> Command.Outcome {
      _ = try scratch.write(
        "{ \"model\": { \"stop\": { \"max_steps\": \(maxSteps) } } }", to: "study.resolved.json")
      return try Command.run(
        "compare", file, "--by", "arm", "--response", response, "--event", event)
    }
    let known = try compare("step_to_50pct", "reached_50pct", maxSteps: 20)
    #expect(known.exitCode == 0, "\(known.messages)")
    for (response, event) in [("step_to_50pct", "reached_10pct"), ("steps", "reached_50pct")] {
      let outcome = try compare(response, event, maxSteps: 20)
      #expect(outcome.exitCode == 2 && outcome.code == "unfit_option", "\(outcome.messages)")
    }
    let other = try compare("step_to_50pct", "reached_50pct", maxSteps: 9)
    #expect(other.exitCode == 2 && other.code == "bad_cell", "\(other.messages)")
  }
}
