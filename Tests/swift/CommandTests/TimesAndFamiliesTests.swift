import Testing

@Suite("Comparisons of censored times, and of pairs judged together, of any file")
struct TimesAndFamiliesTests {
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
      ("estimate", -0.895), ("ci_low", -1.89210434802409), ("ci_high", 0.10210434802408995),
      ("p", 0.07853302174819878),
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
          + ["--test", "stratified_log_rank"]
      ).output
    ).rows.first
    #expect(paired?["paired"] == "1" && paired?["test"] == "stratified_log_rank")
    #expect(paired?["p"] != "")
  }

  private static let groups = [
    "a": [9.68, 12.61, 10.75, 7.99, 7.77, 7.0, 8.57, 8.48],
    "b": [11.39, 12.64, 8.01, 7.56, 9.94, 10.14, 11.56, 12.98],
    "c": [11.45, 9.36, 10.72, 10.68, 11.57, 12.28, 15.11, 13.0],
    "d": [8.06, 9.92, 10.19, 6.72, 9.5, 10.73, 12.36, 10.53],
  ]

  @Test("Tukey's and Dunnett's p and intervals are those of the reference, corrected already")
  func together() throws {
    let scratch = try Scratch()
    var text = "group,value\n"
    for (group, values) in Self.groups.sorted(by: { $0.key < $1.key }) {
      for value in values { text += "\(group),\(value)\n" }
    }
    let file = try scratch.write(text, to: "values.csv")
    func rows(_ more: String...) throws -> (Rows, Command.Outcome) {
      let outcome = try Command.run(
        ["compare", file, "--by", "group", "--response", "value"] + more)
      return (Rows(outcome.output), outcome)
    }
    let (tukey, _) = try rows("--test", "tukey")
    #expect(tukey.rows.count == 6)
    let row = try #require(
      tukey.rows.first { $0["level_a"] == "c" && $0["level_b"] == "a" })
    for (column, value) in [
      ("estimate", 2.665), ("ci_low", 0.1736359356657573), ("ci_high", 5.156364064334241),
      ("p", 0.03260755172407681), ("p_adjusted", 0.03260755172407681),
    ] {
      #expect(abs((tukey.real(row, column) ?? .nan) - value) < 1e-6, "\(column)")
    }
    #expect(tukey.rows.filter { $0["verdict"] == "different" }.count == 1)
    let (dunnett, _) = try rows("--test", "dunnett", "--reference", "a")
    #expect(dunnett.rows.count == 3)
    #expect(
      abs((dunnett.real(dunnett.rows[1], "p_adjusted") ?? .nan) - 0.01837945648205319) < 1e-7)
    for arguments in [["--test", "tukey", "--reference", "a"], ["--test", "dunnett"]] {
      let refused = try Command.run(
        ["compare", file, "--by", "group", "--response", "value"] + arguments)
      #expect(refused.exitCode == 2 && refused.code == "unfit_option", "\(refused.messages)")
    }
  }
}
