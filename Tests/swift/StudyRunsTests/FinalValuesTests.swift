import RunStore
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns
import Testing

/// Runs of which final values alone are asked for.
@Suite struct FinalValuesTests {
  /// - Parameters:
  ///   - stop: the end of runs whose steps are asked for as well; nil: final values alone.
  ///   - levels: of the infection probability.
  private static func study(
    _ model: String, stop: Int? = nil, levels: Int = 12, replicates: String = "12",
    responses: String = ""
  ) -> String {
    """
    {
      "spreadlab": 1, "study": "final", "seed": 5,
      "model": { \(model)\(stop.map { #", "stop": { "max_steps": \#($0) }"# } ?? "") },
      "groups": { "ages": { "names": ["a", "b"], "shares": [0.4, 0.6], "multiply": [[1, 0.3], [0.3, 1]] } },
      "contacts": { "net": { "kind": "ring", "neighbors": 4, "rewire": 0.2 } },
      "responses": { "ofA": { "final_share_of": "a" }, "some": { "step_to_share": 0.2 }\(responses) },
      "factors": { "infection_probability": { "from": 0.1, "to": 0.9, "count": \(levels) } },
      "replicates": \(replicates), "record": { \(stop == nil ? #""responses": "final""# : #""curves": "none""#) }
    }
    """
  }

  private static let ofPasses =
    #""group_size": 49, "rule": "each_contact", "infectious_steps": 2, "groups": "ages""#

  /// By point and replicate, by the name of the response.
  private static func values(
    _ study: StoredStudy
  ) throws -> [[(reason: StopReason, values: [String: Double?])]] {
    let names = study.store.responses.names
    return try study.runs().map { runs in
      runs.compactMap { run in
        run.finished.map {
          ($0.stopReason, Dictionary(uniqueKeysWithValues: zip(names, $0.responses)))
        }
      }
    }
  }

  @Test(
    "have the final values of whole runs, however they are made",
    arguments: [
      (ofPasses, true),
      (
        #""group_size": 30, "rule": "each_contact", "contacts": "everybody", "recovery_probability": 0.5, "groups": "ages""#,
        true
      ),
      (
        #""group_size": 40, "rule": "each_contact", "contacts": "net", "infectious_steps": 1, "groups": "ages", "immune_share": 0.2"#,
        true
      ),
      (
        #""group_size": 36, "rule": "exact", "recovery_probability": 0.4, "latent_steps": 2, "groups": "ages""#,
        false
      ),
      (#""group_size": 36, "rule": "capped", "groups": "ages", "immune_share": 0.2"#, false),
    ])
  func same(model: String, areByPasses: Bool) throws {
    let final = try StoredStudy(Self.study(model))
    let whole = try StoredStudy(Self.study(model, stop: 100_000))
    let estimate = try #require(try PlanEstimate(final.plan.study, threads: 1).finalValues)
    #expect((estimate.reason == nil) == areByPasses)
    #expect(try final.run(threads: 3).runsMade == 144)
    try whole.run()
    let (finals, wholes) = (try Self.values(final), try Self.values(whole))
    #expect((finals + wholes).map(\.count) == [Int](repeating: 12, count: 24))
    for (a, b) in zip(finals.joined(), wholes.joined()) {
      #expect(a.reason == b.reason)
      #expect(a.values == b.values.filter { a.values.keys.contains($0.key) })
      #expect(a.values.count == (model.contains("steps") || model.contains("recovery") ? 10 : 8))
    }
  }

  @Test("whatever runs of a family are there, passes make the others")
  func resumed() throws {
    let text = Self.study(Self.ofPasses)
    let whole = try StoredStudy(text)
    try whole.run()
    let all = try whole.runs()
    let begun = try StoredStudy(text)
    // All of some points, none or some runs of others, with gaps.
    try begun.keep(
      all.enumerated().map { point, runs in
        runs.filter { point % 4 == 0 || point % 3 == 1 && (3..<7).contains($0.replicate) }
      })
    let outcome = try begun.run()
    #expect(outcome.runsMade == 144 - 3 * 12 - 3 * 4)
    #expect(outcome.costs.map(\.runs).reduce(0, +) == outcome.runsMade)
    #expect(try begun.runs() == all)
  }

  @Test("parts have the runs of the whole")
  func parts() throws {
    let text = Self.study(Self.ofPasses)
    let whole = try StoredStudy(text)
    try whole.run()
    var parts = try whole.runs().map { _ in [RunRecord]() }
    for index in 1...3 {
      let part = try StoredStudy(text, shard: try #require(Shard("\(index)/3")))
      try part.run()
      for (point, runs) in try part.runs().enumerated() { parts[point] += runs }
    }
    #expect(try parts.map { $0.sorted { $0.replicate < $1.replicate } } == whole.runs())
  }

  @Test("targets of precision are met by passes as by runs")
  func precise() throws {
    let replicates =
      #"{ "min": 30, "max": 200, "batch": 10, "until": [{ "response": "final_share", "half_width": 0.05 }] }"#
    let final = try StoredStudy(Self.study(Self.ofPasses, replicates: replicates))
    let whole = try StoredStudy(
      Self.study(Self.ofPasses, stop: 100_000, replicates: replicates))
    try final.run()
    try whole.run()
    #expect(try final.judgement().counted == whole.judgement().counted)
    #expect(Set(try final.judgement().counted).count > 2)
  }

  @Test(
    "the critical probability is where runs begin to reach the share, to the last bit",
    arguments: ["", #", "immune_share": 0.55"#])
  func critical(immune: String) throws {
    let study = try StoredStudy(
      Self.study(
        Self.ofPasses + immune, replicates: "8",
        responses: #", "half": { "critical_probability": { "share": 0.5 } }"#))
    try study.run()
    let levels = study.plan.points.map(\.scenario.infectionProbability)
    let byPoint = try Self.values(study)
    for replicate in 0..<8 {
      let runs = byPoint.map { $0[replicate].values }
      let value = runs[0]["half"].flatMap(\.self)
      // The same at all points.
      #expect(runs.allSatisfy { $0["half"].flatMap(\.self) == value })
      #expect(runs.allSatisfy { $0["reached_half"] == (value == nil ? 0 : 1) })
      for (level, run) in zip(levels, runs) {
        #expect((run["reached_50pct"] == 1) == (value.map { level >= $0 } ?? false))
      }
      #expect((value == nil) == !immune.isEmpty)
      guard let value else { continue }
      for (probability, isReached) in [(value, true), (value.nextDown, false)] {
        var scenario = study.plan.points[0].scenario
        scenario.infectionProbability = probability
        let key = study.plan.study.key(of: study.plan.points[0], replicate: replicate)
        let people = Simulator(scenario).run(key, recordMap: false).curves.everInfected.last ?? 0
        #expect((2 * people >= 49) == isReached)
      }
    }
  }
}
