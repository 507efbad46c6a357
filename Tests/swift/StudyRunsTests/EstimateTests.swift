import Foundation
import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles
import StudyRuns
import Testing

/// What an estimate counts, by the arithmetic that `docs/reliability.md` gives, "Estimates".
@Suite struct EstimateTests {
  /// Everybody infects all neighbors: all runs of a point are the same.
  private static let certain = #""infection_factor": 8, "infection_probability": 1"#
  /// So slow that runs lie far apart.
  private static let scattered =
    #""contacts": "everybody", "infection_factor": 1, "infection_probability": 0.5"#

  private func study(
    _ rest: String, model: String = certain, size: Int? = 400, replicates: String = "500"
  ) throws -> Study {
    try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "estimate", "seed": 5,
        "model": { \(size.map { "\"group_size\": \($0), " } ?? "")"rule": "exact", \(model) },
        "replicates": \(replicates), \(rest)
      }
      """)
  }

  private func estimate(
    _ study: Study, threads: Int = 1, seconds: Double = 0.4, clock: @escaping () -> Double = { 0 }
  ) throws -> PlanEstimate {
    try PlanEstimate(study, threads: threads, seconds: seconds, clock: clock)
  }

  /// The curves of the first runs of a point, step 0 included.
  private func curves(_ study: Study, point: Int = 0, runs: Int = 1) throws -> [RunCurves] {
    let point = try RunPlan(study).points[point]
    let engine = Simulator(point.scenario, describesCourse: study.hasCourse)
    return (0..<runs).map {
      engine.run(study.key(of: point, replicate: $0), recordMap: false).curves
    }
  }

  private func isNear(_ a: Double, _ b: Double, within: Double = 1e-12) -> Bool {
    abs(a - b) <= within * max(abs(a), abs(b))
  }

  @Test("the time beside the runs: storing, points, intervals, and the summaries of curves")
  func time() throws {
    let none = #""record": { "curves": "none" }"#
    let all = #""record": { "curves": "all" }"#
    func base(_ study: Study) -> Double {
      500 * 2.5e-6 + Double(study.responses.responses.count) * 20e-6 + 0.1e-3 + 0.03
    }
    let bare = try study(none)
    #expect(isNear(try estimate(bare).cpuSeconds, base(bare)))
    let resampled = try study(none + #", "analysis": { "mean_interval": "bootstrap_bca" }"#)
    let responses = Double(resampled.responses.responses.count)
    #expect(
      isNear(try estimate(resampled).cpuSeconds, base(bare) + 500 * responses * 2_000 * 1.5e-9))
    for (course, series) in [("", 1.0), (#", "infectious_steps": 3"#, 5)] {
      let kept = try study(all, model: Self.certain + course)
      let rows = Double(try curves(kept)[0].infected.count)
      #expect(
        isNear(
          try estimate(kept).cpuSeconds,
          base(kept) + rows * series * 8e-6 + 500 * rows * series * 0.1e-6)
      )
    }
  }

  @Test(
    "a fit to a mean curve, also of a single row, is counted with the draws that its errors need",
    arguments: ["", #", "stop": { "max_steps": 0 }"#])
  func meanFits(stop: String) throws {
    func seconds(_ rest: String) throws -> Double {
      var now = 0.0
      return try estimate(
        try study(rest, model: #""infection_probability": 0.2"# + stop), seconds: 1e6,
        clock: {
          now += 1
          return now
        }
      ).cpuSeconds
    }
    let fits = #""analysis": { "fits": [{ "model": "richards", "to": "mean_curve" }] }"#
    let all = #""record": { "curves": "all" }"#
    // The fit and ten of its draws are a look at the clock each, which is a second.
    let draws = Double(GrowthFit.errorDraws) / 10
    #expect(
      isNear(try seconds(all + ", " + fits) - seconds(all), 1 + draws, within: 1e-9))
  }

  /// How much it is: `DiskEstimateTests`.
  @Test("the disk grows with what is recorded")
  func disk() throws {
    func bytes(_ record: String) throws -> Double {
      try estimate(study(#""record": { \#(record) }"#, replicates: "50")).diskBytes
    }
    let curves = try ["0", "10", "50", #""all""#].map { try bytes("\"curves\": \($0)") }
    #expect(curves[0] < curves[1] && curves[1] < curves[2] && curves[2] == curves[3])
    let maps = try bytes(#""curves": 0, "maps": 3"#)
    #expect(maps > curves[0])
    #expect(try bytes(#""curves": 0, "maps": 3, "transmissions": 2"#) > maps)
  }

  @Test("it does not matter what the clock shows when an estimate begins")
  func laterClock() throws {
    // Thousands of steps: the clock is looked at while the run is made.
    let study = try study(
      #""record": { "curves": "all" }"#,
      model: #""infection_factor": 1, "infectious_steps": 3, "immune_steps": 0, "#
        + #""introductions": [{ "step": 0, "random": 100 }], "stop": { "max_steps": 2000 }"#)
    #expect(try estimate(study).diskBytes > 500 * 1_000 * 17.5)
    #expect(try estimate(study, clock: { 1e6 }).diskBytes == estimate(study).diskBytes)
  }

  @Test("the runs of a selection are those that its first round leads to expect")
  func selectionRuns() throws {
    let study = try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "selection", "seed": 5,
        "model": { "group_size": 25, "infection_factor": 2, "stop": { "max_steps": 3 } },
        "factors": { "infection_probability": { "values": [0.1, 1] } },
        "design": {
          "type": "select", "response": "final_infected", "best": "largest", "indifference": 2,
          "max_runs": 20000
        }
      }
      """)
    #expect(try estimate(study).expectedRuns < 0.1 * Double(study.mostRuns))
  }

  @Test("of a search that the estimate sees to its end runs and rounds are those of the session")
  func search() throws {
    let stored = try StoredStudy(
      """
      {
        "spreadlab": 1, "study": "search", "seed": 5,
        "model": { "group_size": 100, "rule": "exact", "stop": { "max_steps": 9 } },
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": 0.1, "to": 0.9,
          "response": "reached_50pct", "target": 0.5, "half_width": 0.05, "max_runs": 3000
        },
        "record": { "curves": "none" }
      }
      """)
    let outcome = try stored.run()
    let made = outcome.rounds.plan.runCount
    #expect(made > 0 && outcome.runsMade == made && outcome.runsFound == 0)
    let again = try stored.run()
    #expect(again.runsMade == 0 && again.runsFound == made && again.pool.isEmpty)
    let estimate = try estimate(stored.plan.study)
    #expect(isNear(estimate.expectedRuns, Double(made)))
    #expect(outcome.pool.count > 2)
    #expect(
      isNear(
        estimate.cpuSeconds,
        0.01 * Double(outcome.pool.count) + Double(made) * 2.5e-6
          + Double(estimate.points * stored.plan.study.responses.responses.count) * 20e-6 + 0.03))
  }

  @Test("a search in whose first run there is no time left is given up within that run")
  func longSearch() throws {
    let study = try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "search", "seed": 5,
        "model": {
          "group_size": 100, "infection_factor": 1, "infectious_steps": 3, "immune_steps": 0,
          "stop": { "max_steps": 100000 }, "introductions": [{ "step": 0, "random": 100 }]
        },
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": 0.5, "to": 1,
          "response": "reached_50pct", "target": 0.5, "half_width": 0.05, "max_runs": 3000
        },
        "record": { "curves": "none" }
      }
      """)
    var looks = 0.0
    let estimate = try estimate(
      study, seconds: 9,
      clock: {
        looks += 1
        return looks
      })
    #expect(!estimate.shortcuts.isEmpty && estimate.expectedRuns == 3_000)
    #expect(looks < 100)
  }

  @Test("a level that points and final size curves share is counted once")
  func sharedLevels() throws {
    let study = try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "levels", "seed": 1,
        "model": { "group_size": 100, "rule": "each_contact", "infectious_steps": 2 },
        "factors": { "infection_probability": { "values": [0.1, 0.5, 0.95] } },
        "replicates": 10,
        "record": { "responses": "final", "final_size_curves": { "from": 0.1, "to": 0.9, "levels": 9 } }
      }
      """)
    let estimate = try PlanEstimate(study, threads: 1)
    #expect(estimate.finalValues?.levels == 10 && estimate.furtherPoints == 7)
  }

  @Test(
    "points of final size curves are those of each combination of the other factors, in every design",
    arguments: [
      (#""type": "factorial""#, 4 * 3), (#""type": "zip""#, 4 * 3),
      (
        #""type": "one_at_a_time", "base": { "infection_probability": 0.2, "immune_share": 0 }"#,
        4 * 3
      ),
    ])
  func combinations(design: String, further: Int) throws {
    let study = try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "combinations", "seed": 1,
        "model": { "group_size": 100, "rule": "each_contact", "infectious_steps": 2 },
        "factors": {
          "infection_probability": { "values": [0.2, 0.4, 0.6, 0.8] },
          "immune_share": { "values": [0, 0.1, 0.2, 0.3] }
        },
        "design": { \(design) },
        "replicates": 10,
        "record": { "responses": "final", "final_size_curves": { "from": 0.1, "to": 0.9, "levels": 3 } }
      }
      """)
    #expect(try PlanEstimate(study, threads: 1).furtherPoints == further)
  }

  @Test("passes that are too long are given up, and what they take is told by runs")
  func longPasses() throws {
    let study = try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "passes", "seed": 1,
        "model": { "group_size": 10000, "rule": "each_contact", "infectious_steps": 2 },
        "contacts": { "net": { "kind": "random", "mean_degree": 10 } },
        "factors": {
          "infection_probability": { "from": 0.05, "to": 0.5, "count": 20 },
          "contacts": { "values": ["net", "grid", "everybody"] }
        },
        "responses": { "half": { "critical_probability": { "share": 0.5 } } },
        "replicates": 10, "record": { "responses": "final" }
      }
      """)
    var looks = 0.0
    let estimate = try PlanEstimate(
      study, threads: 1,
      clock: {
        looks += 1
        return looks
      })
    let passes = try #require(estimate.finalValues)
    #expect(passes.reason == nil && passes.isCutShort && !estimate.shortcuts.isEmpty)
    #expect(looks < 100 && estimate.cpuSeconds > 0)
    let tried = try #require(try PlanEstimate(study, threads: 1, clock: { 0 }).finalValues)
    #expect(!tried.isCutShort)
  }

  @Test("pairs of levels are counted, and too many, or too many doses, refused by name")
  func growth() throws {
    func study(_ levels: Int, _ analysis: String) throws -> Study {
      let values = (1...levels).map { "\(Double($0) / Double(levels + 1))" }
      return try self.study(
        """
        "factors": { "infection_probability": { "values": [\(values.joined(separator: ", "))] } },
        "analysis": { \(analysis) }, "record": { "curves": "none" }
        """, model: #""infection_factor": 8, "stop": { "max_steps": 3 }"#, replicates: "2")
    }
    func request(_ more: String = "") -> String {
      #""comparisons": [{ "factor": "infection_probability", "response": "final_share"\#(more) }]"#
    }
    let doses =
      #""dose_responses": [{ "factor": "infection_probability", "response": "final_share" }]"#
    var limits = PlanLimits.default
    limits.memoryBytes = 1e9
    for (levels, analysis, isRefused) in [
      (1_200, request(), true), (600, request(), false),
      (1_200, request(#", "reference": \#(1 / 1201.0)"#), false), (1_200, doses, true),
      (1_000, doses, false),
    ] {
      let objection = limits.objection(to: try study(levels, analysis), threads: 1)
      #expect((objection != nil) == isRefused, "\(levels) \(analysis)")
    }
    let (none, all) = (try estimate(study(600, "")), try estimate(study(600, request())))
    let pairs = 600.0 * 599 / 2
    #expect(isNear(all.diskBytes - none.diskBytes, pairs * 230, within: 1e-9))
    #expect(all.cpuSeconds > none.cpuSeconds + 1 && all.memoryBytes > none.memoryBytes + 1e8)
  }

  @Test("of many points 24 at equal distances are run, and stand for all")
  func probed() throws {
    // Every other one is far larger.
    let sizes = (0..<48).map { 100 + 20 * $0 + $0 % 2 * 4_000 }
    func study(_ sizes: [Int], curves: String = "all") throws -> Study {
      try self.study(
        """
        "factors": { "group_size": { "values": \(sizes) } }, "record": { "curves": "\(curves)" }
        """, size: nil, replicates: "50")
    }
    let steps = try RunPlan(study(sizes)).points.map(\.scenario.expectedSteps)
    let probed = stride(from: 1, to: 48, by: 2)
    // What curves take, in proportion to the expected steps.
    func curves(_ sizes: [Int]) throws -> Double {
      try estimate(study(sizes), seconds: 1e6).diskBytes
        - estimate(study(sizes, curves: "none"), seconds: 1e6).diskBytes
    }
    #expect(
      isNear(
        try curves(sizes) / curves(probed.map { sizes[$0] }),
        steps.reduce(0, +) / probed.reduce(0) { $0 + steps[$1] }, within: 1e-9))
  }

  @Test("the time of a search is that of its first, for each of its runs, and of its rounds")
  func searchTime() throws {
    let stored = try StoredStudy(
      """
      {
        "spreadlab": 1, "study": "search", "seed": 5,
        "model": { "group_size": 100, "rule": "exact", "stop": { "max_steps": 9 } },
        "factors": { "infection_factor": { "values": [1, 2, 3] } },
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": 0.1, "to": 0.9,
          "response": "reached_50pct", "target": 0.5, "half_width": 0.05, "max_runs": 3000
        },
        "record": { "curves": "none" }
      }
      """)
    var now = 0.0
    let estimate = try estimate(
      stored.plan.study, seconds: 1e9,
      clock: {
        now += 1
        return now
      })
    let still = try self.estimate(stored.plan.study)
    #expect(estimate.expectedRuns == still.expectedRuns && estimate.expectedRuns < 9_000)
    // Looks at the clock: before a run, three while it is made, after it.
    let perRun = (estimate.cpuSeconds - still.cpuSeconds) / estimate.expectedRuns
    // Now and then a look at whether there is time for more.
    #expect(abs(perRun - 5) < 0.2, "\(perRun)")
  }

  @Test("ten replicates tell how an interval shrinks, nine do not")
  func fewest() throws {
    // The last target is met after the first batch, and has to be met once more.
    for (width, seconds, runs) in [("1e-6", 9.0, 50.0), ("1e-6", 10, 20_000), ("1e6", 10, 100)] {
      let until = #"[{ "response": "steps", "half_width": \#(width) }]"#
      let study = try study(
        #""record": { "curves": "none" }"#, model: Self.scattered, size: 50,
        replicates: #"{ "min": 50, "max": 20000, "until": \#(until) }"#)
      var now = 0.0
      // A look at the clock after each run, which is a second.
      let estimate = try PlanEstimate(
        study, threads: 1, seconds: seconds, mostProbes: 1,
        clock: {
          now += 1
          return now
        })
      #expect(estimate.expectedRuns == runs)
    }
  }
}
