import SpreadModel
import Statistics
import StudyFiles
import StudyRuns
import Testing
import WorkStealing

/// How many runs a pilot's values ask for.
@Suite struct RunAdviceTests {
  private func advice(
    _ response: Response, _ goal: RunAdvice.PrecisionGoal, analysis: String = ""
  ) throws -> (Pilot, RunAdvice) {
    let plan = try RunPlan(
      try StoredStudy.read(
        """
        {
          "spreadlab": 1, "study": "advice", "seed": 5,
          "model": { "group_size": 100, "rule": "exact", "stop": { "max_steps": 6 } },
          "factors": { "infection_probability": { "values": [0.2, 0.4, 0.5, 0.9] } },
          "replicates": 40, "record": { "curves": "none" },
          "analysis": { "confidence": 0.9, \(analysis)"comparisons": [
            { "response": "\(response.rawValue)", "factor": "infection_probability" }] }
        }
        """))
    let pilot = Pilot(
      plan, response: response, replicates: 40, pool: WorkPool(workers: 2), mostSeconds: 1e6)
    return (pilot, RunAdvice(pilot, goal: goal, study: plan.study))
  }

  @Test("a difference of two points, each with its own numbers, and of pairs of runs")
  func difference() throws {
    let (pilot, advice) = try advice(
      .finalShare, .init(halfWidth: nil, difference: 0.01, power: 0.8))
    // Four levels have six pairs, corrected by Holm.
    #expect(advice.tests == 6)
    func runs(_ sd: Double, isPaired: Bool) -> Int? {
      SampleSize.forDifference(0.01, sd: sd, paired: isPaired, alpha: 0.1 / 6, power: 0.8)
    }
    for (found, values) in zip(advice.points, pilot.values) {
      let sd = try #require(Moments(of: values.compactMap(\.self)).sd)
      let bound = try #require(SampleSize.upperBound(sd: sd, pilotCount: 40))
      #expect(found.reached == 40 && found.sd == sd && found.forHalfWidth == nil)
      #expect(found.forDifference?.runs == runs(sd, isPaired: false))
      #expect(found.forDifference?.safeRuns == runs(bound, isPaired: false))
    }
    #expect(!advice.pairs.isEmpty)
    for pair in advice.pairs {
      let differences = zip(pilot.values[pair.a.number], pilot.values[pair.b.number]).map {
        ($0 ?? .nan) - ($1 ?? .nan)
      }
      let sd = try #require(Moments(of: differences).sd)
      #expect(pair.sdOfDifference == sd && pair.forDifference.runs == runs(sd, isPaired: true))
    }
  }

  @Test(
    "a difference is planned at the level that is left of all tests corrected with it",
    arguments: [
      (#""correction": "none", "#, 1), (#""correction": "holm", "#, 6),
      (#""correction": "max_t", "#, 6), (#""correction": "benjamini_hochberg", "#, 6),
      (#""family": "study", "#, 6),
    ])
  func corrected(analysis: String, tests: Int) throws {
    let (pilot, advice) = try advice(
      .finalShare, .init(halfWidth: nil, difference: 0.01, power: 0.8), analysis: analysis)
    #expect(advice.tests == tests)
    let sd = try #require(Moments(of: pilot.values[0].compactMap(\.self)).sd)
    #expect(
      advice.points[0].forDifference?.runs
        == SampleSize.forDifference(
          0.01, sd: sd, paired: false, alpha: 0.1 / Double(tests), power: 0.8))
  }

  @Test(
    "tests are counted by family, each once, and those of equivalence are not",
    arguments: [
      // Three pairs of sizes at each of two p, one pair of p at each of three sizes.
      (#"{ \#(bySize) }"#, 6, 6),
      (#"{ \#(bySize), "reference": 100 }"#, 4, 4),
      (#"{ \#(bySize), "pooled": true }"#, 3, 3),
      (#"{ \#(bySize) }, { \#(byProbability) }"#, 6, 9),
      (#"{ \#(bySize) }, { \#(byProbability), "test": "tost", "margin": 1 }"#, 6, 6),
      (#"{ \#(bySize), "estimate": "hodges_lehmann" }, { \#(bySize), "reference": 100 }"#, 6, 10),
      (#"{ \#(bySize) }, { \#(bySize), "reference": 100, "margin": 1 }"#, 6, 6),
      (#"{ \#(bySize), "test": "welch_anova" }"#, 2, 2),
      (#"{ "factor": "group_size", "response": "final_infected" }"#, 1, 1),
    ])
  func families(comparisons: String, ofRequest: Int, ofStudy: Int) throws {
    for (family, tests) in [("request", ofRequest), ("study", ofStudy)] {
      let plan = try RunPlan(
        try StoredStudy.read(
          """
          {
            "spreadlab": 1, "study": "families", "seed": 5, "model": { "stop": { "max_steps": 3 } },
            "factors": {
              "group_size": { "values": [100, 144, 196] },
              "infection_probability": { "values": [0.2, 0.4] }
            },
            "replicates": 2, "record": { "curves": "none" },
            "analysis": { "family": "\(family)", "comparisons": [\(comparisons)] }
          }
          """))
      let pilot = Pilot(
        plan, response: .steps, replicates: 2, pool: WorkPool(workers: 1), mostSeconds: 1e6)
      let advice = RunAdvice(
        pilot, goal: .init(halfWidth: nil, difference: 1, power: 0.9), study: plan.study)
      #expect(advice.tests == tests, "\(family): \(comparisons)")
    }
  }

  @Test("tests are counted in the groups that points form; two whole ones are pooled")
  func groups() throws {
    let listed = #"[[0.05, 0], [0.1, 0], [0.1, 0.3], [0.2, 0.3], [0.2, 0.5], [0.4, 0.5]]"#
      .replacing(/\[([0-9.]+), ([0-9.]+)\]/) {
        #"{ "infection_probability": \#($0.1), "immune_share": \#($0.2) }"#
      }
    let one = #""factors": { "infection_probability": { "values": [0.1, 0.2, 0.4] } }"#
    let away = #"""
      "factors": { "infection_probability": { "values": [0.1, 0.2] }, "immune_share": { "values": [0, 0.3] } },
      "design": { "type": "one_at_a_time", "base": { "infection_probability": 0.4, "immune_share": 0 } }
      """#
    for (design, more, tests) in [
      (#""design": { "type": "list", "points": \#(listed) }"#, #", "test": "welch_anova""#, 3),
      (#""design": { "type": "list", "points": \#(listed) }"#, "", 3),
      (one, #", "pooled": true"#, 1), (away, "", 3), (away, #", "test": "welch_anova""#, 1),
    ] {
      let plan = try RunPlan(
        try StoredStudy.read(
          """
          {
            "spreadlab": 1, "study": "groups", "seed": 5,
            "model": { "group_size": 36, "stop": { "max_steps": 3 } }, \(design),
            "replicates": 2, "record": { "curves": "none" },
            "analysis": { "comparisons": [{ \(Self.byProbability)\(more) }] }
          }
          """))
      let pilot = Pilot(
        plan, response: .steps, replicates: 2, pool: WorkPool(workers: 1), mostSeconds: 1e6)
      let advice = RunAdvice(
        pilot, goal: .init(halfWidth: nil, difference: 1, power: 0.9), study: plan.study)
      #expect(advice.tests == tests, "\(design)\(more)")
    }
  }

  private static let bySize = #""factor": "group_size", "response": "steps""#
  private static let byProbability = #""factor": "infection_probability", "response": "steps""#

  @Test("a difference of values that do not vary in the pilot has no number")
  func noVariation() throws {
    // Every run has all six steps.
    let (pilot, advice) = try advice(.steps, .init(halfWidth: 1, difference: 0.5, power: 0.8))
    #expect(pilot.values.allSatisfy { Set($0).count == 1 })
    for point in advice.points {
      #expect(point.isConstant && point.sd == 0 && point.forHalfWidth?.runs != nil)
      let need = try #require(point.forDifference)
      #expect(need.runs == nil && need.safeRuns == nil)
    }
    #expect(advice.pairs.count == 6)
    for pair in advice.pairs {
      #expect(pair.isConstant)
      #expect(pair.forDifference.runs == nil && pair.forDifference.safeRuns == nil)
    }
  }

  @Test("a difference of shares: by the shares, also where all runs of the pilot agree")
  func shares() throws {
    let (pilot, advice) = try advice(
      try #require(Response(rawValue: "reached_50pct")),
      .init(halfWidth: nil, difference: 0.1, power: 0.9), analysis: #""correction": "none", "#)
    func runs(_ sd: Double?, isPaired: Bool) -> Int? {
      sd.flatMap {
        SampleSize.forDifference(0.1, sd: $0, paired: isPaired, alpha: 0.1, power: 0.9)
      }
    }
    var constant = 0
    for (found, values) in zip(advice.points, pilot.values) {
      let hits = values.count { $0 == 1 }
      let needs = [false, true].map { isSafe in
        runs(
          SampleSize.sdOfShares(hits: hits, trials: 40, difference: 0.1, isSafe: isSafe),
          isPaired: false)
      }
      #expect([found.forDifference?.runs, found.forDifference?.safeRuns] == needs)
      #expect((found.forDifference?.runs ?? 0) > 40, "\(found)")
      constant += found.isConstant ? 1 : 0
    }
    #expect(constant > 0)
    for pair in advice.pairs {
      let (a, b) = (pilot.values[pair.a.number], pilot.values[pair.b.number])
      let above = zip(a, b).count { ($0 ?? .nan) > ($1 ?? .nan) }
      let below = zip(a, b).count { ($0 ?? .nan) < ($1 ?? .nan) }
      let sd = try #require(pair.sdOfDifference)
      let bound = try #require(SampleSize.upperBound(sd: sd, pilotCount: 40))
      let needs = [(sd, false), (bound, true)].map { sd, isSafe in
        runs(
          SampleSize.sdOfPairedShares(
            above: above, below: below, pairs: 40, sd: sd, difference: 0.1, isSafe: isSafe),
          isPaired: true)
      }
      #expect([pair.forDifference.runs, pair.forDifference.safeRuns] == needs)
      #expect((pair.forDifference.runs ?? 0) > 40, "\(pair)")
    }
  }

  @Test("a mean: by its scatter, and by how often it was seen; none where a run has no value")
  func mean() throws {
    func goal(_ width: Double) -> RunAdvice.PrecisionGoal {
      .init(halfWidth: width, difference: nil, power: 0.8)
    }
    for (response, width, scatters) in [
      (Response.steps, 0.05, false), (.steps, 1e6, false), (.finalShare, 0.05, true),
    ] {
      let (pilot, advice) = try advice(response, goal(width))
      #expect(advice.pairs.isEmpty && pilot.points.count == 4)
      for (found, values) in zip(advice.points, pilot.values) {
        let moments = Moments(of: values.compactMap(\.self))
        let (mean, sd) = (try #require(moments.mean), try #require(moments.sd))
        #expect(found.mean == mean && found.sd == sd && found.forDifference == nil)
        try #require((sd > 0) == scatters)
        let bound = try #require(SampleSize.upperBound(sd: sd, pilotCount: 40))
        let needs = [sd, bound].map { sd in
          scatters
            ? SampleSize.forHalfWidth(width, sd: sd, level: 0.9)
            : SampleSize.forEqualValues(mean, halfWidth: width, level: 0.9)
        }
        #expect([found.forHalfWidth?.runs, found.forHalfWidth?.safeRuns] == needs)
      }
    }
    let (times, late) = try self.advice(
      try #require(Response(rawValue: "step_to_50pct")), goal(0.05))
    var reached: Set<Bool> = []
    for (found, values) in zip(late.points, times.values) {
      let isWhole = !values.contains(nil)
      reached.insert(isWhole)
      #expect(found.reached == values.compactMap(\.self).count)
      #expect((found.mean != nil) == isWhole && (found.forHalfWidth?.runs != nil) == isWhole)
    }
    #expect(reached == [true, false])
  }

  @Test("a share: safe is the most that any share within the pilot's interval needs")
  func share() throws {
    let (pilot, advice) = try advice(
      try #require(Response(rawValue: "reached_50pct")),
      .init(halfWidth: 0.02, difference: nil, power: 0.9))
    var sides: Set<Int> = []
    for (found, values) in zip(advice.points, pilot.values) {
      let hits = values.reduce(0) { $0 + ($1 ?? .nan) }
      let interval = try #require(
        Proportion(successes: Int(hits), trials: 40).interval(level: 0.6))
      let (low, high) = (try #require(interval.lower), try #require(interval.upper))
      sides.insert(low > 0.5 ? 1 : high < 0.5 ? -1 : 0)
      let needs = (0...1_000).map { low + (high - low) * Double($0) / 1_000 }.compactMap {
        SampleSize.forShare($0, halfWidth: 0.02, level: 0.9)
      }
      #expect(found.forHalfWidth?.safeRuns == needs.max())
      #expect(
        found.forHalfWidth?.runs == SampleSize.forShare(hits / 40, halfWidth: 0.02, level: 0.9))
    }
    #expect(sides.isSuperset(of: [-1, 1]))
  }
}
