import KeyedRandom
import RunStore
import SpreadEngine
import SpreadModel
import Statistics
import StudyFiles
import StudyRuns
import TestSupport
import Testing
import WorkStealing

/// Precision targets where some outbreaks die out at once: the program's own runs, made once and drawn
/// from again and again, so that the mean is known.
@Suite("Precision where outbreaks die out at once") struct RareOutbreakTests {
  struct Model: CustomStringConvertible, Sendable {
    let name: String
    /// Members of the study's `model` beside `rule`.
    let model: String
    var rule =
      #"{ "neighborhood": "moore", "pool": "all", "draw": { "number": "poisson" }, "update": "synchronous" }"#
    var response = "final_share"
    let halfWidth: Double
    var description: String { name }

    func text(seed: Int = 11, replicates: String = "100") -> String {
      """
      {
        "spreadlab": 1, "study": "rare", "seed": \(seed),
        "model": { \(model), "rule": "own", "stop": { "max_steps": 3000 } },
        "rules": { "own": \(rule) },
        "replicates": \(replicates), "record": { "curves": "none" }
      }
      """
    }
  }

  private static let everybody = #""contacts": "everybody", "#
  private static let fourNeighbors =
    #"{ "neighborhood": "von_neumann", "pool": "all", "draw": "exact", "update": "synchronous" }"#

  /// SEIR, 5 of 1,000 introduced: 0.45 % of outbreaks die out at once.
  private static let seir = Model(
    name: "SEIR, 0.45 %",
    model: everybody
      + #""group_size": 1000, "infection_factor": 2, "infection_probability": 0.25, "start_people": 5, "latent_steps": 2, "recovery_probability": 0.2"#,
    halfWidth: 0.002)

  /// Half-widths at which the outbreaks that die out at once move the mean by one and a half of them
  /// or more.
  private static let models: [Model] = [
    Model(
      name: "SIR on a grid, 0.3 %",
      model:
        #""group_size": 900, "infection_factor": 1, "infection_probability": 0.87, "infectious_steps": 4"#,
      rule: fourNeighbors, halfWidth: 0.0015),
    seir,
    Model(
      name: "SIR, some immune, 0.8 %",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.5, "start_people": 3, "infectious_steps": 5, "immune_share": 0.2"#,
      halfWidth: 0.003),
    Model(
      name: "superspreading, 2 %",
      model: everybody
        + #""group_size": 800, "infection_factor": 1, "infection_probability": 0.6, "start_people": 8, "recovery_probability": 0.2, "infectiousness_dispersion": 0.5"#,
      halfWidth: 0.008),
    Model(
      name: "SIR, 3.5 %",
      model: everybody
        + #""group_size": 1000, "infection_factor": 2, "infection_probability": 0.25, "start_people": 4, "recovery_probability": 0.25"#,
      halfWidth: 0.012),
  ]

  /// Values of a model's runs, and what it is of an outbreak that dies out at once.
  private static func runs(_ model: Model, _ count: Int) throws -> ([Double], diedOut: Double?) {
    let study = try StoredStudy.read(model.text())
    let point = try #require(try RunPlan(study).points.first)
    let response = try #require(Response(rawValue: model.response))
    let engine = Simulator(point.scenario, of: study)
    let values = (0..<count).compactMap { replicate in
      response.value(
        RunSummary(
          engine.run(study.key(of: point, replicate: replicate), recordMap: false),
          on: point.scenario.grid))
    }
    try #require(values.count == count)
    return (values, point.scenario.diedOut(response))
  }

  /// Where a study of runs drawn from `pool` stops.
  private static func stop(
    _ pool: [Double], diedOut: Double?, halfWidth: Double, batch: Int, _ stream: inout RandomStream
  ) -> Moments {
    var judge = PrecisionJudge(
      plan: PrecisionJudge.Plan(minimum: batch, maximum: 1_000_000, batch: batch),
      targets: [PrecisionTarget(kind: .mean, width: .absolute(halfWidth))], diedOut: [diedOut])
    var moments = Moments()
    while case .undecided = judge.decision {
      let value = pool[Int(stream.below(UInt64(pool.count)))]
      judge.add([value])
      moments.add(value)
    }
    return moments
  }

  /// Before, this study stopped after 600 runs of which one died out, at 0.8918 to 0.8945.
  @Test("a study does not stop before an outbreak that dies out at once would have been seen")
  func fault() throws {
    let stored = try StoredStudy(
      Self.seir.text(
        seed: 7,
        replicates:
          #"{ "min": 200, "max": 100000, "batch": 200, "until": [{ "response": "final_share", "half_width": 0.002 }] }"#
      ))
    let outcome = try stored.run().judgement
    // 1.96 sqrt(3) 0.89 / 0.002: as if three had died out.
    #expect(outcome.counted[0].count > 1_500 && outcome.converged == [true])
    var moments = Moments()
    let place = try #require(stored.store.responses.place(of: .finalShare))
    for run in try stored.runs()[0] {
      guard let values = run.finished?.responses else { continue }
      moments.add(try #require(values[place]))
    }
    // The mean of 60,000 runs of another seed.
    #expect(moments.meanInterval(level: 0.95)?.contains(0.8888) == true)
  }

  @Test("the mean's interval covers the mean in at least 93 % of studies", .deep, arguments: models)
  func coverage(of model: Model) throws {
    let (pool, diedOut) = try Self.runs(model, 40_000)
    let truth = try #require(Moments(of: pool).mean)
    let rare =
      Double(pool.count { abs($0 - (diedOut ?? .nan)) < abs($0 - truth) }) / Double(pool.count)
    let studies = 2_000
    var (covered, near, total) = (0, 0, 0)
    for number in 0..<studies {
      var stream = RandomStream(key: 15, UInt64(number))
      let found = Self.stop(
        pool, diedOut: diedOut, halfWidth: model.halfWidth, batch: 200, &stream)
      total += found.count
      if found.meanInterval(level: 0.95)?.contains(truth) == true { covered += 1 }
      if abs((found.mean ?? .nan) - truth) <= model.halfWidth { near += 1 }
    }
    let share = Double(covered) / Double(studies)
    print(
      "\(model): rare \(rare), mean \(truth), covered \(share), within the half-width "
        + "\(Double(near) / Double(studies)), \(total / studies) runs")
    #expect(rare > 0.001 && rare < 0.06)
    #expect(share >= 0.93, "\(share)")
  }

  /// Where outbreaks never or often die out at once, and where the response scatters anyway.
  private static let commonplace: [Model] = [
    Model(
      name: "one introduced",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.5, "infectious_steps": 4"#,
      halfWidth: 0.02),
    Model(
      name: "near the threshold",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.3, "infectious_steps": 4, "start_people": 2"#,
      halfWidth: 0.02),
    Model(
      name: "below the threshold",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.2, "infectious_steps": 4, "start_people": 5"#,
      response: "final_infected", halfWidth: 1),
    Model(
      name: "percolation",
      model:
        #""group_size": 400, "infection_factor": 1, "infection_probability": 0.6, "infectious_steps": 4"#,
      rule: fourNeighbors, halfWidth: 0.02),
    Model(
      name: "steps until the end",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.5, "recovery_probability": 0.25, "start_people": 20"#,
      response: "step_to_extinct", halfWidth: 1),
    Model(
      name: "peak",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.4, "recovery_probability": 0.2, "start_people": 20"#,
      response: "peak_infected", halfWidth: 0.8),
    Model(
      name: "final size of a small group",
      model: everybody
        + #""group_size": 100, "infection_factor": 1, "infection_probability": 0.4, "infectious_steps": 5, "start_people": 10"#,
      halfWidth: 0.005),
    Model(
      name: "final size of a larger one",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.4, "infectious_steps": 5, "start_people": 20"#,
      halfWidth: 0.0015),
    Model(
      name: "reproduction number",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.5, "infectious_steps": 4, "start_people": 5"#,
      response: "reproduction_number", halfWidth: 0.05),
    Model(
      name: "step of the peak",
      model: everybody
        + #""group_size": 400, "infection_factor": 1, "infection_probability": 0.5, "infectious_steps": 4, "start_people": 10"#,
      response: "peak_infected_step", halfWidth: 0.15),
  ]

  @Test(
    "where they are not rare, studies need at most a fifth more runs", .deep, arguments: commonplace
  )
  func cost(of model: Model) throws {
    let (pool, diedOut) = try Self.runs(model, 10_000)
    #expect(diedOut != nil)
    var (before, now) = (0, 0)
    for number in 0..<500 {
      func runs(_ diedOut: Double?) -> Int {
        var stream = RandomStream(key: 16, UInt64(number))
        return Self.stop(
          pool, diedOut: diedOut, halfWidth: model.halfWidth, batch: 50, &stream
        ).count
      }
      before += runs(nil)
      now += runs(diedOut)
    }
    let ratio = Double(now) / Double(before)
    print("\(model): \(ratio) times the runs, \(now / 500)")
    #expect(ratio <= 1.2, "\(ratio)")
  }

  @Test("advice counts outbreaks that the pilot did not see")
  func advice() throws {
    let plan = try RunPlan(try StoredStudy.read(Self.seir.text()))
    let pilot = Pilot(
      plan, response: .finalShare, replicates: 20, pool: WorkPool(workers: 2), mostSeconds: 1000)
    #expect(pilot.diedOut == [0.005] && pilot.values[0].allSatisfy { $0 ?? 0 > 0.5 })
    let advice = RunAdvice(
      pilot, goal: RunAdvice.PrecisionGoal(halfWidth: 0.002, difference: nil, power: 0.9),
      study: plan.study)
    let need = try #require(advice.points.first?.forHalfWidth)
    // t sqrt(3) 0.89 / 0.002, and as if 16 had died out; 3,700 is what the sd of all runs asks for.
    #expect((1_450...1_600).contains(need.runs ?? 0), "\(need)")
    #expect((3_350...3_650).contains(need.safeRuns ?? 0), "\(need)")
  }

  @Test("nobody recovers: no outbreak dies out, and nothing is judged otherwise")
  func withoutCourse() throws {
    let text = Self.seir.text().replacing(#", "recovery_probability": 0.2"#, with: "")
    let point = try #require(try RunPlan(try StoredStudy.read(text)).points.first)
    #expect(point.scenario.diedOut(.finalShare) == nil)
  }
}
