import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Interventions beside runs without them, under common random numbers, and small facts by hand.
@Suite(.slow) struct InterventionTests {
  @Test("a run with changes is the run without them up to the step at whose end the first begins")
  func equalBefore() throws {
    var compared = 0
    for number in 0..<TestDepth.choose(quick: 800, deep: 20_000) {
      let changed = RandomScenarios.changing(number)
      var plain = changed
      plain.interventions = []
      // Without a course, the run without changes may end at once where nobody can be infected.
      guard !changed.interventions.contains(where: \.startsCourse) || changed.course.endsInfections,
        plain.infectionProbability > 0 && plain.infectionFactor > 0
      else { continue }
      let key = RunKey(seed: 40, point: nil, replicate: number)
      let with = Simulator(changed, describesCourse: true).run(key, recordMap: false)
      let without = Simulator(plain, describesCourse: true).run(key, recordMap: false)
      let begun = try firstBeginning(changed, with)
      let last = min(begun, with.steps, without.steps)
      func beginning(_ result: RunResult) throws -> [[UInt32]] {
        let curves = try #require(result.course?.curves)
        // Those made immune count at the end of that very step.
        return [
          Array(result.curve.prefix(last + 1)), Array(curves.newInfections.prefix(last + 1)),
          Array(curves.everInfected.prefix(last + 1)), Array(curves.immune.prefix(last)),
          Array(curves.latent.prefix(last + 1)),
        ]
      }
      #expect(try beginning(with) == beginning(without), "\(number)")
      compared += last
    }
    #expect(compared > 500)
  }

  /// The first step at whose end a condition holds, read from the curves; the last step if none does.
  private func firstBeginning(_ scenario: Scenario, _ result: RunResult) throws -> Int {
    let curves = try #require(result.course?.curves)
    let people = Double(scenario.grid.people)
    return result.curve.indices.first { step in
      scenario.interventions.contains { change in
        switch change.when {
        case .step(let first): step >= first
        case .infectedShare(let share): Double(result.curve[step]) >= share * people - 1e-6
        case .everInfectedShare(let share):
          Double(curves.everInfected[step]) >= share * people - 1e-6
        case .infectiousShare(let share):
          Double(result.curve[step]) - Double(curves.latent[step]) >= share * people - 1e-6
        case .afterSteps: false
        }
      }
    } ?? result.steps
  }

  @Test("a lockdown at step 2 for 3 steps stops a wave for steps 3, 4 and 5")
  func lockdown() {
    var scenario = Scenario(
      grid: Grid(people: 15, columns: 15, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 8, infectionProbability: 1,
      introductions: [Introduction(step: 0, place: .people([0]))])
    scenario.interventions = [
      Intervention(
        when: .step(2), effects: [.infectionProbability: .set(0)], until: .afterSteps(3))
    ]
    let result = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
    #expect(result.curve == [1, 2, 3, 3, 3, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15])
    #expect(result.stopReason == .allInfected)
    #expect(result.interventions == InterventionResult(firstStep: 2, steps: 3))
  }

  @Test("a run goes on where a share that holds already, or latent people, will change p")
  func sharesAhead() {
    var scenario = Scenario(
      grid: Grid(people: 15, columns: 15, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 8, infectionProbability: 1,
      introductions: [Introduction(step: 0, place: .people([0]))])
    for until in [Intervention.Condition.infectedShare(0.5), .everInfectedShare(0.05)] {
      scenario.interventions = [
        Intervention(
          when: .step(0), effects: [.infectionProbability: .set(0)], until: until)
      ]
      let result = Simulator(scenario).run(
        RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
      #expect(result.curve.prefix(4) == [1, 1, 2, 3])
      #expect(result.stopReason == .allInfected)
    }
    scenario.course.latentSteps = .steps(4)
    scenario.infectionProbability = 0
    scenario.interventions = [
      Intervention(when: .infectiousShare(0.06), effects: [.infectionProbability: .set(1)])
    ]
    let result = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
    #expect(result.curve.prefix(7) == [1, 1, 1, 1, 1, 2, 2])
    // Only an infection could reach this share.
    scenario.interventions[0].when = .infectiousShare(0.1)
    #expect(
      Simulator(scenario).run(RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
        .stopReason == .noSpread)
  }

  @Test("half of the healthy made immune at step 1 stay so, and the infected go on")
  func immunization() throws {
    var scenario = Scenario(
      grid: Grid(people: 100, columns: 10, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 8, infectionProbability: 1)
    scenario.course.infectiousSteps = .steps(1)
    scenario.interventions = [Intervention(when: .everInfectedShare(0.09), immunizeShare: 0.5)]
    let result = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
    let course = try #require(result.course)
    #expect(result.curve[0] == 1 && result.curve[1] == 8)
    // The first infected recovered at the end of step 1, too.
    #expect(course.curves.immune.prefix(2) == [0, 51])
    #expect(result.stopReason == .extinct)
    // Immunization is over at once: no step is made under it.
    #expect(result.interventions == InterventionResult(firstStep: 1, steps: 0))
  }

  @Test(
    "steps under interventions are those made while one of them sets or multiplies something",
    arguments: [
      // Two that overlap: steps 3...7.
      ([(2, 5), (4, 7)], 2, 5),
      // Two apart: steps 3...4 and 8...10, the end of the run.
      ([(2, 4), (7, nil)], 2, 5),
      // From the start state on: steps 1...10.
      ([(0, nil)], 0, 10),
      // One that begins at the end of the last step.
      ([(10, nil)], 10, 0),
      ([(11, nil)], nil, 0),
    ] as [([(Int, Int?)], Int?, Int)])
  func stepsUnder(spans: [(Int, Int?)], first: Int?, steps: Int) {
    var scenario = Scenario(
      grid: Grid(people: 900, columns: 30, boundary: .bounded), rule: SpreadRule.builtIn[0].rule,
      infectionFactor: 2, infectionProbability: 0.5)
    scenario.maxSteps = 10
    scenario.interventions = spans.map { begin, end in
      Intervention(
        when: .step(begin), effects: [.infectionProbability: .multiply(0.9)],
        until: end.map { .step($0) })
    }
    let result = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
    #expect(result.interventions == InterventionResult(firstStep: first, steps: steps))
  }

  @Test("probabilities that are multiplied are cut off at 1, infection factors rounded")
  func cutOff() {
    var scenario = Scenario(
      grid: Grid(people: 9, columns: 3, boundary: .bounded), rule: SpreadRule.builtIn[0].rule,
      infectionFactor: 3, infectionProbability: 0.75)
    scenario.course.recoveryProbability = 0.5
    let change = Intervention(
      when: .step(0),
      effects: [
        .infectionFactor: .multiply(0.5), .infectionProbability: .multiply(2),
        .recoveryProbability: .multiply(3),
      ])
    let values = ChangingValues(scenario, at: 1, under: [change])
    #expect(values.infectionProbability == 1 && values.recoveryProbability == 1)
    #expect(values.infectionFactor == 2 && values.meanContacts == 1.5)
    #expect(ChangingValues(scenario, at: 1, under: []).infectionProbability == 0.75)
  }

  @Test("changes that come during a run act as if the scenario had them", arguments: 0..<40)
  func coming(number: Int) throws {
    let rules = SpreadRule.builtIn
    var scenario = Scenario(
      grid: Grid(people: 400, columns: 20, boundary: .bounded),
      rule: rules[number % rules.count].rule,
      infectionFactor: 4, infectionProbability: 0.3)
    scenario.maxSteps = 9
    let halves = Intervention(
      when: .step(2), effects: [.infectionFactor: .multiply(0.5)], until: .step(5))
    let less = Intervention(when: .step(4), effects: [.infectionProbability: .multiply(0.5)])
    var whole = scenario
    whole.interventions = [halves, less]
    let key = RunKey(seed: 41, point: nil, replicate: number)
    let expected = Simulator(whole).run(key, recordMap: true)
    let engine = Simulator(scenario, keepsStepsOpen: true)
    // A second run of an engine begins without the changes of the first one.
    for _ in 0..<2 {
      engine.begin(key)
      var map = [Int32](repeating: -1, count: 400)
      while true {
        for person in engine.newlyInfected { map[person] = Int32(engine.currentStep) }
        var open = halves
        open.until = nil
        switch engine.currentStep {
        case 2: engine.intervene(with: [open])
        case 4: engine.intervene(with: [open, less])
        case 5: engine.intervene(with: [halves, less])
        default: break
        }
        if engine.stopReason != nil { break }
        // Once a step, as soon as there is a change.
        #expect(engine.closeStep() == (engine.currentStep >= 2) && !engine.closeStep())
        engine.step()
      }
      #expect(map == expected.infectionSteps)
    }
  }
}
