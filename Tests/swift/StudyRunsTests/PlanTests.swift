import Foundation
import PlainText
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns
import TestSupport
import Testing
import WorkStealing

/// What is reported of a study before it runs: limits, estimates, the pilot.
@Suite struct PlanTests {
  /// Points of 100 people with one course each: everybody infects all neighbors.
  private func study(
    points: Int = 4, replicates: String = "50", record: String = "\"curves\": \"none\"",
    size: Int = 100
  ) throws -> Study {
    try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "plan", "seed": 5,
        "model": { "group_size": \(size), "rule": "exact" },
        "factors": { "infection_factor": { "from": 8, "to": \(7 + points), "step": 1 } },
        "replicates": \(replicates), "record": { \(record) }
      }
      """)
  }

  private func limits(
    runs: Double = 1e8, points: Double = 1e7, memory: Double = 1e12
  ) -> PlanLimits {
    var limits = PlanLimits.default
    (limits.runs, limits.points, limits.memoryBytes) = (runs, points, memory)
    return limits
  }

  @Test("a plan is refused just beyond each limit, with the arithmetic")
  func refused() throws {
    let study = try study()
    #expect(limits(runs: 200).objection(to: study, threads: 2) == nil)
    let runs = try #require(limits(runs: 199).objection(to: study, threads: 2))
    #expect(
      runs.description.hasPrefix("4 points x 50 replicates = 200 runs, over the limit of 199;"))
    #expect(limits(points: 4).objection(to: study, threads: 2) == nil)
    let points = try #require(limits(points: 3).objection(to: study, threads: 2))
    #expect(points.description.hasPrefix("4 points, over the limit of 3;"))
    // A part has a share of the runs.
    let part = try #require(Shard("2/4"))
    #expect(limits(runs: 50).objection(to: study, shard: part, threads: 2) == nil)
    let parts = try #require(limits(runs: 49).objection(to: study, shard: part, threads: 2))
    #expect(parts.description.hasPrefix("4 points x 50 replicates / 4 parts = 50 runs,"))
  }

  /// The least limit of memory that lets a study pass, without the program itself.
  private func needed(_ study: Study, threads: Int) -> Double {
    var (low, high) = (0.0, 1e13)
    while high - low > 1 {
      let middle = ((low + high) / 2).rounded()
      if limits(memory: middle).objection(to: study, threads: threads) == nil {
        high = middle
      } else {
        low = middle
      }
    }
    return high - PlanEstimate.bytesOfProgram
  }

  @Test("memory counts people on every thread, and the list of points")
  func memory() throws {
    let large = try study(points: 1, size: 1_000_000)
    // 4 bytes per person and thread and 1,500 per point; 12 where maps are recorded; some steps.
    #expect((12e6...12.2e6).contains(needed(large, threads: 3)))
    let mapped = try study(points: 1, record: "\"curves\": \"none\", \"maps\": 1", size: 1_000_000)
    #expect((36e6...36.2e6).contains(needed(mapped, threads: 3)))
    // Everybody is infected once, in lists of 44 bytes each.
    let listed = try study(
      points: 1, record: "\"curves\": \"none\", \"transmissions\": 1", size: 1_000_000)
    #expect((144e6...144.2e6).contains(needed(listed, threads: 3)))
    // Of curves that are kept 400 bytes of each step of a point, in tables.
    let curves = try study(points: 1, record: "\"curves\": \"all\"", size: 1_000_000)
    let ofCurves = needed(curves, threads: 3) - needed(large, threads: 3)
    #expect(abs(ofCurves - 400 * curves.heaviest.expectedSteps) <= 2)
    let many = try study(points: 1_000)
    #expect((1.5e6...1.51e6).contains(needed(many, threads: 1)))
    // Quantiles: 16 bytes of each replicate and real response.
    let (few, often) = (
      try study(points: 1, replicates: "100"), try study(points: 1, replicates: "1000100")
    )
    let real = few.responses.responses.count { $0.kind == .real }
    let more = needed(often, threads: 1) - needed(few, threads: 1)
    #expect(real >= 6 && abs(more - 16e6 * Double(real)) <= 2)
    // Of more than 4,096 people whole numbers as well: no flags.
    let (fewLarge, oftenLarge) = (
      try study(points: 1, replicates: "100", size: 10_000),
      try study(points: 1, replicates: "1000100", size: 10_000)
    )
    let numbers = fewLarge.responses.responses.count { $0.kind != .flag }
    let moreLarge = needed(oftenLarge, threads: 1) - needed(fewLarge, threads: 1)
    #expect(numbers > real && abs(moreLarge - 16e6 * Double(numbers)) <= 2)
    let reported = try #require(limits(memory: 12e6).objection(to: large, threads: 3))
    #expect(reported.description.hasPrefix("40.0 MB of the program + 3 threads x 4,0"))
    #expect(reported.description.contains("a run of up to 1,000,000 people and "))
    // What is needed, and the limit.
    let all = needed(large, threads: 3) + PlanEstimate.bytesOfProgram
    #expect(
      reported.description.contains("= \(size(all)) of memory, over the limit of 12.0 MB; "))
  }

  @Test("memory counts the steps of long runs, people infected at random, and the base")
  func memoryOfRuns() throws {
    func needed(_ model: String, _ rest: String = "") throws -> Double {
      let study = try StoredStudy.read(
        """
        {
          "spreadlab": 1, "study": "plan", "seed": 5, "model": { \(model) },
          "replicates": 5 \(rest.contains("record") ? "" : #", "record": { "curves": "none" }"#) \(rest)
        }
        """)
      return self.needed(study, threads: 1)
    }
    // Twelve bytes for each of a million steps, which a run with so small a p takes.
    let rare = try needed(
      """
      "group_size": 100, "infection_probability": 1e-9, "rule": "exact",
      "stop": { "max_steps": 1000000 }
      """)
    #expect((12e6...12.1e6).contains(rare))
    // Eighty more for each of a course.
    let people = #""group_size": 100, "infectious_steps": 2, "immune_steps": 0"#
    let courses = try [1_000_000, 2_000_000].map { most in
      try needed(#"\#(people), "stop": { "max_steps": \#(most) }"#)
    }
    #expect(abs(courses[1] - courses[0] - 92e6) < 1e3, "\(courses)")
    let steps = #""stop": { "max_steps": 10 }"#
    let random = try needed(
      """
      "group_size": 1000000, "rule": "exact", \(steps),
      "introductions": [{ "step": 0, "random_share": 0.5 }]
      """)
    #expect((30e6...31e6).contains(random))
    let base = try needed(
      "\"rule\": \"exact\", \(steps)",
      """
      , "factors": { "group_size": { "values": [100] } },
      "design": { "type": "one_at_a_time", "base": { "group_size": 1000000 } }
      """)
    #expect((4e6...4.1e6).contains(base))
    // 44 bytes for each infection: the first one, and one every third step of 30.
    for acting in [#""infectious_steps": 2"#, #""recovery_probability": 0.5"#] {
      let returning = """
        "group_size": 100000, \(acting), "immune_steps": 1, "stop": { "max_steps": 30 }
        """
      let lists =
        try needed(returning, #", "factors": {}, "record": { "transmissions": 1 }"#)
        - needed(returning, #", "factors": {}, "record": { "transmissions": 0 }"#)
      #expect(lists == 44 * 100_000 * 11)
    }
  }

  @Test("memory counts the lists of contacts: of each thread, or once for all, and the edges read")
  func memoryOfContacts() throws {
    func study(_ contacts: String, factor: String) throws -> Study {
      try StoredStudy.read(
        """
        {
          "spreadlab": 1, "study": "plan", "seed": 5, "model": { "group_size": 1000000 },
          "rules": { "far": {
            "neighborhood": { "radius": 2, "metric": "chebyshev" }, "pool": "all", "draw": "exact",
            "update": "synchronous" } },
          "contacts": { \(contacts) }, "factors": { \(factor) },
          "replicates": 5, "record": { "curves": "none" }
        }
        """)
    }
    let net = #""contacts": { "values": ["grid", "net"] }"#
    let grid = try study("", factor: #""contacts": { "values": ["grid"] }"#)
    // Of the one replicate of a second point on another thread some values are sorted: below 10 kB.
    func bytes(_ contacts: String, threads: Int, factor: String? = nil) throws -> Double {
      (needed(try study(contacts, factor: factor ?? net), threads: threads)
        - needed(grid, threads: threads)).rounded()
    }
    func isNear(_ a: Double, _ b: Double) -> Bool { abs(a - b) < 1e4 }
    // By person: 4 bytes and 4 for each neighbor; beside them 16 while a ring of 4 neighbors is made, 31 for
    // 3 of a random regular graph, 24 for 4 of a preferential one. 4 bytes end the lists; 1,500 are of
    // a second point. Off the grid a thread has 24 bytes for sources.
    let end = 4.0
    let second = 1_500.0
    let ring = #""net": { "kind": "ring", "neighbors": 4, "rewire": 0.1"#
    #expect(isNear(try bytes(ring + " }", threads: 1), 60e6 + end + second))
    #expect(isNear(try bytes(ring + " }", threads: 3), 180e6 + 3 * end + second))
    #expect(
      isNear(
        try bytes(ring + #", "per": "study" }"#, threads: 3), (36 + 3 * 24) * 1e6 + end + second))
    let random = #""net": { "kind": "random", "mean_degree": 8 }"#
    #expect(isNear(try bytes(random, threads: 1), 60e6 + end + second))
    let regular = #""net": { "kind": "random_regular", "degree": 3 }"#
    #expect(isNear(try bytes(regular, threads: 1), 71e6 + end + second))
    let preferential = #""net": { "kind": "preferential", "links": 2 }"#
    // The first three people have 2 neighbors each.
    #expect(isNear(try bytes(preferential, threads: 1), 68e6 - 6 * 8 + end + second))
    // The largest of a member that varies: 8 neighbors, and 28 bytes while the ring is made.
    let members = """
      "contacts": { "values": ["net"] }, "contacts.net.neighbors": { "values": [4, 8, 2] }
      """
    #expect(isNear(try bytes(ring + " }", threads: 1, factor: members), 88e6 + end + 2 * second))
    // Within a radius of 2 are 24 neighbors, and fewer at the edges of 1,000 x 1,000 people: along each side 5 places
    // for each, less 6. All threads share them.
    let far = #""rule": { "values": ["far", "exact"] }"#
    #expect(
      isNear(try bytes("", threads: 2, factor: far), 4e6 + 4 * (4_994 * 4_994 - 1e6) + end + second)
    )
    // Three edges both ways, and 8 bytes for each as it was read.
    let scratch = try Scratch()
    let path = try scratch.write("0,1\n1,2\n5,999999\n", to: "net.csv")
    let edges = #""net": { "kind": "edges", "file": "\#(path)" }"#
    #expect(isNear(try bytes(edges, threads: 3), (4 + 3 * 24) * 1e6 + end + 48 + second))
    // More neighbors than 32 bits number, whatever memory there is.
    for (mean, isRefused) in [(3_900, false), (4_100, true)] {
      let dense = #""net": { "kind": "random", "mean_degree": \#(mean) }"#
      let objection = limits(memory: 1e15).objection(
        to: try study(dense, factor: net), threads: 1)
      #expect((objection != nil) == isRefused)
    }
    let reported = try #require(
      limits(memory: 1e7).objection(to: try study(edges, factor: net), threads: 1))
    #expect(reported.description.contains(" bytes + 4,000,052 bytes of contacts + "))
    let estimate = try PlanEstimate(try study(random, factor: net), threads: 2).memoryBytes
    let without = try PlanEstimate(grid, threads: 2).memoryBytes
    #expect(estimate > without + 119e6)
  }

  @Test(
    "time of an estimate has what a test draws: permutations of the smaller group, of both for tied values",
    arguments: [("permutation", 20_000 * 50.0), ("kolmogorov_smirnov", 10_000 * 100.0)])
  func drawn(test: String, numbers: Double) throws {
    func seconds(_ test: String) throws -> Double {
      try PlanEstimate(
        try StoredStudy.read(
          """
          {
            "spreadlab": 1, "study": "plan", "seed": 5, "random_numbers": "independent",
            "model": { "group_size": 100, "rule": "exact" },
            "factors": { "infection_factor": { "values": [6, 7, 8] } },
            "replicates": 50, "record": { "curves": "none" },
            "analysis": { "comparisons": [
              { "factor": "infection_factor", "response": "steps", "test": "\(test)" }] }
          }
          """), threads: 1, clock: clock()
      ).cpuSeconds
    }
    let more = try seconds(test) - seconds("welch")
    #expect(abs(more / (3 * numbers * 8e-9) - 1) < 1e-6)
  }

  @Test("time and memory of an estimate know of curves and of fits to each of them")
  func analysis() throws {
    func estimate(_ rest: String) throws -> PlanEstimate {
      try PlanEstimate(
        try StoredStudy.read(
          """
          {
            "spreadlab": 1, "study": "plan", "seed": 5,
            "model": { "group_size": 10000, "infection_probability": 0.02, "rule": "exact" },
            "replicates": 500, \(rest)
          }
          """), threads: 1, seconds: Self.enough, clock: clock())
    }
    let none = try estimate("\"record\": { \"curves\": \"none\" }")
    let all = try estimate("\"record\": { \"curves\": \"all\" }")
    let fits = try estimate(
      #""analysis": { "fits": [{ "model": "richards", "to": "each_run" }] }"#)
    #expect(all.memoryBytes > none.memoryBytes + 1e6)
    // A fit lasts a look at the clock, which is a second.
    #expect(abs(fits.cpuSeconds - all.cpuSeconds - 500) < 1e-6)
  }

  private static func search() throws -> Study {
    try StoredStudy.read(
      """
      {
        "spreadlab": 1, "study": "plan", "seed": 5,
        "model": { "group_size": 100, "rule": "exact", "stop": { "max_steps": 9 } },
        "design": {
          "type": "threshold", "factor": "infection_probability", "from": 0.1, "to": 0.9,
          "response": "reached_50pct", "target": 0.5, "half_width": 0.05, "max_runs": 3000
        }
      }
      """)
  }

  @Test("an adaptive study is judged by the most runs it can have, and so is a search")
  func adaptive() throws {
    let study = try study(
      replicates: #"{ "max": 900, "until": [{ "response": "steps", "half_width": 1 }] }"#)
    #expect(limits(runs: 3600).objection(to: study, threads: 1) == nil)
    #expect(limits(runs: 3599).objection(to: study, threads: 1) != nil)
    let search = try Self.search()
    #expect(limits(runs: 3000).objection(to: search, threads: 1) == nil)
    let reported = try #require(limits(runs: 2999).objection(to: search, threads: 1))
    #expect(reported.description.hasPrefix("1 search x 3,000 runs at most = 3,000 runs, over"))
  }

  @Test(
    "numbers are written as people read them",
    arguments: [
      (0, "0"), (7, "7"), (100, "100"), (999, "999"), (1000, "1,000"), (123_456, "123,456"),
      (1e9, "1,000,000,000"), (0.5, "0.5"), (2.345, "2.35"), (1e18, "1e+18"),
    ] as [(Double, String)])
  func numbers(number: Double, text: String) { #expect(readable(number) == text) }

  @Test("the expected work of a part is that of its runs")
  func work() throws {
    let plan = try RunPlan(try study())
    let expected = plan.work.reduce(0) { $0 + 50 * $1 }
    #expect(abs(plan.totalWork - expected) < 1e-9 * expected)
    #expect(plan.runCount == 200)
  }

  /// So many seconds for the probes that none is given up.
  private static let enough = 1e6

  /// A clock on which every look takes a second, whatever the machine.
  private func clock() -> () -> Double {
    var seconds = 0.0
    return {
      seconds += 1
      return seconds
    }
  }

  @Test("the time of a plan is that of its probes' runs, times the runs")
  func seconds() throws {
    func seconds(points: Int, replicates: Int) throws -> Double {
      try PlanEstimate(
        try study(points: points, replicates: "\(replicates)"), threads: 1, clock: clock()
      ).cpuSeconds
    }
    // Two looks at 25 runs made side by side: two seconds, and one of making the engine. Each run is stored,
    // each point summarized.
    let run = 2.0 / 25 + 2.5e-6
    let point = 1 + 0.1e-3 + Double(try study().responses.responses.count) * 20e-6
    for (points, replicates) in [(1, 50), (1, 5_000), (4, 50), (4, 5_000)] {
      let expected = Double(points * replicates) * run + Double(points) * point + 0.03
      #expect(abs(try seconds(points: points, replicates: replicates) / expected - 1) < 1e-9)
    }
    // A search is given up after 0.4 s; nobody knows, so it takes all it may.
    let search = try Self.search()
    let short = try PlanEstimate(search, threads: 1, clock: clock())
    #expect(short.expectedRuns == 3_000 && short.isMost && short.shortcuts.count == 1)
    // All of these take time, though no run of the search was tried.
    #expect(short.cpuSeconds > 3_000 * (2.0 / 25) && short.cpuSeconds < 3_001 * (2.0 / 25))
    let whole = try PlanEstimate(search, threads: 1, clock: { 0 })
    #expect(whole.expectedRuns < 3_000 && !whole.isMost)
    // No time passes, so storing the runs is all that there is.
    #expect(abs(whole.firstSeconds - Double(whole.runs) * 2.5e-6) < 1e-12)
  }

  @Test("the estimate of a round is that of its runs; it needs no memory to sort values for tables")
  func round() throws {
    for (points, replicates) in [(1, 50), (4, 5_000), (4_500, 1)] {
      let study = try study(points: points, replicates: "\(replicates)")
      let plan = try RunPlan(study)
      let runs = Double(points * replicates)
      let kept = RoundEstimate(plan, clock: { 0 })
      #expect(abs(kept.cpuSeconds - runs * 2.5e-6) < 1e-9)
      // As for the time of a plan: two seconds for 25 runs.
      let made = RoundEstimate(plan, clock: clock()).cpuSeconds
      let expected = runs * (2.0 / 25 + 2.5e-6)
      #expect(abs(made / expected - 1) < 1e-9, "\(made)")
      let memory = try PlanEstimate(study, threads: 1, clock: { 0 }).memoryBytes
      #expect(kept.memoryBytes <= memory)
    }
  }

  @Test("an estimate of an adaptive study counts the runs it will come to")
  func growth() throws {
    func estimate(_ replicates: String) throws -> PlanEstimate {
      let study = try StoredStudy.read(
        """
        {
          "spreadlab": 1, "study": "plan", "seed": 5,
          "model": { "group_size": 2500, "infection_probability": 0.5, "rule": "exact" },
          "replicates": \(replicates), "record": { "curves": "none" }
        }
        """)
      return try PlanEstimate(study, threads: 1, seconds: Self.enough, clock: clock())
    }
    let target = #""until": [{ "response": "steps", "half_width": 1e-6 }]"#
    let adaptive = try estimate("{ \"min\": 50, \"max\": 20000, \(target) }")
    #expect(adaptive.runs == 50 && adaptive.expectedRuns == 20_000)
    let fixed = try estimate("50")
    #expect(fixed.runs == 50 && fixed.expectedRuns == 50)
    // Without the second of making the engine.
    #expect(abs((adaptive.cpuSeconds - 1) / (fixed.cpuSeconds - 1) - 400) < 4)
  }

  @Test("a pilot is the study's first replicates; of a long one it makes some points only")
  func pilot() throws {
    let plan = try RunPlan(try study(points: 40))
    let response = try #require(Response(rawValue: "final_infected"))
    func pilot(_ seconds: Double) -> Pilot {
      Pilot(
        plan, response: response, replicates: 3, pool: WorkPool(workers: 2), mostSeconds: seconds)
    }
    let whole = pilot(1000)
    #expect(whole.points == plan.points && whole.values.count == 40)
    #expect(whole.values.allSatisfy { $0 == [100, 100, 100] })
    // Work for a tenth of it: every tenth point, or fewer.
    let tenth = pilot(plan.work.reduce(0, +) * 3 / 10 / 2 * 1e-9)
    #expect((3...4).contains(tenth.points.count), "\(tenth.points.count)")
    #expect(tenth.points.map(\.number) == Array(stride(from: 0, to: 40, by: 10)))
  }
}
