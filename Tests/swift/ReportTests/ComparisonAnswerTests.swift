import Report
import Tables
import Testing

@Suite("Comparisons in words") struct ComparisonAnswerTests {
  private static let columns = [
    "group_size", "rule", "factor", "level_a", "level_b", "response", "n_a", "n_b", "paired",
    "effect", "estimate", "ci_low", "ci_high", "test", "p", "p_adjusted", "correction", "margin",
    "verdict", "message",
  ]
  private static let described = columns.map { TableColumn($0, .string, "") }

  private func row(
    _ people: String, _ a: String, _ b: String, _ estimate: Double?,
    _ verdict: String = "different",
    response: String = "step_to_50pct", test: String = "paired_t"
  ) -> CSVRow {
    let size = estimate.map { ["mean_difference", "\($0)", "\($0 - 0.1)", "\($0 + 0.1)"] }
    return CSVRow(
      columns: Self.columns,
      cells: [people, "", "rule", a, b, response, "9", "9", "1"]
        + (size ?? ["", "", "", ""]) + [test, "1e-9", "1e-9", "holm_request", "", verdict, ""])
  }

  private func answer(_ rows: [CSVRow], _ columns: [TableColumn] = described) -> [String] {
    comparisonAnswer(rows, columns: columns, confidence: 0.95) {
      $0 == "step_to_50pct" ? "steps" : ""
    }
  }

  @Test("factors and levels are called as the study does, where they have names")
  func named() {
    var columns = Self.described
    columns[0] = TableColumn("size", .integer, "")
    (columns[0].path, columns[0].labels) = ("group_size", ["100": "small"])
    columns[1].labels = ["exact": "the rule of the app"]
    let one = row("100", "virus_app", "exact", -2)
    let renamed = CSVRow(columns: columns.map(\.name), cells: one.cells)
    let other = CSVRow(columns: columns.map(\.name), cells: ["225"] + one.cells.dropFirst())
    let words = comparisonAnswer([renamed, other], columns: columns, confidence: 0.95) { _ in "" }
    #expect(words.count == 1 && words[0].contains("the rule of the app"), "\(words)")
    let alone = comparisonAnswer([renamed], columns: columns, confidence: 0.95) { _ in "" }
    #expect(alone[0].contains("the rule of the app"), "\(alone)")
  }

  @Test("one pair in many combinations is one sentence: which is lower, where, by how much")
  func combinations() {
    var rows = (1...10).map { row("\(100 * $0)", "virus_app", "exact", 0.2 - Double($0)) }
    #expect(
      answer(rows) == [
        "virus_app reaches half of the group sooner than exact at all 10 levels of group size, by 0.8 "
          + "to 9.8 steps."
      ])
    rows[0] = row("100", "virus_app", "exact", 0.5)
    rows[1] = row("200", "virus_app", "exact", 0.05, "inconclusive")
    #expect(
      answer(rows) == [
        "virus_app reaches half of the group sooner than exact at 8 of 10 levels of group size, by 2.8 "
          + "to 9.8 steps; the other way round at 100."
      ])
    rows = (1...5).map { row("\($0)", "b", "a", Double($0) - 2.5) }
    #expect(
      answer(rows) == [
        "b reaches half of the group later than a at group size 3, 4 and 5, by 0.5 to 2.5 steps; the other "
          + "way round at 1 and 2."
      ])
    rows = (1...3).map { row("\($0)", "b", "a", 0.01, "inconclusive", response: "final_share") }
    #expect(
      answer(rows) == [
        "No difference between b and a in final_share was shown at any of 3 levels of group size."
      ])
  }

  @Test(
    "both ends of a range have the fewer decimals of the two, as long as neither becomes 0",
    arguments: [
      ([3.5, 57.504], [2.0, 0.01], "3.5 to 57.5"), ([0.012, 57.5], [0.001, 1.0], "0.01 to 57.5"),
      ([0.012, 570], [0.001, 100], "0.01 to 570"),
      ([0.0016, 31.54], [0.00002, 0.04], "0.002 to 31.54"), ([12, 3000], [5, 500], "12 to 3000"),
      ([20_001, 29_600], [2, 200], "20\u{202F}001 to 29\u{202F}600"),
      ([4.96, 5.2], [0.02, 0.02], "4.96 to 5.20"), ([0, 5.23], [0.02, 9], "0.0 to 5.2"),
    ])
  func span(means: [Double], widths: [Double], range: String) {
    let rows = zip(means, widths).enumerated().map { index, pair in
      changed(
        row("\(index)", "b", "a", pair.0),
        ["ci_low": "\(pair.0 - pair.1)", "ci_high": "\(pair.0 + pair.1)"])
    }
    #expect(answer(rows)[0].contains("by \(range) steps"), "\(answer(rows))")
  }

  @Test("combinations of which another test had to take some are counted together")
  func otherTest() {
    var rows = (1...5).map { row("\($0)", "b", "a", 2) }
    for index in 0..<2 {
      rows[index] = changed(rows[index], ["test": "restricted_mean", "effect": "", "estimate": ""])
    }
    let reported = answer(rows)
    #expect(reported.count == 2 && !reported.joined().contains("all"), "\(reported)")
    #expect(reported[0].contains("at group size 3, 4 and 5, by 2.0 steps"), "\(reported)")
  }

  @Test("a share of pairs is said with its count")
  func pairs() {
    for (response, word) in [("step_to_50pct", "faster"), ("peak_new", "smaller")] {
      let row = CSVRow(
        columns: Self.columns,
        cells: ["100", "", "rule", "virus_app", "exact", response, "100", "100", "1"]
          + ["smaller_share", "0.93", "0.8625", "0.9657", "wilcoxon", "1e-9", "1e-9"]
          + ["holm_request", "", "different", ""])
      #expect(answer([row]).joined().contains("virus_app was \(word) in 93 of 100 pairs"))
    }
  }

  @Test("of several levels the lowest comes first, then its differences to the next ones")
  func order() {
    // c is lowest, then a, then b.
    let rows = [row("9", "b", "a", 3), row("9", "c", "a", -2), row("9", "c", "b", -5)]
    let reported = answer(rows)
    #expect(reported.count == 3)
    #expect(reported[0].contains("c and a") && reported[0].contains("-2.0 steps"))
    #expect(reported[1].contains("c and b") && reported[1].contains("-5.0 steps"))
    #expect(reported[2].contains("b and a") && reported[2].contains("3.0 steps"))
    // With a reference: from the lowest one on.
    let reference = answer([row("9", "b", "a", 3), row("9", "c", "a", -2)])
    #expect(reference[0].contains("c and a") && reference[1].contains("b and a"))
  }

  @Test(
    "what a row is averaged over is a factor of its own, and no column that follows from another")
  func averaged() {
    for (columns, factor, isAveraged) in [
      ("10", "rule", false), ("", "rule", true), ("", "group_size", false),
    ] {
      var pair = row("100", "200", "50", -1)
      pair = CSVRow(
        columns: pair.columns + ["columns"],
        cells: pair.cells.map { $0 == "rule" ? factor : $0 } + [columns])
      let other = CSVRow(columns: pair.columns, cells: pair.cells.dropLast() + ["7"])
      let described = Self.described + [TableColumn("columns", .integer, "")]
      #expect(
        answer([pair, other], described)[0].contains("veraged") == isAveraged,
        "\(columns), \(factor)")
    }
  }

  private func changed(_ row: CSVRow, _ cells: [String: String]) -> CSVRow {
    var row = row
    for (column, cell) in cells { row.cells[row.columns.firstIndex(of: column)!] = cell }
    return row
  }

  @Test(
    "of ratios the one farthest from 1 is the lowest, not the smallest number beside large ones")
  func ratios() {
    // Sums of ratios have b as the lowest of three levels, sums of their logarithms a.
    let rows = [("b", "a", 4.0), ("c", "a", 3.0), ("c", "b", 9.0)].map { a, b, ratio in
      changed(
        row("9", a, b, ratio, response: "extinct"),
        ["effect": "risk_ratio", "ci_low": "\(ratio / 1.1)", "ci_high": "\(ratio * 1.1)"])
    }
    let reported = answer(rows)
    #expect(reported.count == 3, "\(reported)")
    #expect(reported.prefix(2).allSatisfy { $0.contains(" and a ") }, "\(reported)")
    #expect(reported[0].contains("risk ratio 3"))
  }

  @Test("an end that excludes no difference is not rounded to it; shares have no unit")
  func ends() {
    for (effect, estimate, low, high, shown) in [
      ("mean_difference", "0.31", "0.0042", "0.62", "0.004 to 0.620"),
      ("mean_difference", "-0.31", "-0.62", "-2e-5", "-0.62 to -2e-05"),
      ("risk_ratio", "1.9", "1.0003", "3.4", "1.0003 to 3.4000"),
      ("mean_difference", "0.31", "0", "0.62", "0.00 to 0.62"),
    ] {
      let one = changed(
        row("9", "b", "a", 3, response: "extinct"),
        ["effect": effect, "estimate": estimate, "ci_low": low, "ci_high": high])
      let words = comparisonAnswer([one], columns: Self.described, confidence: 0.95) { _ in "1" }
      #expect(words[0].contains(" \(shown); paired t test"), "\(words)")
      #expect(!words[0].contains("\(estimate) 1"), "\(words)")
    }
  }

  @Test("an answer about a margin has no P of another test; shares of 0 and 1 have no unit")
  func margins() {
    for (test, verdict, start, hasP) in [
      ("paired_t", "equivalent", "b and a are equivalent in extinct within", false),
      ("tost", "equivalent", "b and a are equivalent in extinct within", true),
      ("tost", "inconclusive", "That b and a are equivalent in extinct within", true),
      ("non_inferiority", "inconclusive", "That b is not inferior to a in extinct", true),
    ] {
      let one = changed(
        row("9", "b", "a", 0.25, verdict, response: "extinct", test: test), ["margin": "0.5"])
      let words = comparisonAnswer([one], columns: Self.described, confidence: 0.95) { _ in "0/1" }
      #expect(words[0].hasPrefix(start) && words[0].contains("P < ") == hasP, "\(words)")
      #expect(words[0].contains("was not shown") == (verdict == "inconclusive"), "\(words)")
      #expect(!words[0].contains("0/1"), "\(words)")
    }
  }

  @Test("a row without a test says why")
  func reasons() {
    let untested = changed(
      row("9", "b", "a", nil, "inconclusive"),
      ["p": "", "p_adjusted": "", "message": "a has only one value"])
    #expect(answer([untested])[0].hasSuffix("was not tested: a has only one value."))
  }

  @Test(
    "of an interval with one end this is told, of one without none",
    arguments: [(["ci_low"], "3.1"), (["ci_high"], "2.9"), (["ci_low", "ci_high"], nil)])
  func openInterval(empty: [String], known: String?) {
    #expect(answer([row("9", "b", "a", 3)])[0].contains("95\u{00A0}% interval 2.9 to 3.1"))
    let open = changed(
      row("9", "b", "a", 3), Dictionary(uniqueKeysWithValues: empty.map { ($0, "") }))
    let words = answer([open])[0]
    #expect(words.contains("interval") == (known != nil), "\(words)")
    if let known { #expect(words.contains("interval \(known) or"), "\(words)") }
  }

  @Test("pairs without any difference are equal, in one place or in all, and nothing remains open")
  func equal() {
    func equal(_ people: String) -> CSVRow {
      changed(
        row(people, "b", "a", 0, "inconclusive", test: "tost"),
        ["ci_low": "0.0", "ci_high": "0.0", "margin": "0.5", "p": "0.12", "p_adjusted": "0.2"])
    }
    for rows in [[equal("9")], [equal("9"), equal("10")]] {
      let words = answer(rows)
      #expect(words.count == 1 && words[0].contains("are equal"), "\(words)")
      #expect(!words[0].contains("open") && !words[0].contains("was not shown"), "\(words)")
    }
  }

  @Test("a margin is told where a test of a difference decides nothing")
  func undecidedMargin() {
    func open(_ people: String, _ margin: String) -> CSVRow {
      changed(
        row(people, "b", "a", 0.2, "inconclusive"),
        ["ci_low": "-0.7", "ci_high": "1.1", "margin": margin, "p": "0.4", "p_adjusted": "0.4"])
    }
    for count in 1...2 {
      let rows = (1...count).map { open("\($0)", "0.25") }
      #expect(answer(rows)[0].contains("\u{00B1}0.25 steps"))
      #expect(!answer((1...count).map { open("\($0)", "") })[0].contains("\u{00B1}"))
    }
  }

  @Test(
    "numbers within interventions have words instead of paths",
    arguments: [
      ("0.when.infected_share", "start at infected share 7"),
      ("0.until.after_steps", "length in steps 7"),
      ("1.multiply.infection_probability", "\u{00D7} infection probability 7"),
    ])
  func interventions(path: String, words: String) {
    var columns = Self.described
    columns[0] = TableColumn("interventions.x.\(path)", .number, "")
    let rows = ["7", "8"].map { value in
      CSVRow(
        columns: columns.map(\.name),
        cells: row(value, "all", "", nil, test: "welch_anova").cells)
    }
    let found = comparisonAnswer(rows, columns: columns, confidence: 0.95) { _ in "" }
    #expect(found[0].hasPrefix("At \(words): "), "\(found)")
  }

  @Test("units have their singular, and are spelled out")
  func units() {
    for (unit, one, two) in [
      ("step", "1 step", "2 steps"), ("people/step", "1 person per step", "2 people per step"),
    ] {
      for (estimate, expected) in [("1", one), ("2", two)] {
        let shown = changed(
          row("9", "b", "a", 3, response: "peak_new"),
          ["estimate": estimate, "ci_low": "", "ci_high": ""])
        let words = comparisonAnswer([shown], columns: Self.described, confidence: 0.95) { _ in unit
        }
        #expect(words[0].contains("\(expected);"), "\(words)")
      }
    }
  }

  @Test("a sentence about all levels names where it was tested, if that differs between rows")
  func places() {
    func row(_ people: String) -> CSVRow { self.row(people, "all", "", nil, test: "welch_anova") }
    let both = answer([row("77"), row("88")])
    #expect(both.map { $0.contains("77") } == [true, false])
    #expect(both.map { $0.contains("88") } == [false, true])
    #expect(answer([row("77"), row("77")]).allSatisfy { !$0.contains("77") })
  }
}
