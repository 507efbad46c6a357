import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite struct ScenarioPassTests {
  private func key(_ replicate: Int) -> RunKey {
    RunKey(seed: 11, point: nil, replicate: replicate)
  }

  /// What a run comes to.
  private func finalValues(_ scenario: Scenario, _ engine: Simulator, _ replicate: Int)
    -> FinalValues
  {
    let result = engine.run(key(replicate), recordMap: false, recordGroups: true)
    #expect(result.stopReason == .extinct)
    return FinalValues(
      everInfected: Int(result.course?.curves.everInfected.last ?? 0),
      infections: result.course?.infections ?? 0,
      everInfectedOfGroup: (result.groupCurves ?? []).map {
        Int($0.course?.everInfected.last ?? 0)
      })
  }

  private func finalValues(_ scenario: Scenario, _ replicate: Int) -> FinalValues {
    finalValues(scenario, Simulator(scenario), replicate)
  }

  @Test("a pass has the final values of runs, whatever the structure, periods, vaccination, groups")
  func isAllRuns() {
    for number in 0..<TestDepth.choose(quick: 300, deep: 10_000) {
      let levels = RandomScenarios.family(number)
      guard ScenarioPass.obstacle(to: levels) == nil else {
        Issue.record("configuration \(number) has an obstacle: \(levels)")
        return
      }
      let vectors = SIMDLevel.available
      let pass = ScenarioPass(levels, vectors: vectors[number % vectors.count])
      let engines = levels.map { Simulator($0) }
      for replicate in 0..<2 {
        #expect(pass.begin(key(replicate)))
        let found = pass.finalValues()
        let expected = zip(levels, engines).map { finalValues($0, $1, replicate) }
        guard found == expected else {
          Issue.record("configuration \(number): \(found), not \(expected): \(levels)")
          return
        }
      }
    }
  }

  @Test("at its critical probability a share is reached, at the next smaller number it is not")
  func criticalProbability() {
    var kinds: Set<String> = []
    for number in 0..<TestDepth.choose(quick: 100, deep: 3_000) {
      var scenario = RandomScenarios.family(number)[0]
      // Of durations the chance may fall by a last digit where p grows.
      let hasDurations = scenario.contacts.layers.contains {
        if case .edges(let table) = $0.contacts { table.exposure != nil } else { false }
      }
      if hasDurations { continue }
      let pass = ScenarioPass([scenario])
      for (replicate, share) in [(0, 0.01), (1, 0.3), (2, 0.6), (3, 1)] {
        #expect(pass.begin(key(replicate)))
        let critical = pass.criticalProbability(share: share)
        let people = scenario.grid.leastPeople(ofShare: share)
        func isReached(at probability: Double) -> Bool {
          scenario.infectionProbability = probability
          return finalValues(scenario, replicate).everInfected >= people
        }
        guard let critical else {
          kinds.insert("never")
          #expect(!isReached(at: 1), "configuration \(number)")
          continue
        }
        kinds.insert(critical == 0 ? "at 0" : "between")
        #expect(isReached(at: critical), "configuration \(number)")
        #expect(critical == 0 || !isReached(at: critical.nextDown), "configuration \(number)")
      }
    }
    #expect(kinds.count == 3)
  }

  /// 12 x 12 people in two groups.
  private static var scenario: Scenario {
    var scenario = Scenario(
      grid: Grid(people: 144, columns: 12, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous))
    scenario.infectionProbability = 0.2
    scenario.course.infectiousSteps = .steps(2)
    scenario.maxSteps = 1_000_000
    scenario.groups = Groups(
      names: ["young", "old"], membership: .shares([0.5, 0.5], inOrder: false),
      multiply: [[1, 1], [1, 1]])
    return scenario
  }

  @Test("4,096 levels")
  func manyLevels() {
    let levels = (0..<4_096).map { number in
      var level = Self.scenario
      // From 1 down to 0.
      level.infectionProbability = 1 - Double(number) / 4_095
      return level
    }
    let pass = ScenarioPass(levels)
    #expect(pass.begin(key(3)))
    let found = pass.finalValues()
    #expect(found.count == 4_096)
    for number in stride(from: 0, to: 4_096, by: 195) {
      #expect(found[number] == finalValues(levels[number], 3))
    }
  }

  @Test("a pass that is given up says so, and the next one is whole")
  func cancelled() {
    let pass = ScenarioPass([Self.scenario])
    #expect(pass.begin(key(3)))
    for looks in 0..<3 {
      var left = looks
      let found = pass.finalValues {
        left -= 1
        return left < 0
      }
      #expect(found == nil || looks > 0)
      left = looks
      let critical = pass.criticalProbabilities([0.5]) {
        left -= 1
        return left < 0
      }
      #expect(critical == nil)
    }
    #expect(pass.finalValues() == [finalValues(Self.scenario, 3)])
  }

  private func everybody(_ people: Int) -> Scenario {
    var scenario = Scenario(
      grid: Grid(people: people, columns: 100, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous))
    scenario.contacts = .everybody
    scenario.infectionProbability = 0.5
    scenario.course.infectiousSteps = .steps(1)
    return scenario
  }

  @Test("a pass listens also where half of the people cannot be reached")
  func unreached() throws {
    var scenario = everybody(40_000)
    scenario.groups = Groups(
      names: ["a", "b"], membership: .shares([0.5, 0.5], inOrder: true),
      multiply: [[1, 0], [0, 1]])
    let pass = ScenarioPass([scenario])
    #expect(pass.begin(key(0)))
    let start = ContinuousClock.now
    #expect(pass.finalValues { ContinuousClock.now - start > .milliseconds(100) } == nil)
    // All of it takes more than 40 s.
    #expect(ContinuousClock.now - start < .seconds(30))
  }

  @Test("where everybody is reached by a few, the contacts of the others are not looked at")
  func few() {
    let scenario = everybody(300_000)
    let pass = ScenarioPass([scenario])
    #expect(pass.begin(key(0)))
    // All pairs would be 10^11.
    #expect(pass.finalValues().map(\.everInfected) == [300_000])
  }

  @Test("memory does not grow over replicates")
  func memory() throws {
    var scenario = Self.scenario
    scenario.infectionProbability = 0.02
    scenario.contacts = .layers([
      ContactLayer(.random(meanDegree: 8, per: .replicate)),
      ContactLayer(.everybody, multiply: 0.1),
    ])
    let pass = ScenarioPass([scenario])
    var replicate = 0
    let growth = try residentGrowth(rounds: 40) {
      replicate += 1
      _ = pass.begin(key(replicate))
      _ = pass.finalValues()
      _ = pass.criticalProbability(share: 0.3)
    }
    #expect(growth < 1 << 20)
  }

  /// What breaks a condition.
  static let obstacles: [(PassObstacle, @Sendable (inout Scenario) -> Void)] = [
    (.draw, { $0.rule.draw = .exact }),
    (.reinfection, { $0.course.immuneSteps = .steps(0) }),
    (.stopShare, { $0.stopShare = 0.2 }),
    (
      .introductions,
      { $0.introductions.append(Introduction(step: 100, place: .random(9))) }
    ),
    (
      .introductions,
      { $0.introductions.append(Introduction(step: 0, place: .rate(mean: 0.2, to: 50))) }
    ),
    (
      .interventions,
      {
        $0.interventions = [
          Intervention(when: .step(2), effects: [.infectionProbability: .multiply(0.1)])
        ]
      }
    ),
  ]

  @Test(
    "what a pass does not know of changes final values, and is an obstacle", arguments: obstacles)
  func obstacle(_ obstacle: PassObstacle, _ change: @Sendable (inout Scenario) -> Void) {
    var changed = Self.scenario
    change(&changed)
    #expect(ScenarioPass.obstacle(to: [changed]) == obstacle)
    #expect(ScenarioPass.obstacle(to: [Self.scenario]) == nil)
    // Runs of people who return may have no end.
    changed.maxSteps = 500
    let pass = ScenarioPass([Self.scenario])
    let differ = (0..<10).contains { replicate in
      _ = pass.begin(key(replicate))
      let found = pass.finalValues()[0]
      let run = Simulator(changed).run(key(replicate), recordMap: false)
      return found.everInfected != Int(run.course?.curves.everInfected.last ?? 0)
        || found.infections != run.course?.infections
    }
    #expect(differ)
  }

  @Test("infections without an end, and levels that are no family, are obstacles")
  func otherObstacles() {
    var endless = Self.scenario
    endless.course.infectiousSteps = .forever
    #expect(ScenarioPass.obstacle(to: [endless]) == .endless)
    endless.course.recoveryProbability = 0.1
    #expect(ScenarioPass.obstacle(to: [endless]) == nil)

    var longer = Self.scenario
    longer.course.infectiousSteps = .steps(3)
    #expect(ScenarioPass.obstacle(to: [Self.scenario, longer]) == .family)
    // One number is larger, another one smaller.
    var (one, other) = (Self.scenario, Self.scenario)
    one.groups?.multiply = [[1, 2], [1, 1]]
    other.groups?.multiply = [[2, 1], [1, 1]]
    #expect(ScenarioPass.obstacle(to: [one, other]) == .family)
    other.groups?.multiply = [[2, 3], [1, 1]]
    #expect(ScenarioPass.obstacle(to: [other, one]) == nil)
  }
}
