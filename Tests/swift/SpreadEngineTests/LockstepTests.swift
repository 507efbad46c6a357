import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite struct LockstepTests {
  /// A scenario whose runs go side by side, near scenario `number` of this rule.
  private func scenario(_ number: Int, _ rule: SpreadRule) -> Scenario {
    var scenario = RandomScenarios.scenario(number, rule, .bounded)
    scenario.infectionFactor = max(1, scenario.infectionFactor)
    scenario.infectionProbability = max(0.25, scenario.infectionProbability)
    scenario.stopShare = 1
    scenario.introductions = [Introduction(step: 0, place: .center)]
    if number.isMultiple(of: 3) {
      let last = scenario.grid.people - 1
      scenario.introductions.append(Introduction(step: 0, place: .people([last, 0, last])))
    }
    return scenario
  }

  @discardableResult private func expectSameRuns(_ scenario: Scenario, runs: Int) -> Bool {
    let keys = (0..<runs).map { RunKey(seed: 11, point: 3, replicate: $0) }
    for vectors in SIMDLevel.available {
      let engine = Simulator(scenario, vectors: vectors)
      let goesSideBySide = engine.goesSideBySide
      #expect(goesSideBySide, "\(scenario)")
      let together = engine.runs(keys)
      let alone = keys.map { engine.run($0, recordMap: false) }
      guard expectSame(together, alone, "\(scenario), vectors: \(vectors)") else { return false }
    }
    return true
  }

  @Test("runs side by side are the runs made one by one, for every rule")
  func agreement() {
    let each = TestDepth.choose(quick: 20, deep: 400)
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      let rule = combination.rule
      if combination.boundary == .torus { continue }
      if rule.update == .sequential && rule.pool == .healthy { continue }
      for round in 0..<each {
        // One run alone, a part of a batch, a whole batch and more.
        guard
          expectSameRuns(
            scenario(index * 1_000 + round, rule), runs: [2, 7, 32, 33, 75][round % 5])
        else { return }
      }
    }
  }

  @Test("so they are where people recover, are latent or immune")
  func courses() {
    var compared = 0
    for number in 0..<TestDepth.choose(quick: 600, deep: 12_000) {
      let rule = RandomScenarios.combinations[number % RandomScenarios.combinations.count]
      let random =
        number.isMultiple(of: 2) ? RandomScenarios.course(number) : RandomScenarios.periods(number)
      if rule.boundary == .torus || random.grid.people > 1_000 { continue }
      if rule.rule.update == .sequential && rule.rule.pool == .healthy { continue }
      var scenario = scenario(number, rule.rule)
      scenario.course = random.course
      if !scenario.hasCourse { scenario.course.infectiousSteps = .steps(2) }
      scenario.maxSteps = random.maxSteps
      scenario.immunePeople = random.immunePeople.filter { $0 < scenario.grid.people }
      // Long infections of people who return have their clocks off the masks.
      if rule.rule.draw == .each && !Simulator(scenario).goesSideBySide { continue }
      guard expectSameRuns(scenario, runs: [2, 7, 33][number % 3]) else { return }
      compared += 1
    }
    #expect(compared > 50)
  }

  @Test("so they are in the smallest and the largest groups, and if all end at the last step")
  func limits() {
    let rule = SpreadRule(
      neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous)
    // Of 841 people the cells of a run are one more than a power of 2.
    for people in [1, 2, 3, 100, 841, 997, 1_000] {
      for maxSteps in [0, 1, 10_000] {
        let columns = Grid.squareColumns(people: people)
        expectSameRuns(
          Scenario(
            grid: Grid(people: people, columns: columns, boundary: .bounded), rule: rule,
            infectionFactor: 3, infectionProbability: 0.4, maxSteps: maxSteps),
          runs: 40)
      }
    }
  }

  @Test(
    "runs side by side ask some times in all whether to go on, and never more than 64 steps apart")
  func looks() {
    // A row of 200 is infected from its end, or two people are for 200 steps.
    let row = Scenario(
      grid: Grid(people: 200, columns: 200, boundary: .bounded), rule: SpreadRule.builtIn[1].rule,
      infectionFactor: 8, infectionProbability: 1,
      introductions: [Introduction(step: 0, place: .people([0]))])
    var pair = row
    pair.grid = Grid(people: 2, columns: 2, boundary: .bounded)
    pair.course.infectiousSteps = .steps(199)
    for scenario in [row, pair] {
      let engine = Simulator(scenario)
      #expect(engine.goesSideBySide)
      var asked = 0
      let keys = (0..<3).map { RunKey(seed: 13, point: nil, replicate: $0) }
      let results = engine.runs(keys) {
        asked += 1
        return false
      }
      #expect(results.map(\.steps) == [1, 1, 1].map { $0 * (scenario == row ? 199 : 200) })
      #expect((4...8).contains(asked))
    }
  }

  @Test("a cancellation keeps the runs that are finished")
  func cancellation() {
    let scenario = scenario(1, RandomScenarios.combinations[0].rule)
    let keys = (0..<200).map { RunKey(seed: 13, point: nil, replicate: $0) }
    var asked = 0
    let results = Simulator(scenario).runs(keys) {
      asked += 1
      return asked > 3
    }
    #expect(results.count == 96)
    expectSame(results, Simulator(scenario).runs(Array(keys.prefix(96))), "cancelled")
  }
}
