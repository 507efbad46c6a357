import Foundation
import Testing

@Suite("How two folders differ") struct DiffTests {
  /// Runs small enough to know them, and too short for all to be infected always.
  private static func study(
    seed: Int = 7, probability: Double = 0.5, rules: String = #""exact", "push""#,
    replicates: Int = 12, more: String = ""
  ) -> String {
    Studies.study(
      """
        "model": {
          "group_size": 36, "infection_factor": 2, "infection_probability": \(probability),
          "stop": { "max_steps": 9 }
        },
        "factors": { "rule": { "values": [\(rules)] } }, "replicates": \(replicates)\(more)
      """, seed: seed)
  }

  /// Runs a study, for its folder.
  private func run(_ study: String, _ name: String, in scratch: Scratch) throws -> String {
    let file = try scratch.write(study, to: name + ".json")
    let outcome = try Command.run("run", file, "-o", scratch.file(name), "--quiet")
    try #require(outcome.exitCode == 0, "\(outcome.messages)")
    return scratch.file(name)
  }

  private func settings(_ json: [String: Any]) throws -> [String: [String]] {
    let list = try #require(json["settings"] as? [[String: Any]])
    return Dictionary(
      uniqueKeysWithValues: list.map { setting in
        ("\(setting["path"] ?? "")", ["a", "b"].map { "\(setting[$0] ?? "")" })
      })
  }

  @Test("equal folders end with 0, whatever else they hold")
  func equal() throws {
    let scratch = try Scratch()
    let a = try run(Self.study(), "a", in: scratch)
    let b = try run(Self.study(), "b", in: scratch)
    try Data().write(to: scratch.url("b/timings.csv"))
    let outcome = try Command.run("diff", a, b)
    #expect(outcome.exitCode == 0 && outcome.errors == [], "\(outcome.messages)")
    let rows = Rows(outcome.output)
    #expect(rows.rows.count == 36)
    #expect(rows.rows.allSatisfy { ["", "0.0"].contains($0["difference"]) })
    let json = try Command.run("diff", a, b, "--json").json()
    #expect(json["equal"] as? Bool == true && json["same_runs"] as? Bool == true)
    #expect((json["settings"] as? [Any])?.isEmpty == true)
    let tables = try #require(json["tables"] as? [String: String])
    #expect(tables["runs.csv"] == "equal" && Set(tables.values) == ["equal"])
    #expect(tables["timings.csv"] == nil && tables["manifest.json"] == nil)
    // A byte of a table alone.
    let summary = try String(contentsOf: scratch.url("b/summary.csv"), encoding: .utf8)
    _ = try scratch.write(summary.replacing("wilson", with: "Wilson"), to: "b/summary.csv")
    try FileManager.default.removeItem(at: scratch.url("a/curves.csv"))
    let edited = try Command.run("diff", a, b, "--json")
    #expect(try edited.exitCode == 8 && edited.error().code == "folders_differ")
    let states = try #require(try edited.json()["tables"] as? [String: String])
    #expect(states["summary.csv"] == "different" && states["curves.csv"] == "only_b")
    #expect(try edited.json()["same_runs"] as? Bool == true)
  }

  /// A row as scipy 1.17 has it: `ttest_ind(x, y, equal_var=False)`, or `ttest_1samp(x - y, 0)` of pairs,
  /// over the cells of both runs.csv that are not empty.
  private struct Known {
    let rule, response: String
    let counts: [Int]
    let numbers: [Double]  // difference, ends of its interval, t, P
  }

  private func expect(_ known: [Known], in rows: Rows, paired: String) throws {
    for known in known {
      let row = try #require(
        rows.rows.first { $0["rule"] == known.rule && $0["response"] == known.response })
      #expect(["n_a", "n_b"].map { row[$0] } == known.counts.map(String.init))
      #expect(row["paired"] == paired)
      // A standard error is a difference over its t.
      for (column, value) in [
        ("difference", known.numbers[0]), ("std_error", known.numbers[0] / known.numbers[3]),
      ] {
        let found = try #require(rows.real(row, column))
        #expect(abs(found - value) < 1e-9, "\(known.rule) \(known.response) \(column): \(found)")
      }
      let means = try ["mean_a", "mean_b"].map { try #require(rows.real(row, $0)) }
      #expect(abs(means[0] - means[1] - known.numbers[0]) < 1e-9)
    }
  }

  @Test("another seed: independent runs, as scipy compares them")
  func seed() throws {
    let scratch = try Scratch()
    let a = try run(Self.study(), "a", in: scratch)
    let b = try run(Self.study(seed: 8), "b", in: scratch)
    let outcome = try Command.run("diff", a, b)
    #expect(outcome.exitCode == 8 && outcome.errors == ["folders_differ"])
    #expect(outcome.notes == ["ignored_censoring"])
    try expect(
      [
        Known(
          rule: "exact", response: "final_infected", counts: [12, 12],
          numbers: [
            0.0833333333333357, -1.1398187671828823, 1.3064854338495537, 0.14129296641852976,
            0.8889243341819856,
          ]),
        Known(
          rule: "exact", response: "step_to_all", counts: [11, 10],
          numbers: [
            -0.18181818181818166, -1.0994942090536732, 0.7358578454173099, -0.4164257492330141,
            0.6820500621954436,
          ]),
        Known(
          rule: "push", response: "step_to_50pct", counts: [11, 8],
          numbers: [
            0.20454545454545414, -0.6871376264719764, 1.0962285355628847, 0.484543711852348,
            0.634278180190393,
          ]),
        Known(
          rule: "exact", response: "reached_all", counts: [12, 12],
          numbers: [
            0.08333333333333326, -0.2082162439187537, 0.3748829105854202, 0.5956833971812701,
            0.5579736880953554,
          ]),
      ], in: Rows(outcome.output), paired: "0")
    let json = try Command.run("diff", a, b, "--json").json()
    #expect(try settings(json) == ["$.seed": ["7", "8"]])
    #expect(json["common_points"] as? Int == 2)
    let tables = try #require(json["tables"] as? [String: String])
    #expect(tables["points.csv"] == "equal" && tables["runs.csv"] == "different")
  }

  @Test("another constant with common random numbers: pairs, as scipy compares them")
  func pairs() throws {
    let scratch = try Scratch()
    let a = try run(Self.study(), "a", in: scratch)
    let b = try run(Self.study(probability: 0.6), "b", in: scratch)
    let outcome = try Command.run("diff", a, b)
    #expect(outcome.exitCode == 8)
    try expect(
      [
        Known(
          rule: "exact", response: "step_to_all", counts: [11, 11],
          numbers: [
            0.8181818181818182, 0.31381627277078206, 1.3225473635928544, 3.614486980061245,
            0.0047327429180268835,
          ]),
        Known(
          rule: "push", response: "final_infected", counts: [12, 12],
          numbers: [
            -3.1666666666666665, -4.876557845724861, -1.4567754876084724, -4.076157843055919,
            0.0018321330993687703,
          ]),
        Known(
          rule: "push", response: "step_to_50pct", counts: [11, 11],
          numbers: [
            0.8181818181818182, 0.15870049755119808, 1.4776631388124384, 2.7643280257527807,
            0.019980838087329842,
          ]),
        Known(
          rule: "exact", response: "roundness", counts: [12, 12],
          numbers: [
            0.06493446395831325, -0.0500839321534953, 0.1799528600701218, 1.242582024981652,
            0.23985852868046903,
          ]),
      ], in: Rows(outcome.output), paired: "1")
    let json = try Command.run("diff", a, b, "--json").json()
    #expect(try settings(json) == ["$.model.infection_probability": ["0.5", "0.6"]])
    // Points with numbers of their own are other runs where a constant differs.
    let own = #", "random_numbers": "independent""#
    let c = try run(Self.study(more: own), "c", in: scratch)
    let d = try run(Self.study(probability: 0.6, more: own), "d", in: scratch)
    let independent = Rows(try Command.run("diff", c, d).output)
    #expect(Set(independent.rows.map { $0["paired"] }) == ["0"])
  }

  @Test("responses that stand elsewhere on the other side are compared with their own values")
  func places() throws {
    let scratch = try Scratch()
    let masks = """
      , "interventions": { "masks": [{
        "when": { "step": 2 }, "multiply": { "infection_probability": 0.5 } }] }
      """
    // Those of a course stand before those of interventions.
    let folders = try [("a", ""), ("b", "\"infectious_steps\": 3,")].map { name, course in
      try run(
        Self.study(more: masks).replacing(
          "\"model\": {", with: "\"model\": { \"interventions\": \"masks\", \(course)"),
        name, in: scratch)
    }
    let rows = Rows(try Command.run("diff", folders[0], folders[1]).output).rows
    let runs = try folders.map { try Rows(file: $0 + "/runs.csv") }
    #expect(rows.count > 30 && Set(rows.map { $0["paired"] }) == ["1"])
    for row in rows {
      let (rule, response) = (try #require(row["rule"]), try #require(row["response"]))
      let values = runs.map { runs in
        runs.rows.filter { $0["rule"] == rule }.map { runs.real($0, response) }
      }
      let differences = zip(values[0], values[1]).compactMap { one, other in
        one.flatMap { one in other.map { one - $0 } }
      }
      try #require(values.allSatisfy { $0.count == 12 })
      guard !differences.isEmpty else { continue }
      let mean = differences.reduce(0, +) / Double(differences.count)
      let found = try #require(Double(row["difference"] ?? ""), "\(rule) \(response)")
      #expect(abs(found - mean) < 1e-12, "\(rule) \(response): \(found), \(mean)")
    }
  }

  @Test("values that were not reached are noted, be it a single one")
  func unreached() throws {
    let scratch = try Scratch()
    // So many times of the three runs of a seed have no value.
    let known: [(seed: Int, unreached: Int)] = [(1, 0), (6, 1), (10, 2)]
    let folders = try known.map { seed, unreached in
      let study = Self.study(seed: seed, rules: #""exact""#, replicates: 3)
      let folder = try run(study, "\(seed)", in: scratch)
      let runs = try Rows(file: folder + "/runs.csv")
      let times = runs.columns.filter { $0.hasPrefix("step_to_") }
      #expect(runs.rows.flatMap { row in times.filter { row[$0] == "" } }.count == unreached)
      return folder
    }
    for (folder, study) in zip(folders, known) {
      let notes = try Command.run("diff", folder, folders[0]).notes
      #expect(notes == (study.unreached > 0 ? ["ignored_censoring"] : []), "seed \(study.seed)")
    }
  }

  @Test("the same runs with a response of another name are not the same")
  func renamed() throws {
    let scratch = try Scratch()
    let folders = try ["x", "y"].map { name in
      let own = #", "responses": { "\#(name)": { "infected_at": 4 } }"#
      return try run(Self.study(more: own), name, in: scratch)
    }
    let json = try Command.run("diff", folders[0], folders[1], "--json").json()
    #expect(json["same_runs"] as? Bool == false && json["common_points"] as? Int == 2)
    #expect(json["responses_only_a"] as? [String] == ["x"])
    #expect(json["responses_only_b"] as? [String] == ["y"])
  }

  @Test("points are matched by what varies; those of one side, and its responses, are named")
  func points() throws {
    let scratch = try Scratch()
    let a = try run(Self.study(), "a", in: scratch)
    let own = #", "responses": { "at_four": { "infected_at": 4 } }"#
    let b = try run(Self.study(rules: #""push", "exact", "capped""#, more: own), "b", in: scratch)
    let outcome = try Command.run("diff", a, b, "--json")
    #expect(outcome.exitCode == 8)
    let json = try outcome.json()
    #expect(json["common_points"] as? Int == 2 && json["same_runs"] as? Bool == false)
    #expect(json["points_only_a"] as? [Int] == [] && json["points_only_b"] as? [Int] == [2])
    #expect(json["responses_only_a"] as? [String] == [])
    #expect(json["responses_only_b"] as? [String] == ["at_four"])
    let rows = try #require(json["rows"] as? [[String: Any]])
    let places = Set(
      rows.map { "\($0["point_a"] ?? "") \($0["point_b"] ?? "") \($0["rule"] ?? "")" })
    #expect(places == ["0 1 exact", "1 0 push"])
    // The same runs at other places: nothing differs but the settings.
    #expect(rows.allSatisfy { $0["difference"] as? Double ?? 0 == 0 })
    #expect(try Command.run("diff", a, b).messages.contains("points only in b: 2 (rule capped)"))
  }

  @Test("a folder without tables is compared by its runs, also while a process makes more of them")
  func unfinished() throws {
    let scratch = try Scratch()
    let whole = try run(Self.study(), "whole", in: scratch)
    let half = try run(Self.study(replicates: 6), "half", in: scratch)
    for name in try FileManager.default.contentsOfDirectory(atPath: half) where name != ".store" {
      try FileManager.default.removeItem(atPath: half + "/" + name)
    }
    let outcome = try Command.run("diff", whole, half, "--json")
    #expect(outcome.exitCode == 8)
    let json = try outcome.json()
    #expect(try settings(json) == ["$.replicates": ["12", "6"]])
    let tables = try #require(json["tables"] as? [String: String])
    #expect(Set(tables.values) == ["only_a"] && json["same_runs"] as? Bool == false)
    #expect(try Command.run("diff", half, half).exitCode == 0)
    let study = try scratch.write(Studies.long, to: "long.json")
    let folder = scratch.file("long")
    let running = try Command.start(["run", study, "-o", folder, "-j", "1"])
    while try Command.run("status", folder).exitCode != 0 { Thread.sleep(forTimeInterval: 0.01) }
    running.send(SIGSTOP)
    let beside = try Command.run("diff", folder, folder, "--json")
    running.send(SIGCONT)
    running.send(SIGINT)
    #expect(beside.exitCode == 0, "\(beside.messages)")
    let notes = try #require(try beside.json()["notes"] as? [[String: Any]])
    #expect(notes.map { $0["code"] as? String }.contains("unfinished_study"))
    #expect(try running.finish().exitCode == 130)
  }

  @Test("what is no folder of results is named")
  func refused() throws {
    let scratch = try Scratch()
    let a = try run(Self.study(), "a", in: scratch)
    for (folder, code, status) in [(scratch.path, "no_results", 2), ("/none", "no_results", 2)] {
      for folders in [[a, folder], [folder, a]] {
        let outcome = try Command.run(["diff"] + folders)
        #expect(outcome.exitCode == status && outcome.code == code && outcome.output.isEmpty)
        #expect(outcome.messages.contains(folder))
      }
    }
    let file = try scratch.write(Self.study(), to: "part.json")
    try Command.run("run", file, "-o", scratch.file("part"), "--shard", "1/2", "--quiet")
    let part = try Command.run("diff", a, scratch.file("part"), "--json")
    #expect(try part.exitCode == 2 && part.error().code == "part_only")
  }
}
