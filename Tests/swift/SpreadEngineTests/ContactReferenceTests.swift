import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// People who meet by lists, or all others: the engine and the slow reference implementation, and the engine and itself.
@Suite(.slow) struct ContactReferenceTests {
  @Test("give the same runs over random contacts, courses and changes, with vectors and without")
  func contacts() {
    for round in 0..<TestDepth.choose(quick: 700, deep: 40_000) {
      let key = RunKey(seed: 17, point: nil, replicate: round)
      guard expectReference(RandomScenarios.contacts(round), key) else { return }
    }
  }

  @Test("many sources with long lists draw all of their neighbors apart, with vectors and without")
  func longLists() {
    var scenario = Scenario(
      grid: Grid(people: 400, columns: 20, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .exact, update: .synchronous),
      infectionFactor: 400, infectionProbability: 0.05,
      introductions: [Introduction(step: 0, place: .random(40))])
    scenario.course.infectiousSteps = .steps(2)
    for (round, degree) in [7.0, 9, 16, 17, 24, 40].enumerated() {
      scenario.contacts = .random(meanDegree: degree, per: .replicate)
      scenario.rule.pool = round.isMultiple(of: 2) ? .all : .healthy
      let key = RunKey(seed: 20, point: nil, replicate: round)
      #expect(expectReference(scenario, key), "\(degree)")
    }
  }

  @Test("a cap is kept that comes during the run, one below what people have neighbors")
  func laterCap() {
    for cap in [9, 10, 11, 12] {
      var scenario = Scenario(
        grid: Grid(people: 12, columns: 4, boundary: .bounded),
        rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .exact, update: .synchronous),
        infectionFactor: 11, infectionProbability: 1, maxSteps: 1)
      scenario.contacts = .random(meanDegree: 11, per: .replicate)
      scenario.interventions = [
        Intervention(when: .step(0), effects: [.infectionFactor: .set(SteppedValue(Double(cap)))])
      ]
      for vectors in SIMDLevel.available {
        let engine = Simulator(scenario, vectors: vectors)
        let run = engine.run(RunKey(seed: 22, point: nil, replicate: 0), recordMap: false)
        #expect(run.curve == [1, UInt32(1 + min(cap, 11))])
      }
    }
  }

  @Test(
    "contacts near the complete graph are drawn as defined, however many draws are in vain",
    arguments: [
      (100, Contacts.randomRegular(degree: 98, per: .replicate)),
      (60, .randomRegular(degree: 58, per: .replicate)),
      (60, .randomRegular(degree: 31, per: .replicate)),
      (200, .ring(neighbors: 198, rewire: 1, per: .replicate)),
      (200, .preferential(links: 196, per: .replicate)),
    ])
  func dense(people: Int, contacts: Contacts) {
    var scenario = Scenario(
      grid: Grid(people: people, columns: 10, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
      infectionFactor: 1, infectionProbability: 0.02,
      introductions: [Introduction(step: 0, place: .center)],
      maxSteps: 12)
    scenario.contacts = contacts
    #expect(expectReference(scenario, RunKey(seed: 29, point: nil, replicate: 0)))
  }

  @Test("a radius that goes round the torus meets everybody once, in reading order")
  func radiusAroundTorus() {
    for metric in SpreadRule.Neighborhood.Metric.allCases {
      for radius in [2, 3, 5, 11, 20] {
        var scenario = Scenario(
          grid: Grid(people: 28, columns: 7, boundary: .torus),
          rule: SpreadRule(
            neighborhood: .within(radius: radius, metric: metric), pool: .all, draw: .exact,
            update: .synchronous),
          infectionFactor: 2, infectionProbability: 0.9,
          introductions: [Introduction(step: 0, place: .center)])
        scenario.course.infectiousSteps = .steps(3)
        #expect(expectReference(scenario, RunKey(seed: 29, point: nil, replicate: radius)))
        scenario.grid = Grid(people: 26, columns: 7, boundary: .bounded)
        #expect(expectReference(scenario, RunKey(seed: 29, point: nil, replicate: radius)))
      }
    }
  }

  @Test("more sources than are drawn at a time infect as the reference's do")
  func manySources() {
    // While those of step 0 infect, infectors are noted one by one: there is only one of them.
    var scenario = Scenario(
      grid: Grid(people: 6_000, columns: 80, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .exact, update: .synchronous),
      infectionFactor: 6_000, infectionProbability: 0.5,
      introductions: [Introduction(step: 0, place: .center)], maxSteps: 12)
    scenario.contacts = .random(meanDegree: 6, per: .replicate)
    let key = RunKey(seed: 21, point: nil, replicate: 0)
    var reference = ReferenceSimulator(scenario)
    let expected = reference.run(key, recordMap: true, describesCourse: false)
    let early = (expected.infectionSteps ?? []).count { (0..<9).contains($0) }
    #expect(early > 2_048)
    for vectors in SIMDLevel.available {
      let run = Simulator(scenario, vectors: vectors).run(key, recordMap: true)
      expectSame(run, expected, "\(vectors)")
    }
  }

  @Test("a run does not depend on the runs before it, whatever they drew")
  func order() {
    for round in 0..<60 {
      let scenario = RandomScenarios.contacts(round)
      let engine = Simulator(scenario)
      for replicate in [3, 0, 3, 1] {
        let key = RunKey(seed: 18, point: nil, replicate: replicate)
        let expected = Simulator(scenario).run(key, recordMap: true)
        let run = engine.run(key, recordMap: true)
        guard expectSame(run, expected, "\(replicate): \(scenario)") else { return }
      }
    }
  }

  @Test("many runs asked for at once are the runs made one by one, of small groups of every kind")
  func together() {
    let keys = (0..<40).map { RunKey(seed: 19, point: nil, replicate: $0) }
    var small = Scenario(
      grid: Grid(people: 9, columns: 3, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 2, infectionProbability: 0.4, maxSteps: 200)
    small.course.infectiousSteps = .steps(1)
    for contacts in [Contacts.grid, .everybody] {
      small.contacts = contacts
      let expected = keys.map { Simulator(small).run($0, recordMap: false) }
      expectSame(Simulator(small).runs(keys), expected, "\(contacts)")
    }
    for round in 0..<200 {
      let scenario = RandomScenarios.contacts(round)
      let some = Array(keys.prefix(3))
      let expected = some.map { Simulator(scenario).run($0, recordMap: false) }
      let runs = Simulator(scenario).runs(some)
      guard expectSame(runs, expected, "\(round): \(scenario)") else { return }
    }
  }

  @Test("a grid of eight neighbors as lists gives the same bits where nobody has to choose")
  func sameBits() {
    var compared = 0
    for round in 0..<2_000 {
      var scenario =
        round.isMultiple(of: 2) ? RandomScenarios.course(round) : RandomScenarios.changing(round)
      guard scenario.grid.columns > 2, scenario.grid.rows > 2 else { continue }
      scenario.grid = Grid(
        people: scenario.grid.rows * scenario.grid.columns, columns: scenario.grid.columns,
        boundary: .torus)
      scenario.rule.neighborhood = .moore
      if scenario.rule.draw != .scan {
        scenario.rule.draw = round % 4 < 2 ? .exact : .capped
        scenario.infectionFactor = 8
        for index in scenario.interventions.indices {
          scenario.interventions[index].effects[.infectionFactor] = nil
        }
      }
      if scenario.infectionProbability < 0.1 { scenario.infectionProbability = 0.1 }
      var byLists = scenario
      byLists.rule.neighborhood = .within(radius: 1, metric: .chebyshev)
      let key = RunKey(seed: 19, point: nil, replicate: round)
      let expected = Simulator(scenario, describesCourse: true).run(key, recordMap: true)
      let result = Simulator(byLists, describesCourse: true).run(key, recordMap: true)
      guard expectSame(result, expected, "\(scenario)") else { return }
      compared += 1
    }
    #expect(compared > 500)
  }

  @Test("a grid given as edges obeys the grid's exact distributions", .deep)
  func gridAsEdges() throws {
    var compared = 0
    for (item, scenario) in try CourseDistributionTests.cases.get()
    where scenario.contacts == .grid && scenario.grid.boundary == .bounded {
      let reference = ReferenceSimulator(scenario)
      var from: [UInt32] = []
      var to: [UInt32] = []
      for person in 0..<scenario.grid.people {
        for other in reference.neighborsOnGrid(of: person) {
          from.append(UInt32(person))
          to.append(UInt32(other))
        }
      }
      var byLists = scenario
      byLists.contacts = .edges(
        NeighborTable(people: scenario.grid.people, from: from, to: to, isDirected: true))
      let engine = Simulator(byLists)
      let failed = item.expected.failures(
        runs: 20_000, level: CourseDistributionTests.level(cases: 86)
      ) {
        .init(engine.run(RunKey(seed: 36, point: nil, replicate: $0), recordMap: true))
      }
      #expect(failed.isEmpty, "\(item.id)")
      compared += 1
    }
    #expect(compared > 20)
  }

  @Test("edges stop a run once nothing can change, in every component")
  func components() {
    // Two paths, 0-1-2 and 3-4; 5 has no contacts.
    let table = NeighborTable(people: 6, from: [0, 1, 3], to: [1, 2, 4], isDirected: false)
    var scenario = Scenario(
      grid: Grid(people: 6, columns: 3, boundary: .bounded), rule: SpreadRule.builtIn[1].rule)
    scenario.contacts = .edges(table)
    scenario.introductions = [Introduction(step: 0, place: .people([0]))]
    let result = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: true)
    #expect(result.curve == [1, 2, 3])
    #expect(result.stopReason == .noSpread)
    #expect(result.infectionSteps == [0, 1, 2, -1, -1, -1])
    #expect(result.shape == nil)
  }
}
