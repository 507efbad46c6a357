import Foundation
import TestSupport
import Testing

/// What the built program makes of studies of final values.
@Suite("Final values") struct FinalValuesCommandTests {
  @Test("tables of what only passes tell follow from the runs")
  func tables() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.finalValues, to: "study.json")
    let folder = scratch.file("results")
    try #require(Command.run("run", study, "-o", folder).exitCode == 0)
    #expect(try Command.run("verify", folder, "--sample", "40").exitCode == 0)
    let runs = try Rows(file: folder + "/runs.csv").rows
    let curves = try Rows(file: folder + "/final_size_curves.csv").rows
    func values(_ contacts: String, _ probability: String, _ column: String) -> [Double] {
      runs.filter {
        $0["contacts"] == contacts && $0["infection_probability"] == probability
      }.compactMap { Double($0[column] ?? "") }
    }
    func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }
    // 18 levels of two combinations and of their difference.
    #expect(curves.count == 54)
    for row in curves {
      let probability = row["infection_probability"] ?? ""
      let (low, high) = (Double(row["ci_low"] ?? "") ?? .nan, Double(row["ci_high"] ?? "") ?? .nan)
      #expect(row["n"] == "40" && low < high)
      guard ["0.1", "0.5", "0.9"].contains(probability) else { continue }
      let far = mean(values("far", probability, "final_share"))
      let near = mean(values("near", probability, "final_share"))
      let (farLarge, nearLarge) = (
        mean(values("far", probability, "reached_10pct")),
        mean(values("near", probability, "reached_10pct"))
      )
      let expected: (mean: Double, large: Double) =
        switch (row["combination_a"], row["combination_b"]) {
        case ("contacts=near", ""): (near, nearLarge)
        case ("contacts=far", ""): (far, farLarge)
        default: (far - near, farLarge - nearLarge)
        }
      #expect(abs((Double(row["mean"] ?? "") ?? .nan) - expected.mean) < 1e-12)
      #expect(abs((Double(row["share_large"] ?? "") ?? .nan) - expected.large) < 1e-12)
    }
    #expect(
      curves.filter { $0["combination_b"] == "contacts=near" }.count == 18)
    // One value per combination and replicate, at its first point.
    for row in runs {
      let isFirst = row["infection_probability"] == "0.1"
      #expect((row["critical"]?.isEmpty ?? true) == !isFirst)
      #expect((row["reached_critical"] == "1") == isFirst)
    }
    let summary = try Rows(file: folder + "/summary.csv").rows.filter {
      $0["response"] == "critical"
    }
    #expect(summary.map { $0["n"] } == ["40", "40"])
    for (row, contacts) in zip(summary, ["near", "far"]) {
      let sorted = values(contacts, "0.1", "critical").sorted()
      let median = (sorted[19] + sorted[20]) / 2
      #expect(abs((Double(row["median"] ?? "") ?? .nan) - median) < 1e-12)
      // The share of runs that reach it at a level is the distribution function there.
      for level in ["0.3", "0.6"] {
        let reached = values(contacts, level, "final_share").count { $0 >= 0.3 }
        #expect(reached == sorted.count { $0 <= Double(level) ?? 0 })
      }
    }
    let comparisons = try Rows(file: folder + "/comparisons.csv").rows
    let critical = comparisons.filter { $0["response"] == "critical" }
    #expect(critical.count == 1 && critical.first?["paired"] == "1")
    #expect(comparisons.count { $0["response"] == "final_share" } == 9)
    #expect(try Command.run("report", folder).exitCode == 0)
  }

  @Test("what only passes tell needs their conditions, each by its name")
  func conditions() throws {
    let scratch = try Scratch()
    let late = #"{"late":[{"when":{"step":2},"multiply":{"infection_probability":0.5}}]}"#
    for (settings, words) in [
      (["random_numbers=independent"], "random_numbers"), (["model.rule=exact"], "rule"),
      (["model.immune_steps=3"], "immune_steps"), (["model.stop.share=0.5"], "stop.share"),
      (["model.infectious_steps=forever"], "infectious_steps"),
      ([#"model.introductions=[{"step":2,"random":1}]"#], "introduced after step 0"),
      (["interventions=\(late)", "model.interventions=late"], "there are interventions"),
      (["record.responses=all"], "record.responses"),
    ] {
      let study = try scratch.write(Studies.finalValues, to: "study.json")
      let set = settings.flatMap { ["--set", $0] }
      let checked = try Command.run(["check", study, "--json"] + set)
      #expect(checked.exitCode == 2 && checked.messages.contains("needs_passes"))
      #expect(checked.messages.contains(words), "\(settings): \(checked.messages)")
    }
    let search = try scratch.write(
      """
      {
        "spreadlab": 1, "study": "search", "seed": 3,
        "model": { "group_size": 60, "rule": "each_contact", "infectious_steps": 1 },
        "responses": { "critical": { "critical_probability": { "share": 0.3 } } },
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": 0.1, "to": 0.9,
          "response": "reached_50pct", "target": 0.5, "half_width": 0.05
        },
        "record": { "responses": "final" }
      }
      """, to: "search.json")
    let checked = try Command.run("check", search, "--json")
    #expect(checked.exitCode == 2 && checked.code == "needs_passes", "\(checked.messages)")
  }

  @Test("what is the same at all levels is no condition, no variance share, and not pooled")
  func once() throws {
    let scratch = try Scratch()
    let study = try scratch.write(Studies.finalValues, to: "study.json")
    for (key, value) in [
      ("analysis.given", #"["reached_critical"]"#), ("analysis.comparisons[0].pooled", "true"),
      ("analysis.sensitivity", #"{"method":"anova","responses":["critical"]}"#),
    ] {
      let checked = try Command.run("check", study, "--set", "\(key)=\(value)", "--json")
      #expect(
        checked.exitCode == 2 && checked.code == "bad_relation", "\(key): \(checked.messages)")
    }
    let given = scratch.file("given")
    let run = try Command.run(
      "run", study, "-o", given, "--set", #"analysis.given=["reached_10pct"]"#)
    try #require(run.exitCode == 0, "\(run.messages)")
    let rows = try Rows(file: given + "/summary_given.csv").rows
    #expect(rows.contains { $0["response"] == "final_share" })
    #expect(!rows.contains { $0["response"]?.hasSuffix("critical") ?? false })
  }

  @Test("levels of a sampled factor are its points", arguments: ["sobol", "latin_hypercube"])
  func sampled(design: String) throws {
    let scratch = try Scratch()
    let study = try scratch.write(
      """
      {
        "spreadlab": 1, "study": "sampled", "seed": 3, "replicates": 20,
        "model": { "group_size": 60, "contacts": "everybody", "rule": "each_contact", "infectious_steps": 1 },
        "factors": { "infection_probability": { "from": 0, "to": 0.1 } },
        "design": { "type": "\(design)", "points": 8 },
        "record": { "responses": "final" },
        "analysis": { "dose_responses": [{ "response": "reached_10pct", "factor": "infection_probability" }] }
      }
      """, to: "study.json")
    let checked = try Command.run("check", study, "--json")
    #expect(checked.exitCode == 0, "\(checked.messages)")
    #expect(try Command.run("run", study, "-o", scratch.file("results")).exitCode == 0)
  }
}
