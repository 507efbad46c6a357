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

  private func expectSameRuns(_ scenario: Scenario, runs: Int) {
    let keys = (0..<runs).map { RunKey(seed: 11, point: 3, replicate: $0) }
    for vectors in SIMDLevel.available {
      let engine = Simulator(scenario, vectors: vectors)
      #expect(engine.goesSideBySide)
      let together = engine.runs(keys)
      let alone = keys.map { engine.run($0, recordMap: false) }
      #expect(together == alone, "\(scenario), vectors: \(vectors)")
    }
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
        expectSameRuns(
          scenario(index * 1_000 + round, rule), runs: [2, 7, 32, 33, 75][round % 5])
      }
    }
  }

  @Test("so they are where people recover, are latent or immune")
  func courses() {
    var compared = 0
    for number in 0..<TestDepth.choose(quick: 600, deep: 12_000) {
      let rule = RandomScenarios.combinations[number % RandomScenarios.combinations.count]
      let random = RandomScenarios.course(number)
      if rule.boundary == .torus || random.grid.people > 1_000 { continue }
      if rule.rule.update == .sequential && rule.rule.pool == .healthy { continue }
      var scenario = scenario(number, rule.rule)
      scenario.course = random.course
      if !scenario.hasCourse { scenario.course.infectiousSteps = .steps(2) }
      scenario.maxSteps = random.maxSteps
      scenario.immunePeople = random.immunePeople.filter { $0 < scenario.grid.people }
      expectSameRuns(scenario, runs: [2, 7, 33][number % 3])
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
    #expect(results == Simulator(scenario).runs(Array(keys.prefix(96))))
  }
}
