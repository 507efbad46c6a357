import Foundation
import Spreadlab
import Synchronization
import Testing

import enum SpreadModel.KeyValue
import class SpreadModel.ModelKey
import struct SpreadModel.SpreadRule

/// Contacts as the built-in rule `exact`, with random numbers of its own.
private struct Mine: ContactRule {
  let name = "mine"
  var version = 1

  func act(_ source: Source, on candidates: inout Candidates, using random: inout RandomWords) {
    let contacts = min(Int(source.infectionFactor), candidates.count)
    for candidate in random.choice(of: contacts, from: candidates.count)
    where random.happens(source.infectionProbability) {
      candidates.infect(candidate)
    }
  }
}

/// Fails where a number that is drawn in the first step is 0 of three.
private struct Failing: ContactRule {
  struct NoData: Error, CustomStringConvertible { let description = "no data" }
  let name = "failing"
  let version = 1

  func act(
    _ source: Source, on candidates: inout Candidates, using random: inout RandomWords
  ) throws {
    if source.step == 1, random.below(3) == 0 { throw NoData() }
    candidates.infect(0)
  }
}

/// A folder of its own for a test, gone afterwards.
private final class Folder {
  let path = NSTemporaryDirectory() + "spreadlab-" + UUID().uuidString
  deinit { try? FileManager.default.removeItem(atPath: path) }
}

@Suite(.freshRules) struct StudyTests {
  private func scenario() -> Scenario {
    var scenario = Scenario(groupSize: 49, rule: "exact")
    scenario.infectionFactor = 2
    scenario.infectionProbability = 0.5
    return scenario
  }

  private func study(replicates: Int = 6) throws -> Study {
    try Study(
      "swift", seed: 11, model: scenario(),
      factors: [.rules("exact", Rule(Mine())), Factor("infection_probability", [0.25, 1])],
      replicates: replicates)
  }

  @Test("a study from values is run, and its results come back as typed rows")
  func rows() throws {
    let folder = Folder()
    let study = try study()
    #expect(study.name == "swift" && study.pointCount == 4)
    let results = try study.run(in: folder.path, threads: 2)
    let runs = try results.runs()
    #expect(runs.map(\.point) == [0, 1, 2, 3].flatMap { Array(repeating: $0, count: 6) })
    #expect(runs.prefix(6).map(\.replicate) == Array(0..<6))
    #expect(runs[6].parameters["rule"] == "exact" && runs[12].parameters["rule"] == "mine")
    #expect(Set(runs[0].parameters.keys).isSuperset(of: ["group_size", "infection_probability"]))
    #expect(runs.allSatisfy { $0.end == .allInfected && $0.responses["final_share"] == 1 })
    let summary = try results.summary()
    let steps = try #require(summary.first { $0.point == 2 && $0.response == "step_to_50pct" })
    #expect(steps.runs == 6 && steps.reached == 6 && steps.unit == "steps")
    #expect(steps.parameters["infection_probability"] == "0.25")
    let values = runs[12..<18].compactMap { $0.responses["step_to_50pct"] }
    #expect(steps.mean == values.reduce(0, +) / 6)
    #expect(steps.smallest == values.min() && steps.largest == values.max())
    #expect(try #require(steps.interval).contains(try #require(steps.mean)))
    let drift = try #require(summary.first { $0.response == "step_to_all" })
    #expect(drift.median != nil && drift.standardDeviation != nil)
    #expect(
      try results.table("points.csv").map { $0["replicates"] } == Array(repeating: "6", count: 4))
    #expect(try results.faults(sample: 8) == [])
    #expect(try Results(in: folder.path) == results)
    // As the tables have them, and nothing of another column.
    let table = try results.table("summary.csv")
    for (row, text) in zip(summary, table) {
      #expect(row.interval?.lowerBound == text.number("ci_low"))
      #expect(row.interval?.upperBound == text.number("ci_high"))
      #expect(row.mean == text.number("mean") && row.median == text.number("median"))
      #expect(row.standardDeviation == text.number("sd"))
      #expect(row.parameters["response"] == nil && row.parameters["point"] == nil)
    }
    #expect(summary.count == table.count && summary.contains { $0.interval?.lowerBound == 1 })
    #expect(runs[0].parameters["replicate"] == nil && runs[0].parameters["final_share"] == nil)
    #expect(runs[0].responses["replicate"] == nil && runs[0].responses["stop_reason"] == nil)
    let file = "\(folder.path)/summary.csv"
    try String(contentsOfFile: file, encoding: .utf8).replacing("people", with: "PEOPLE")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let faults = try results.faults(sample: 0)
    #expect(faults.count == 1 && faults[0].contains("summary.csv"))
  }

  @Test("so do the alternatives of a selection")
  func selection() throws {
    let folder = Folder()
    let study = try Study(
      json: """
        {
          "spreadlab": 1, "study": "best", "seed": 3, "model": { "group_size": 30, "stop": { "max_steps": 4 } },
          "factors": { "infection_probability": { "values": [0.2, 0.5, 0.9] } },
          "design": {
            "type": "select", "response": "final_infected", "best": "largest", "indifference": 1, "max_runs": 5000
          }
        }
        """)
    let rows = try study.run(in: folder.path, threads: 2).selection()
    #expect(rows.map(\.point) == [0, 1, 2])
    #expect(rows.map(\.status) == [.eliminated, .eliminated, .best])
    #expect(rows.allSatisfy { $0.verdict == .selected && $0.runs >= 20 && $0.isFeasible == nil })
    #expect(rows[2].difference == nil && rows[2].eliminatedBy == nil)
    for row in rows.prefix(2) {
      let (interval, difference) = (
        try #require(row.interval), try #require(row.difference)
      )
      #expect(row.eliminatedBy == 2 && interval.contains(difference))
    }
    #expect(rows[0].parameters["infection_probability"] == "0.2")
  }

  @Test("and whether they keep a constraint")
  func constrained() throws {
    let folder = Folder()
    let study = try Study(
      json: """
        {
          "spreadlab": 1, "study": "kept", "seed": 3, "model": { "group_size": 30, "stop": { "max_steps": 4 } },
          "factors": { "infection_probability": { "values": [0.1, 0.5, 1] } },
          "design": {
            "type": "select", "response": "final_infected", "best": "largest", "indifference": 1, "max_runs": 5000,
            "subject_to": [{ "response": "peak_new", "at_most": 5, "tolerance": 1 }]
          }
        }
        """)
    let results = try study.run(in: folder.path, threads: 2)
    let (rows, table) = (try results.selection(), try results.table("selection.csv"))
    #expect(
      rows.map(\.isFeasible)
        == table.map { $0["feasible"].flatMap { ["0": false, "1": true][$0] } })
    #expect(Set(rows.map(\.isFeasible)).isSuperset(of: [true, false]))
    #expect(rows.map(\.roundEliminated) == table.map { $0["round_eliminated"].flatMap { Int($0) } })
    for (row, text) in zip(rows, table) {
      #expect(row.status == (row.isFeasible == false ? .infeasible : row.status))
      #expect(row.interval?.lowerBound == text.number("ci_low") && row.mean == text.number("mean"))
      #expect(row.parameters["status"] == nil && row.parameters["infection_probability"] != nil)
    }
  }

  @Test("a report by choice: a response that the tables do not have is refused by its name")
  func report() throws {
    let folder = Folder()
    let results = try study().run(in: folder.path)
    try results.writeReport(responses: ["peak_new", "final_share"], panels: 2)
    let page = try String(contentsOfFile: "\(folder.path)/report.html", encoding: .utf8)
    #expect(page.contains("peak_new") && page.contains("final_share"))
    let error = #expect(throws: SpreadlabError.self) {
      try results.writeReport(responses: ["peak_old"])
    }
    #expect(error?.exitCode == 2 && error?.code == "unknown_value")
  }

  @Test("a scenario's run is the run with its replicate in a study of that scenario")
  func sameRun() throws {
    let folder = Folder()
    var scenario = scenario()
    scenario.rule = Rule(Mine())
    scenario.infectiousSteps = 3
    scenario.introductions = [.init(.people([0, 48])), .init(.random(2), step: 2)]
    let runs = try Study("alone", seed: 5, model: scenario, replicates: 4)
      .run(in: folder.path).runs()
    let alone = try scenario.runs(0..<4, seed: 5)
    #expect(runs.map(\.responses) == alone.map(\.responses))
    #expect(runs.map(\.end) == alone.map(\.end))
    #expect(try scenario.run(seed: 5, replicate: 2) == alone[2])
    #expect(try scenario.run(seed: 6, replicate: 2) != alone[2])
    #expect(alone.allSatisfy { $0.infected[0] == 2 && $0.steps == $0.infected.count - 1 })
    #expect(alone.allSatisfy { $0.everInfected.last == $0.infectedAt.count { $0 != nil } })
  }

  @Test("a run that fails is an error of its own, and a row without an end; the others are made")
  func failing() throws {
    let folder = Folder()
    var scenario = Scenario(groupSize: 9, rule: Rule(Failing()))
    scenario.maxSteps = 3
    let runs = try Study("failing", seed: 5, model: scenario, replicates: 40).run(in: folder.path)
      .runs()
    var failed: [Int] = []
    for (replicate, row) in runs.enumerated() {
      do throws(SpreadlabError) {
        let run = try scenario.run(seed: 5, replicate: replicate)
        #expect(run.end == row.end && run.responses == row.responses)
      } catch {
        failed.append(replicate)
        #expect(error.exitCode == 3 && error.code == "runs_failed" && row.end == nil)
        #expect(error.description.contains("replicate \(replicate) "))
        #expect(error.description.contains("no data"))
      }
    }
    #expect(runs.count == 40 && (1..<40).contains(failed.count))
    let error = #expect(throws: SpreadlabError.self) { try scenario.runs(0..<40, seed: 5) }
    #expect(error?.code == "runs_failed")
    #expect(error?.description.contains("replicate \(failed.first ?? -1) ") == true)
  }

  @Test("every value of a scenario gets into the study")
  func everyValue() throws {
    var scenario = Scenario(groupSize: 30, rule: "push")
    scenario.columns = 6
    scenario.boundary = .torus
    scenario.infectionFactor = 1
    scenario.infectionProbability = 0.75
    scenario.introductions = [.init(.center), .init(.people([1, 2]), step: 3), .init(.random(4))]
    scenario.latentSteps = 1
    scenario.infectiousSteps = 2
    scenario.recoveryProbability = 0.125
    scenario.immuneSteps = 7
    scenario.immuneShare = 0.5
    scenario.stopShare = 0.875
    scenario.maxSteps = 99
    let json = try Study("all", seed: 1, model: scenario).json
    for text in [
      #""group_size": 30"#, #""infection_factor": 1,"#, #""infection_probability": 0.75"#,
      #""rule": "push""#, #""columns": 6"#, #""boundary": "torus""#,
      #"{"step": 0, "at": "center"}"#, #""step": 3,"#, #""people": [1, 2]"#,
      #"{"step": 0, "random": 4}"#, #""latent_steps": 1"#, #""infectious_steps": 2"#,
      #""recovery_probability": 0.125"#, #""immune_steps": 7"#, #""immune_share": 0.5"#,
      #"{"share": 0.875, "max_steps": 99}"#,
    ] {
      #expect(json.contains(text), "\(text) in \(json)")
    }
    let standard = Scenario(groupSize: 9)
    for (key, value) in [
      (.infectionFactor, .whole(Int(standard.infectionFactor))),
      (.infectionProbability, .real(standard.infectionProbability)),
      (.rule, .name("\(standard.rule)")), (.boundary, .name(standard.boundary.rawValue)),
      (.latentSteps, .whole(standard.latentSteps)),
      (.recoveryProbability, .real(standard.recoveryProbability)),
      (.immuneShare, .real(standard.immuneShare)), (.stopShare, .real(standard.stopShare)),
      (.maxSteps, .whole(standard.maxSteps)),
    ] as [(ModelKey, KeyValue)] {
      #expect(key.defaultValue == value, "\(key.name)")
    }
    #expect(standard.introductions == [.init(.center, step: 0)])
    #expect(standard.maxSteps == 10_000 && standard.stopShare == 1)
    // A default value is not written, and one that varies is no constant.
    let plain = try Study(
      "plain", seed: 1, model: Scenario(groupSize: 9), factors: [Factor("group_size", [9, 16])])
    #expect(!plain.json.contains("boundary") && !plain.json.contains(#""group_size": 9"#))
  }

  @Test("every key of the model that is a number or a name may be given by its name")
  func everyKey() throws {
    let values: [String: Factor.Level] = [
      "infection_factor": 2, "rule": "push", "boundary": "torus", "columns": 5,
      "contacts": "everybody",
      "infectiousness_dispersion": "none", "interventions": "none", "groups": "none",
      "immune_order": "degree",
    ]
    for key in ModelKey.all {
      // Lists are no levels.
      switch key.allowed {
      case .introductions, .people: continue
      default: break
      }
      let isShare = key.unit == "1" || key.name.hasSuffix("share")
      let level = values[key.name] ?? (isShare ? 0.5 : 7)
      var scenario = Scenario(groupSize: 10)
      scenario.immuneShare = 0.25
      if key == .startPeople { scenario.introductions = [] }
      scenario[key.name] = level
      if key == .boundary { scenario["columns"] = 5 }
      let json = try Study("by_name", seed: 1, model: scenario).json
      let text =
        switch level {
        case .number(let number): number == number.rounded() ? "\(Int(number))" : "\(number)"
        case .name(let name): "\"\(name)\""
        }
      let name = key.name.split(separator: ".").last ?? ""
      #expect(json.contains("\"\(name)\": \(text)"), "\(key.name) in \(json)")
      #expect(scenario[key.name] == level)
    }
    var wrong = Scenario(groupSize: 10)
    wrong["infectous_steps"] = 3
    let error = #expect(throws: SpreadlabError.self) { try wrong.run(seed: 1) }
    #expect(error?.code == "unknown_key")
  }

  @Test("mistakes are reported as by the command")
  func mistakes() throws {
    var scenario = scenario()
    scenario.infectionProbability = 1.5
    var error = #expect(throws: SpreadlabError.self) { try scenario.run(seed: 1) }
    #expect(error?.exitCode == 2 && error?.code == "out_of_range")
    #expect(error?.description.contains("$.model.infection_probability: 1.5") == true)
    error = #expect(throws: SpreadlabError.self) {
      try Study("s", seed: 1, model: Scenario(groupSize: 9, rule: "exakt"))
    }
    #expect(error?.code == "unknown_value" && error?.description.contains(#""exact"?"#) == true)
    error = #expect(throws: SpreadlabError.self) { try Results(in: "/nowhere/at/all") }
    #expect(error?.exitCode == 2 && error?.code == "no_results")
    let folder = Folder()
    let results = try study().run(in: folder.path)
    error = #expect(throws: SpreadlabError.self) { try results.table("nothing.csv") }
    #expect(error?.exitCode == 2 && error?.code == "unknown_value")
    // In another program another version of the rule makes other points, whose runs are made anew.
    SpreadRule.give([])
    _ = Rule(Mine(version: 2))
    #expect(try study2().run(in: folder.path).faults() == [])
    // A column that rows need has another name, in the table and in what describes it.
    for (file, name) in [("runs.csv", ",replicate,"), ("datapackage.json", "\"replicate\"")] {
      let text = try String(contentsOfFile: "\(folder.path)/\(file)", encoding: .utf8)
      try text.replacing(name, with: name.replacing("replicate", with: "repeat"))
        .write(toFile: "\(folder.path)/\(file)", atomically: true, encoding: .utf8)
    }
    error = #expect(throws: SpreadlabError.self) { try results.runs() }
    #expect(
      error?.code == "damaged" && error?.description.contains("\(folder.path)/runs.csv") == true)
  }

  @Test("columns in another order are no parameters")
  func otherOrder() throws {
    let folder = Folder()
    let results = try study(replicates: 2).run(in: folder.path)
    for name in ["runs.csv", "datapackage.json"] {
      let file = "\(folder.path)/\(name)"
      var text = try String(contentsOfFile: file, encoding: .utf8)
      let quote = name == "runs.csv" ? "" : "\""
      let runs = try #require(text.range(of: quote.isEmpty ? "point" : "\"path\": \"runs.csv\""))
      for (old, new) in [("point", "one"), ("replicate", "point"), ("one", "replicate")] {
        let place = try #require(
          text.range(of: quote + old + quote, range: runs.lowerBound..<text.endIndex))
        text.replaceSubrange(place, with: quote + new + quote)
      }
      try text.write(toFile: file, atomically: true, encoding: .utf8)
    }
    #expect(try results.runs().allSatisfy { $0.parameters.isEmpty })
  }

  /// The same study, by the version of its rule that the program has now.
  private func study2() throws -> Study {
    try Study(
      "swift", seed: 11, model: scenario(),
      factors: [
        .rules("exact", "mine"), Factor("infection_probability", [0.25, 1]),
      ], replicates: 6)
  }

  @Test("progress is reported for the runs a call makes, and ends with all of them")
  func progress() throws {
    let folder = Folder()
    let reported = Mutex<[StudyProgress]>([])
    try study(replicates: 3).run(in: folder.path) { now in reported.withLock { $0.append(now) } }
    var last = try #require(reported.withLock { $0.last })
    #expect(last.runsMade == 12 && last.runsWanted == 12 && last.runsFailed == 0)
    #expect(last.workShare > 0.999 && last.secondsLeft != nil && last.elapsedSeconds > 0)
    // Runs that exist already are not reported.
    let text = try study(replicates: 3).json.replacing(
      #""replicates": 3"#, with: #""replicates": 5"#)
    try Study(json: text).run(in: folder.path) { now in reported.withLock { $0.append(now) } }
    last = try #require(reported.withLock { $0.last })
    #expect(last.runsMade == 8 && last.runsWanted == 8)
  }

  @Test("a cancelled task keeps its finished runs, and the same call makes the others")
  func cancelled() async throws {
    let folder = Folder()
    var scenario = scenario()
    scenario.groupSize = 900
    let study = try Study("cancelled", seed: 3, model: scenario, replicates: 40_000)
    let path = folder.path
    let reported = ReportedProgress()
    let task = Task.detached {
      try study.run(in: path, threads: 1) { now in reported.steps.withLock { $0.append(now) } }
    }
    while reported.steps.withLock({ ($0.last?.runsMade ?? 0) == 0 }) {
      try await Task.sleep(for: .milliseconds(5))
    }
    task.cancel()
    let error = await #expect(throws: SpreadlabError.self) { try await task.value }
    #expect(error?.exitCode == 130 && error?.code == "interrupted")
    let unfinished = #expect(throws: SpreadlabError.self) { try Results(in: path).runs() }
    #expect(unfinished?.code == "unfinished_tables")
    let kept = reported.steps.withLock { $0.last?.runsMade ?? 0 }
    #expect((1..<40_000).contains(kept), "\(kept)")
    #expect(
      reported.steps.withLock { zip($0, $0.dropFirst()).allSatisfy { $0.runsMade <= $1.runsMade } })
    let results = try study.run(in: path) { now in reported.steps.withLock { $0.append(now) } }
    #expect(reported.steps.withLock { $0.last?.runsMade } == 40_000 - kept)
    #expect(try results.table("runs.csv").count == 40_000)
    #expect(try results.faults(sample: 5) == [])
    // Cancelled before it begins, it makes none.
    let other = Folder()
    let place = other.path
    let never = Task.detached {
      withUnsafeCurrentTask { $0?.cancel() }
      try study.run(in: place) { now in reported.steps.withLock { $0.append(now) } }
    }
    await #expect(throws: SpreadlabError.self) { try await never.value }
    #expect(reported.steps.withLock { $0.last?.runsMade } == 0)
  }

  @Test("a study may be given as JSON, and goes on in its folder")
  func json() throws {
    let folder = Folder()
    let first = try study(replicates: 3).run(in: folder.path)
    let text = try study(replicates: 3).json.replacing(
      #""replicates": 3"#, with: #""replicates": 5"#)
    try Study(json: text).run(in: folder.path)
    #expect(try first.runs().count == 20)
  }
}

/// The progress a study reported, readable from any task.
private final class ReportedProgress: Sendable {
  let steps = Mutex<[StudyProgress]>([])
}
