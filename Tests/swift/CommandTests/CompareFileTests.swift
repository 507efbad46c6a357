import Foundation
import Testing

@Suite("Comparing the groups of a file") struct CompareFileTests {
  private static let rows = [
    "a,1,5", "a,2,7", "a,3,6", "a,4,9", "b,1,3", "b,2,4", "b,3,4", "b,4,5",
  ]

  private func compare(_ rows: [String], _ options: String..., header: String = "arm,case,score")
    throws -> Command.Outcome
  {
    let file = try Scratch().write(
      ([header] + rows).joined(separator: "\n") + "\n", to: "any.csv")
    return try Command.run(
      ["compare", file, "--by", "arm", "--response", "score"] + options)
  }

  @Test("pairs are what the column says, in whatever order the rows stand")
  func pairs() throws {
    let sorted = try compare(Self.rows, "--pair", "case")
    let row = try #require(Rows(sorted.output).rows.first)
    #expect(row["test"] == "paired_t" && row["estimate"] == "-2.75" && row["n_a"] == "4")
    // -2.75 ± 2.353 x 0.4787, with R's qt(0.95, 3).
    let wide = Rows(try compare(Self.rows, "--pair", "case", "--confidence", "0.9").output).rows
    let low = try #require(wide.first?["ci_low"].flatMap(Double.init))
    #expect(abs(low + 3.876_586_973) < 1e-8)
    let mixed = try compare(
      [5, 0, 3, 7, 2, 4, 1, 6].map { Self.rows[$0] }, "--pair", "case", "--reference", "a")
    #expect(Rows(mixed.output).rows.first?["estimate"] == "-2.75")
    // Averages over other factors are of a study.
    #expect(try compare(Self.rows, "--pair", "case", "--pooled").exitCode == 2)
  }

  @Test("p-values of several pairs are corrected by Holm's method unless another is asked for")
  func correction() throws {
    let rows = Self.rows + ["c,1,9", "c,2,8", "c,3,11", "c,4,10"]
    let standard = try compare(rows)
    let pairs = Rows(standard.output).rows
    let p = pairs.compactMap { $0["p"].flatMap(Double.init) }.sorted()
    let adjusted = pairs.compactMap { $0["p_adjusted"].flatMap(Double.init) }.sorted()
    #expect(p.count == 3 && abs((adjusted.first ?? 0) / (3 * (p.first ?? 1)) - 1) < 1e-9)
    #expect(try compare(rows, "--correction", "holm").output == standard.output)
    #expect(try compare(rows, "--correction", "none").output != standard.output)
    let unknown = try compare(rows, "--reference", "d")
    #expect(unknown.exitCode == 2 && unknown.code == "unknown_value", "\(unknown.messages)")
  }

  @Test("an option without another that it needs, or of a value it cannot have, is refused by name")
  func misfits() throws {
    for (options, code, setting) in [
      (["--better", "larger"], "missing_option", "--better"),
      (["--test", "tost"], "missing_option", "--test tost"),
      (["--test", "non_inferiority", "--margin", "1"], "unfit_option", "--test non_inferiority"),
      (["--test", "tost", "--margin", "1", "--better", "larger"], "unfit_option", "--test tost"),
      (["--margin", "0"], "bad_option", "--margin 0.0"),
      (["--margin", "1", "--estimate", "ratio_of_means"], "bad_option", "--margin 1.0"),
      (["--confidence", "0"], "bad_option", "--confidence 0.0"),
      (["--confidence", "1"], "bad_option", "--confidence 1.0"),
      (["--better", "higher", "--margin", "1"], "unknown_value", "--better higher"),
      (["--test", "u"], "unknown_value", "--test u"),
      (["--estimate", "mean"], "unknown_value", "--estimate mean"),
      (["--correction", "holms"], "unknown_value", "--correction holms"),
    ] {
      let file = try Scratch().write("arm,score\na,1\na,2\nb,4\nb,6\n", to: "any.csv")
      let outcome = try Command.run(
        ["compare", file, "--by", "arm", "--response", "score"] + options)
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty, "\(options)")
      #expect(outcome.code == code && outcome.messages.contains(setting), "\(outcome.messages)")
    }
  }

  @Test("a file whose columns do not fit in memory is refused with the arithmetic")
  func tooLarge() throws {
    func compare(_ rows: Int, _ options: [String] = []) throws -> Command.Outcome {
      let lines = (0..<rows).map { "\(["a", "b"][$0 % 2]),\($0 / 2),\($0 % 7)\n" }
      let file = try Scratch().write("arm,case,score\n" + lines.joined(), to: "any.csv")
      // 1 MiB in all: a tenth of it, 104,857 bytes, is for the columns.
      return try Command.run(
        ["compare", file, "--by", "arm", "--response", "score"] + options,
        environment: ["SLURM_MEM_PER_NODE": "1"])
    }
    #expect(try compare(6_553).exitCode == 0)
    #expect(try compare(4_369, ["--pair", "case"]).exitCode == 0)
    for (rows, options, words) in [
      (6_554, [], ["6,554", "2 columns", "104,864"]),
      (6_553, ["--pair", "case"], ["6,553", "3 columns", "157,272"]),
      (4_370, ["--pair", "case"], ["4,370", "3 columns", "104,880"]),
    ] as [(Int, [String], [String])] {
      let refused = try compare(rows, options + ["--json"])
      #expect(refused.exitCode == 7 && refused.output.isEmpty, "\(refused.messages)")
      let error = try refused.error()
      #expect(error.code == "over_limits" && error.file?.hasSuffix("any.csv") == true)
      for word in words + ["8 bytes", "104,857"] {
        #expect(error.message.contains(word), "\(error.message)")
      }
    }
  }

  @Test("a pair with two rows in one group is refused with both lines")
  func repeatedPair() throws {
    for (extra, line, before) in [("a,3,1", 10, 4), ("b,1,99", 10, 6)] {
      let outcome = try compare(Self.rows + [extra], "--pair", "case")
      #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
      #expect(outcome.code == "duplicate_value")
      #expect(
        outcome.messages.contains("line \(line)") && outcome.messages.contains("line \(before)"),
        "\(outcome.messages)")
    }
    // Without --pair they are two values.
    #expect(try compare(Self.rows + ["a,3,1"]).exitCode == 0)
  }

  @Test("a decimal comma is none of a results folder")
  func commaOfFolder() throws {
    let folder = try Command.run(
      "compare", try Scratch().path, "--by", "a", "--response", "b", "--decimal-comma")
    #expect(folder.exitCode == 2 && folder.code == "unfit_option", "\(folder.messages)")
  }

  @Test("two columns of one name are refused with both places, by compare and by fit")
  func repeatedColumn() throws {
    let rows = Self.rows.map { $0 + ",0" }
    let outcome = try compare(rows, header: "arm,case,score,case")
    #expect(outcome.exitCode == 2 && outcome.output.isEmpty)
    #expect(outcome.code == "bad_table", "\(outcome.messages)")
    let file = try Scratch().write("day,cases,day\n1,1,1\n2,4,2\n3,9,3\n4,16,4\n", to: "any.csv")
    let fit = try Command.run("fit", file, "--x", "day", "--y", "cases", "--model", "power")
    #expect(fit.exitCode == 2 && fit.output.isEmpty)
    #expect(fit.code == "bad_table", "\(fit.messages)")
    // Spreadsheets leave columns without a name.
    #expect(try compare(rows.map { $0 + "," }, header: "arm,case,score,,").exitCode == 0)
  }

  private func rows(_ values: [(String, [String])]) -> [String] {
    values.flatMap { group, values in values.enumerated().map { "\(group),\($0),\($1)" } }
  }

  @Test("0 of 10 beside 0 of 10 is a difference of shares with an interval, paired or not")
  func shares() throws {
    let none = rows([
      ("a", [String](repeating: "0", count: 10)), ("b", [String](repeating: "0", count: 10)),
    ])
    for (options, method, paired) in [([], "mee", "0"), (["--pair", "case"], "tango", "1")] {
      let file = try Scratch().write(
        (["arm,case,score"] + none).joined(separator: "\n"), to: "any.csv")
      let outcome = try Command.run(
        ["compare", file, "--by", "arm", "--response", "score"] + options)
      let row = try #require(Rows(outcome.output).rows.first, "\(outcome.messages)")
      #expect(row["test"] == "risk_score" && row["p"] == "1.0" && row["paired"] == paired)
      #expect(row["ci_method"] == method && row["status"] == "ok" && row["message"] == "")
      // z² / (n + z²)
      for (end, wanted) in [("ci_low", -0.277_532_8), ("ci_high", 0.277_532_8)] {
        #expect(abs(try #require(row[end].flatMap(Double.init)) - wanted) < 1e-6)
      }
    }
    // Any other value makes means of them.
    let means = try #require(Rows(try compare(none + ["a,11,2"]).output).rows.first)
    #expect(means["test"] == "welch" && means["ci_method"] == "t")
  }

  @Test("the default test is that of the effect: of the shift the rank tests")
  func testOfEffect() throws {
    for (options, test) in [([], "mann_whitney"), (["--pair", "case"], "wilcoxon")] {
      let file = try Scratch().write(
        (["arm,case,score"] + Self.rows).joined(separator: "\n"), to: "any.csv")
      let outcome = try Command.run(
        ["compare", file, "--by", "arm", "--response", "score", "--estimate", "hodges_lehmann"]
          + options)
      #expect(Rows(outcome.output).rows.first?["test"] == test, "\(outcome.messages)")
    }
  }

  @Test("a row without a test, a size or an end says why")
  func reasons() throws {
    for (values, options, status) in [
      ([("a", ["3"]), ("b", ["1", "2"])], [], "too_few_values"),
      ([("a", ["", "NA"]), ("b", ["1", "2"])], [], "too_few_values"),
      (
        [("a", ["3", "3"]), ("b", ["1", "1"]), ("c", ["1", "2"])], ["--test", "welch_anova"],
        "no_spread"
      ),
      ([("a", ["0", "0"]), ("b", ["2", "3"])], ["--estimate", "ratio_of_means"], "no_effect"),
      ([("a", ["3", "3"]), ("b", ["1", "1"])], [], "open_interval"),
      (
        [("a", ["0", "0", "0"]), ("b", ["1", "1", "0"])], ["--estimate", "risk_ratio"],
        "open_interval"
      ),
    ] as [([(String, [String])], [String], String)] {
      let file = try Scratch().write(
        (["arm,case,score"] + rows(values)).joined(separator: "\n"), to: "any.csv")
      let outcome = try Command.run(
        ["compare", file, "--by", "arm", "--response", "score"] + options)
      let row = try #require(Rows(outcome.output).rows.first, "\(outcome.messages)")
      #expect(row["status"] == status && row["message"]?.isEmpty == false, "\(row)")
      if row["p"] == "" {
        #expect(outcome.messages.contains(row["message"] ?? "?"), "\(outcome.messages)")
      }
    }
    let late = try compare(
      ["a,0,5", "a,0,6", "b,0,3", "b,0,4"], "--event", "case", "--test", "log_rank")
    let row = try #require(Rows(late.output).rows.first, "\(late.messages)")
    #expect(row["status"] == "not_reached" && late.messages.contains(row["message"] ?? "?"))
  }

  @Test("what a test of all groups would ignore is refused; what is of 0 and 1 takes nothing else")
  func ignored() throws {
    for options in [
      ["--test", "welch_anova", "--reference", "a"], ["--test", "welch_anova", "--margin", "1"],
      ["--test", "welch_anova", "--estimate", "hodges_lehmann"], ["--estimate", "risk_ratio"],
      ["--test", "risk_score"],
    ] {
      let file = try Scratch().write(
        (["arm,case,score"] + Self.rows).joined(separator: "\n"), to: "any.csv")
      let outcome = try Command.run(
        ["compare", file, "--by", "arm", "--response", "score"] + options)
      #expect(outcome.exitCode == 2 && outcome.code == "unfit_option", "\(options)")
      #expect(outcome.messages.contains("--"), "\(outcome.messages)")
    }
  }

  @Test("a test of pairs needs --pair, and one of independent groups does not take it")
  func pairing() throws {
    for test in ["paired_t", "wilcoxon"] {
      let outcome = try compare(Self.rows, "--test", test)
      #expect(outcome.exitCode == 2 && outcome.code == "missing_option", "\(test)")
      #expect(try compare(Self.rows, "--test", test, "--pair", "case").exitCode == 0, "\(test)")
    }
    for test in ["welch", "welch_anova", "mann_whitney", "kolmogorov_smirnov"] {
      let outcome = try compare(Self.rows, "--test", test, "--pair", "case")
      #expect(outcome.exitCode == 2 && outcome.code == "unfit_option", "\(test)")
      #expect(try compare(Self.rows, "--test", test).exitCode == 0, "\(test)")
    }
    let permuted = try compare(Self.rows, "--test", "permutation", "--pair", "case")
    #expect(Rows(permuted.output).rows.first?["paired"] == "1")
  }
}
