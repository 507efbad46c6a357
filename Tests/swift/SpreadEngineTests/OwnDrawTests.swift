import SlowReference
import SpreadEngine
import SpreadModel
import Synchronization
import TestSupport
import Testing

/// Draws in Swift that a program brings along.
@Suite(.slow) struct OwnDrawTests {
  /// A scenario over any contacts, with a draw of one's own in the place of its draw.
  private func scenario(_ round: Int) -> Scenario {
    var scenario =
      switch round % 3 {
      case 0: RandomScenarios.contacts(round)
      case 1: RandomScenarios.course(round)
      default: RandomScenarios.changing(round)
      }
    scenario.rule.draw =
      .own(round.isMultiple(of: 2) ? .curious : .imitation(of: scenario.rule.draw))
    scenario.course.infectiousnessDispersion = round % 7 == 0 ? 0.5 : nil
    return scenario
  }

  @Test("the engine and the slow reference implementation give the same runs, wherever people meet")
  func reference() {
    var (sequential, wasted) = (0, 0)
    for round in 0..<TestDepth.choose(quick: 600, deep: 20_000) {
      let scenario = scenario(round)
      if scenario.rule.update == .sequential { sequential += 1 }
      if scenario.rule.pool == .all { wasted += 1 }
      let key = RunKey(seed: 51, point: nil, replicate: round)
      guard expectReference(scenario, key) else { return }
    }
    #expect(sequential > 200 && wasted > 200)
  }

  @Test(
    "a built-in draw written once more obeys the exact distribution of every small case", .deep)
  func exactDistributions() throws {
    let cases = try CourseDistributionTests.cases.get()
    for (item, scenario) in cases {
      var own = scenario
      own.rule.draw = .own(.imitation(of: scenario.rule.draw))
      let engine = Simulator(own)
      let failed = item.expected.failures(
        runs: 20_000, level: CourseDistributionTests.level(cases: cases.count)
      ) {
        .init(engine.run(RunKey(seed: 52, point: nil, replicate: $0), recordMap: true))
      }
      #expect(failed.isEmpty, "\(item.id)")
    }
  }

  @Test("who is not among a source's candidates is not looked at: the program ends")
  func outside() async {
    await #expect(processExitsWith: .failure) { Self.look(at: -1) }
    await #expect(processExitsWith: .failure) { Self.look(at: 8) }
    Self.look(at: 0)
    Self.look(at: 7)
  }

  private static func look(at candidate: Int) {
    var scenario = Scenario(
      ModelValues().with([.groupSize: .whole(9), .maxSteps: .whole(1)]),
      rule: SpreadRule.builtIn[0].rule)
    scenario.rule.neighborhood = .moore
    scenario.rule.draw = .own(
      OwnDraw(name: "curious", version: 1) { turn in
        if turn.count == 8 { _ = turn.isHealthy(candidate) }
      })
    scenario.introductions = [Introduction(step: 0, place: .people([4]))]
    _ = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false)
  }

  /// What the turns of a run told.
  private struct Turn: Hashable {
    var source: Int
    var step: Int
    var people: [Int]
    var healthy: [Bool]
    var factor: Double
    var probability: Double
    var word: UInt64
  }

  private func turns(
    _ scenario: Scenario, _ infect: @escaping @Sendable (SourceTurn) -> Void
  ) -> (turns: [Turn], result: RunResult) {
    let box = Box()
    var watched = scenario
    watched.rule.draw = .own(
      OwnDraw(name: "watched", version: 1) { turn in
        box.turns.withLock {
          $0.append(
            Turn(
              source: turn.source, step: turn.step, people: (0..<turn.count).map(turn.person),
              healthy: (0..<turn.count).map(turn.isHealthy), factor: turn.meanContacts,
              probability: turn.infectionProbability, word: turn.word))
        }
        infect(turn)
      })
    let result = Simulator(watched).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: true)
    // Those of a step act in any order where all of them see the state at its start.
    let turns = box.turns.withLock { $0 }
    return (
      scenario.rule.update == .sequential
        ? turns : turns.sorted { ($0.step, $0.source) < ($1.step, $1.source) }, result
    )
  }

  private final class Box: Sendable {
    let turns = Mutex<[Turn]>([])
  }

  @Test("a turn tells the source, the step, and the candidates in the order of the neighborhood")
  func told() {
    var scenario = Scenario(
      grid: Grid(people: 9, columns: 3, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 2, infectionProbability: 0.5, maxSteps: 2)
    // The first candidate of every source.
    var (seen, result) = turns(scenario) { $0.infect(0) }
    #expect(
      seen.map(\.people) == [[0, 1, 2, 3, 5, 6, 7, 8], [1, 3], [1, 2, 3, 5, 6, 7, 8]])
    #expect(seen.map(\.source) == [4, 0, 4] && seen.map(\.step) == [1, 2, 2])
    #expect(seen.allSatisfy { $0.factor == 2 && $0.probability == 0.5 })
    #expect(Set(seen.map(\.word)).count == 3)
    #expect(result.infectionSteps == [1, 2, -1, -1, 0, -1, -1, -1, -1])

    scenario.rule.pool = .all
    (seen, result) = turns(scenario) { $0.infect(0) }
    #expect(seen.map(\.people.count) == [8, 3, 8])
    #expect(seen[1].people == [1, 3, 4] && seen[1].healthy == [true, true, false])
    // That of the middle is spent on somebody who is infected already.
    #expect(result.infectionSteps == [1, 2, -1, -1, 0, -1, -1, -1, -1])

    scenario.rule.update = .sequential
    (seen, result) = turns(scenario) { $0.infect($0.count - 1) }
    // In the second step 4 acts before 8, and spends its contact on 8.
    #expect(seen.map(\.source) == [4, 4, 8])
    #expect(seen[1].healthy == Array(repeating: true, count: 7) + [false])
    scenario.rule.pool = .healthy
    // 8 does not meet 7 any more, whom 4 infected in the same step.
    (seen, result) = turns(scenario) { $0.infect($0.count - 1) }
    #expect(seen.map(\.people) == [[0, 1, 2, 3, 5, 6, 7, 8], [0, 1, 2, 3, 5, 6, 7], [5]])
    #expect(result.infectionSteps == [-1, -1, -1, -1, 0, 2, -1, 2, 1])
  }

  @Test("what a draw throws ends its run at once, and no run after it")
  func failure() {
    struct Refusal: Error {}
    for update in SpreadRule.Update.allCases {
      for contacts in [Contacts.grid, .everybody] {
        let box = Box()
        var scenario = Scenario(
          grid: Grid(people: 9, columns: 3, boundary: .bounded),
          rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .exact, update: update))
        scenario.contacts = contacts
        scenario.maxSteps = 50
        scenario.rule.draw = .own(
          OwnDraw(name: "refusing", version: 1) { turn in
            box.turns.withLock {
              $0.append(
                Turn(
                  source: turn.source, step: turn.step, people: [], healthy: [], factor: 0,
                  probability: 0, word: turn.word))
            }
            if turn.step == 3 && turn.word % 2 == 0 { throw Refusal() }
            turn.infect(turn.step % turn.count)
          })
        let engine = Simulator(scenario)
        let keys = (0..<20).map { RunKey(seed: 5, point: nil, replicate: $0) }
        let results = keys.map { key in
          box.turns.withLock { $0 = [] }
          let result = engine.run(key, recordMap: false, isCancelled: { false })
          let last = box.turns.withLock { $0.last }
          #expect(
            result?.failure
              == (last?.word.isMultiple(of: 2) == true && last?.step == 3
                ? "step 3, person \(last?.source ?? -1): Refusal()" : nil))
          engine.begin(key)
          while engine.stopReason == nil && engine.failure == nil { engine.step() }
          #expect(engine.failure == result?.failure)
          return result
        }
        #expect(results.contains { $0?.failure == nil } && results.contains { $0?.failure != nil })
        #expect(results.allSatisfy { $0?.failure == nil || $0?.steps == 3 })
        expectSame(engine.runs(keys), results.compactMap(\.self), "\(scenario)")
      }
    }
  }

  @Test("a draw is its name and version, whatever Swift stands behind them")
  func identity() {
    let draw = OwnDraw(name: "mine", version: 1, act: nil)
    #expect(draw == OwnDraw(name: "mine", version: 1) { _ in })
    #expect(draw != OwnDraw(name: "mine", version: 2, act: nil))
    #expect(draw != OwnDraw(name: "yours", version: 1, act: nil))
  }

  @Test("where everybody meets everybody all others are candidates, by number")
  func everybody() {
    var scenario = Scenario(
      grid: Grid(people: 4, columns: 2, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 1, infectionProbability: 1,
      introductions: [Introduction(step: 0, place: .people([1]))], maxSteps: 1)
    scenario.contacts = .everybody
    let (seen, result) = turns(scenario) { $0.infect(1) }
    #expect(seen.map(\.people) == [[0, 2, 3]] && result.infectionSteps == [-1, 0, 1, -1])
  }

  @Test("nobody is asked where the infection factor or the probability is 0")
  func inert() {
    var scenario = Scenario(
      grid: Grid(people: 9, columns: 3, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 0, infectionProbability: 1)
    for _ in 0..<2 {
      let (seen, result) = turns(scenario) { $0.infect(0) }
      #expect(seen.isEmpty && result.stopReason == .noSpread && result.steps == 0)
      (scenario.infectionFactor, scenario.infectionProbability) = (1, 0)
    }
    scenario.infectionProbability = 1
    scenario.realInfectionFactor = 0.25
    let (seen, result) = turns(scenario) { $0.infect(0) }
    #expect(seen.first?.factor == 0.25 && result.stopReason == .allInfected)
    // Nor is who meets nobody.
    #expect(seen.allSatisfy { !$0.people.isEmpty })
  }
}
