import Foundation
import Testing

@Suite("Answers of comparisons") struct ComparisonAnswersTests {
  private let scratch: Scratch

  init() throws { scratch = try Scratch() }

  /// Groups a, b, ... whose k-th values are pair k.
  private func file(_ groups: [[Double]]) throws -> String {
    var text = "group,pair,value\n"
    for (number, values) in groups.enumerated() {
      let name = ["a", "b", "c", "d"][number]
      for (pair, value) in values.enumerated() { text += "\(name),\(pair),\(value)\n" }
    }
    return try scratch.write(text, to: "values.csv")
  }

  private func compare(_ groups: [[Double]], _ options: String...) throws -> Rows {
    let outcome = try Command.run(
      ["compare", try file(groups), "--by", "group", "--response", "value"] + options)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return Rows(outcome.output)
  }

  private func constant(_ value: Double, _ count: Int) -> [Double] {
    [Double](repeating: value, count: count)
  }

  /// Spread over 1, in an order of its own for each `shift`.
  private func spread(_ count: Int, _ shift: Int) -> [Double] {
    (0..<count).map { Double(($0 * 7 + shift * 5) % 17) / 17 + Double($0 % 3) / 100 }
  }

  @Test(
    "values near 1e200 are no difference, and near 1e-170 have an interval",
    arguments: [1e200, 1e-170])
  func extremes(unit: Double) throws {
    let (x, y) = (spread(20, 1), spread(20, 2))
    for test in ["welch", "anova", "welch_anova", "permutation"] {
      let plain = try compare([x, y], "--test", test)
      let scaled = try compare([x.map { $0 * unit }, y.map { $0 * unit }], "--test", test)
      let (one, other) = (plain.rows[0], scaled.rows[0])
      let p = try #require(scaled.real(other, "p"))
      #expect(abs(p - (plain.real(one, "p") ?? 0)) < 1e-9, "\(test)")
      #expect(other["verdict"] == "inconclusive", "\(test)")
      guard let low = scaled.real(other, "ci_low"), let high = scaled.real(other, "ci_high") else {
        continue  // all groups at once
      }
      let width = (plain.real(one, "ci_high") ?? 0) - (plain.real(one, "ci_low") ?? 0)
      #expect(abs((high - low) / unit - width) < 1e-9, "\(test)")
    }
  }

  @Test("12 steps in all runs and 14 in all runs differ, two runs of each do not show it")
  func constants() throws {
    for pairing in [["--pair", "pair"], []] {
      func verdict(_ count: Int) throws -> String? {
        let outcome = try Command.run(
          ["compare", try file([constant(12, count), constant(14, count)]), "--by", "group"]
            + ["--response", "value"] + pairing)
        let row = try #require(Rows(outcome.output).rows.first)
        #expect(row["estimate"] == "2.0" && row["statistic"] == "")
        return row["verdict"]
      }
      #expect(try verdict(500) == "different" && verdict(2) == "inconclusive")
    }
    let several = [constant(12, 50), constant(14, 50), constant(13, 50)]
    for test in ["anova", "welch_anova"] {
      #expect(try compare(several, "--test", test).rows.first?["verdict"] == "different")
    }
  }

  @Test("500 of 500 equal pairs are equivalent, 2 of 2 are not")
  func equalPairs() throws {
    let values = (0..<500).map { Double(20 + $0 % 9) }
    let many = try compare([values, values], "--pair", "pair", "--margin", "0.5").rows[0]
    #expect(many["verdict"] == "equivalent" && many["margin"] == "0.5" && many["p"] == "1.0")
    let few = Array(values.prefix(2))
    let row = try compare([few, few], "--pair", "pair", "--margin", "0.5").rows[0]
    #expect(row["verdict"] == "inconclusive" && row["ci_low"] == "")
  }

  @Test("effects of pairs have the variance of pairs (reference case paired-effects-1)")
  func pairedEffects() throws {
    let x = [10.83, 11.54, 10.64, 11.68, 10.73, 11.21, 11.1, 10.75, 12.04, 9.15, 9.04, 10.25]
    let y = [10.27, 10.38, 10.54, 10.85, 10.71, 11.14, 11.37, 9.55, 10.69, 7.75, 8.54, 10.7]
    for (effect, wanted) in [
      ("hedges_g", [0.5083692702473236, 0.09886389776874317, 0.9178746427259039]),
      ("cliffs_delta", [0.3181818181818182, 0.037859339184663554, 0.5520799203580344]),
    ] {
      let table = try compare([y, x], "--pair", "pair", "--estimate", effect)  // b - a
      for (column, value) in zip(["estimate", "ci_low", "ci_high"], wanted) {
        let found = try #require(table.real(table.rows[0], column))
        #expect(abs(found - value) < 1e-8, "\(effect) \(column)")
      }
    }
  }

  @Test("Welch's ANOVA is a test of its own (reference case welch-anova-2)")
  func welchAnova() throws {
    let groups = [
      [4.11, 6.65, 4.01, 7.26, 5.09, 5.07],
      [6.9, 5.05, 5.84, 5.7, 6.13, 5.76, 5.03, 5.28, 6.9],
      [3.44, 5.18, 3.93, 2.43, 5.27, 3.46, 4.24, 5.38, 4.77, 5.26, 5.3, 5.9],
    ]
    let table = try compare(groups, "--test", "welch_anova")
    #expect(table.rows.count == 1 && table.rows[0]["test"] == "welch_anova")
    #expect(abs((table.real(table.rows[0], "p") ?? 0) - 0.020647565600605825) < 1e-8)
    #expect(table.rows[0]["level_b"] == "a|b|c" && table.rows[0]["n_a"] == "27")
    let classic = try compare(groups, "--test", "anova")
    #expect(abs((classic.real(classic.rows[0], "p") ?? 0) - 0.0206) > 0.001)
  }

  @Test("clear differences of values and of whole curves pass the correction at any level")
  func rearrangements() throws {
    let groups = (0..<3).map { number in spread(30, number).map { $0 + 3 * Double(number) } }
    let values = try compare(groups, "--test", "permutation", "--confidence", "0.9999")
    #expect(values.rows.map { $0["verdict"] } == ["different", "different", "different"])
    let study = try scratch.write(
      Studies.study(
        """
          "model": { "group_size": 49 },
          "factors": { "rule": { "values": ["exact", "push"] } },
          "replicates": 60,
          "analysis": {
            "confidence": 0.9999,
            "comparisons": [
              { "factor": "rule", "response": "curve" },
              { "factor": "rule", "response": "step_to_all", "test": "welch_anova" }
            ]
          }
        """), to: "study.json")
    let folder = scratch.file("results")
    let outcome = try Command.run("run", study, "-o", folder)
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    let table = try Rows(file: folder + "/comparisons.csv")
    #expect(table.rows.map { $0["verdict"] } == ["different", "different"])
    #expect(table.rows.map { $0["test"] } == ["curve_permutation", "welch_anova"])
    #expect(table.columns.suffix(3) == ["correction", "margin", "verdict"])
    let manifest = try JSONSerialization.jsonObject(
      with: try Data(contentsOf: URL(fileURLWithPath: folder + "/manifest.json")))
    #expect((manifest as? [String: Any])?["results_version"] as? Int == 2)
  }
}
