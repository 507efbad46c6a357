import SpreadEngine
import SpreadModel
import Testing

@Suite struct ResponseTests {
  private func values(_ result: RunResult, people: Int) -> [String: Double] {
    let all = ResponseList.all.values(
      of: result, on: Grid(people: people, columns: people, boundary: .bounded))
    #expect(all.count == Response.allCases.count)
    return Dictionary(
      uniqueKeysWithValues: zip(Response.allCases, all).compactMap { response, value in
        value.map { (response.name, $0) }
      })
  }

  @Test("times, flags and the peak are read off the curve as worked out by hand")
  func curve() {
    let found = values(
      RunResult(
        stopReason: .maxSteps, curve: [1, 1, 3, 5, 7, 8], shape: nil, infectionSteps: nil),
      people: 10)
    #expect(
      found == [
        "steps": 5, "final_infected": 8, "final_share": 0.8, "step_to_10pct": 0, "step_to_50pct": 3,
        "reached_10pct": 1, "reached_50pct": 1, "reached_90pct": 0, "reached_all": 0, "peak_new": 2,
        "peak_step": 2, "extinct": 0, "peak_infectious": 8, "peak_infectious_step": 5,
        "reached_intervention": 0, "steps_under_intervention": 0,
      ])
  }

  @Test("latent people count as infected and not as infectious, with people who recover or without")
  func latent() {
    let (infected, latent): ([UInt32], [UInt32]) = ([2, 5, 9, 7, 4, 4], [2, 3, 8, 2, 0, 0])
    let still = values(
      RunResult(
        stopReason: .noSpread, curve: infected, shape: nil, infectionSteps: nil, latent: latent),
      people: 10)
    #expect(still["peak_infectious"] == 5 && still["peak_infectious_step"] == 3)
    let none = [UInt32](repeating: 0, count: infected.count)
    let course = CourseResult(
      curves: CourseCurves(
        newInfections: none, everInfected: infected, immune: none, latent: latent),
      infections: 0, introduced: 2, infectionsByIntroduced: 0)
    let found = values(
      RunResult(
        stopReason: .maxSteps, curve: infected, shape: nil, infectionSteps: nil, course: course),
      people: 10)
    #expect(found["peak_infected"] == 9 && found["peak_infected_step"] == 2)
    #expect(found["peak_infectious"] == 5 && found["peak_infectious_step"] == 3)
  }

  @Test("columns follow from what responses need, and a time of any kind makes its own flag")
  func order() {
    let further = [
      Response(time: "first", "", flag: "got_first", "", needs: .interventions) { _ in 3 },
      Response("late", .count, unit: "", "") { _ in 1 },
      Response(time: "second", "", flag: "got_second", "", needs: .interventions) { _ in nil },
      Response("last", .count, unit: "", "", needs: .interventions) { _ in 1 },
      Response(time: "third", "", flag: "got_third", "", needs: .recovery) { _ in nil },
    ]
    let columns = Response.columns(further)
    #expect(
      columns.map(\.name) == [
        "late", "third", "got_third", "first", "second", "got_first", "got_second", "last",
      ])
    #expect(further.map { $0.event?.name } == ["got_first", nil, "got_second", nil, "got_third"])
    let run = RunSummary(
      RunResult(stopReason: .maxSteps, curve: [1], shape: nil, infectionSteps: nil),
      on: Grid(people: 1, columns: 1, boundary: .bounded))
    #expect(columns.filter { $0.kind == .flag }.map { $0.value(run) } == [0, 1, 0])
    let needs = Response.allCases.map { need in
      Response.Need.allCases.firstIndex(of: need.needs) ?? 0
    }
    #expect(needs == needs.sorted())
  }

  @Test("a time is the first step with so many percent of the group, and no step before")
  func times() {
    let curve: [UInt32] = [1, 9, 10, 11, 49, 50, 51, 89, 90, 91, 99, 100]
    let found = values(
      RunResult(stopReason: .allInfected, curve: curve, shape: nil, infectionSteps: nil),
      people: 100)
    for (name, people) in [("10pct", 10), ("50pct", 50), ("90pct", 90), ("all", 100)]
      as [(_, UInt32)]
    {
      #expect(found["step_to_\(name)"] == curve.firstIndex(of: people).map(Double.init))
      for last in [people - 1, people] {
        let short = values(
          RunResult(stopReason: .maxSteps, curve: [1, last], shape: nil, infectionSteps: nil),
          people: 100)
        #expect(short["reached_\(name)"] == (last == people ? 1 : 0), "\(name)")
      }
    }
  }

  @Test("the event of a time is the flag of the same share; nothing else has one")
  func events() {
    for response in Response.allCases {
      let flag = response.name.replacing("step_to_", with: "reached_")
      let expected = response.name == "step_to_extinct" ? "extinct" : flag
      #expect(response.event?.name == (response.kind == .time ? expected : nil))
    }
  }

  @Test("where nobody is infected by sources the introduced recover, and nothing else happens")
  func diedOut() throws {
    var scenario = Scenario(
      grid: Grid(people: 25, columns: 5, boundary: .bounded), rule: SpreadRule.builtIn[1].rule)
    let names = ["steps", "final_infected", "extinct"]
    let responses = try names.map { try #require(Response(rawValue: $0)) }
    #expect(scenario.diedOut(responses) == [nil, nil, nil])
    scenario.course.infectiousSteps = .steps(3)
    scenario.interventions = [
      Intervention(when: .step(1), effects: [.infectionProbability: .set(1)])
    ]
    let area = OwnResponse.Measure.shareIn(GridArea(rows: 2...2, columns: 2...3), atStep: 1)
    let own = OwnResponse(name: "own", measure: area).responses
    #expect(scenario.diedOut(responses + own) == [3, 1, nil, 0.5])
  }

  @Test("what began and who was introduced are told as they are; of nobody there is no mean")
  func interventions() {
    for (began, introduced, mean) in [(nil, 0, nil), (0, 2, 3.5), (4, 7, 1)]
      as [(Int?, Int, Double?)]
    {
      var result = RunResult(
        stopReason: .maxSteps, curve: [2, 1, 1, 1, 1], shape: nil, infectionSteps: nil)
      let curves = CourseCurves(
        newInfections: [2, 0, 0, 0, 0], everInfected: [2, 2, 2, 2, 2], immune: [0, 0, 0, 0, 0],
        latent: [0, 0, 0, 0, 0])
      result.course = CourseResult(
        curves: curves, infections: 9, introduced: introduced, infectionsByIntroduced: 7)
      result.interventions = InterventionResult(firstStep: began, steps: 2)
      let found = values(result, people: 10)
      #expect(found["step_to_intervention"] == began.map(Double.init))
      #expect(found["reached_intervention"] == (began == nil ? 0 : 1))
      #expect(found["steps_under_intervention"] == 2 && found["reproduction_number"] == mean)
    }
  }

  @Test("without any new infection the peak is 0 at step 0")
  func noPeak() {
    let found = values(
      RunResult(stopReason: .noSpread, curve: [10], shape: nil, infectionSteps: nil), people: 10)
    #expect(found["peak_new"] == 0 && found["peak_step"] == 0)
    #expect(found["step_to_all"] == 0 && found["reached_all"] == 1)
  }

  private func shape(_ change: (inout Scenario) -> Void) -> Shape? {
    var scenario = Scenario(
      grid: Grid(people: 25, columns: 5, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 8, infectionProbability: 1)
    change(&scenario)
    return Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false
    ).shape
  }

  @Test("the block of three by three around the start has the shape worked out by hand")
  func block() throws {
    let shape = try #require(shape { _ in })
    #expect(shape.driftX == 0 && shape.driftY == 0)
    // Axes 4 * 1, diagonals 4 * -2; sum of r^2 = 4 + 8.
    #expect(abs(try #require(shape.anisotropy4) + 4.0 / 12) < 1e-12)
    #expect(shape.elongation == 1)
    #expect(abs(shape.roundness - 2 * Double.pi * (12.0 / 9) / 9) < 1e-12)
  }

  @Test("the plus around the start has the shape worked out by hand")
  func plus() throws {
    let shape = try #require(
      shape {
        $0.rule.neighborhood = .vonNeumann
        $0.shapeShare = 0.2
      })
    #expect(shape.anisotropy4 == 1)
    #expect(shape.elongation == 1)
    #expect(abs(shape.roundness - 2 * Double.pi * (4.0 / 5) / 5) < 1e-12)
  }

  @Test("spread from a corner drifts away from it, and a row of people is no ellipse")
  func cornerAndRow() throws {
    let corner = try #require(
      shape {
        $0.introductions = [Introduction(step: 0, place: .people([0]))]
        $0.shapeShare = 0.16
      })
    // Four people: offsets 0 and 1 in both directions.
    #expect(corner.driftX == 0.5 && corner.driftY == 0.5)
    #expect(corner.elongation == 1)
    let row = try #require(
      shape {
        $0.grid = Grid(people: 5, columns: 5, boundary: .bounded)
        $0.shapeShare = 0.6
      })
    #expect(row.elongation == nil)
    #expect(row.anisotropy4 == 1)
  }

  @Test("the origin is the mean place of all people introduced at step 0")
  func meanOrigin() throws {
    let shape = try #require(
      shape {
        $0.introductions = [Introduction(step: 0, place: .people([0, 1, 24]))]
        $0.shapeShare = 0.12
      })
    #expect(abs(shape.driftX) < 1e-12 && abs(shape.driftY) < 1e-12)
    // Columns 0, 1, 4 and rows 0, 0, 4: sums of squares about the mean 26/3 and 32/3.
    #expect(abs(shape.roundness - 2 * Double.pi * (58.0 / 9) / 3) < 1e-12)
  }

  @Test("there is no shape on a torus, without a start, or below the share")
  func undefined() {
    #expect(shape { $0.grid = Grid(people: 25, columns: 5, boundary: .torus) } == nil)
    #expect(
      shape { $0.introductions = [Introduction(step: 1, place: .center)] } == nil)
    #expect(shape { $0.maxSteps = 0 } == nil)
  }
}
