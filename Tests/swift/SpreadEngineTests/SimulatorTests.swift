import Foundation
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite struct SimulatorTests {
  private let key = RunKey(seed: 20_261_121, point: nil, replicate: 4)

  @Test("step by step gives the curve, the map and the end of a whole run")
  func stepByStep() {
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      let scenario = RandomScenarios.scenario(
        900 + index, combination.rule, combination.boundary)
      let engine = Simulator(scenario)
      let whole = engine.run(key, recordMap: true)
      engine.begin(key)
      var curve = [UInt32(engine.infected)]
      var map = [Int32](repeating: -1, count: scenario.grid.people)
      for person in engine.newlyInfected { map[person] = 0 }
      while engine.stopReason == nil {
        engine.step()
        curve.append(UInt32(engine.infected))
        for person in engine.newlyInfected {
          #expect(map[person] == -1, "infected twice")
          map[person] = Int32(engine.currentStep)
        }
      }
      #expect(curve == whole.curve)
      #expect(map == whole.infectionSteps)
      #expect(engine.stopReason == whole.stopReason)
    }
  }

  @Test("an update names who has changed since the one before, in order, and from what to what")
  func updates() {
    for number in 0..<80 {
      let item = RandomScenarios.combinations[number]
      let scenario =
        number.isMultiple(of: 2)
        ? RandomScenarios.course(number)
        : RandomScenarios.scenario(number, item.rule, item.boundary)
      let engine = Simulator(scenario)
      let people = 0..<scenario.grid.people
      var states = people.map { _ in PersonState.healthy }
      engine.begin(key)
      while true {
        let before = states
        let changes = engine.update(&states)
        #expect(states == people.map { engine.state(of: $0) })
        #expect(changes.map(\.person) == people.filter { before[$0] != states[$0] })
        #expect(changes.allSatisfy { $0.old == before[$0.person] && $0.new == states[$0.person] })
        if engine.stopReason != nil { break }
        engine.step()
      }
    }
  }

  @Test("people infected from outside act like an introduction of that step")
  func tap() {
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      for p in [0.01, 0.6] {
        var scenario = Scenario(
          grid: Grid(people: 56, columns: 7, boundary: combination.boundary),
          rule: combination.rule, infectionFactor: 1 + index % 3, infectionProbability: p,
          maxSteps: 30)
        scenario.introductions = [
          Introduction(step: 0, place: .people([3])),
          Introduction(step: 5, place: .people([50, 3, 41])),
        ]
        let expected = Simulator(scenario).run(key, recordMap: false)
        scenario.introductions.removeLast()
        let engine = Simulator(scenario)
        engine.begin(key)
        var curve = [UInt32(engine.infected)]
        var infected = Set(engine.newlyInfected)
        while curve.count < expected.curve.count {
          engine.step()
          infected.formUnion(engine.newlyInfected)
          if engine.currentStep == 5 {
            let healthy = [50, 41].filter { !infected.contains($0) }
            #expect(engine.infect([50, 3, 41]) == healthy)
            #expect(Set(engine.newlyInfected).isSuperset(of: healthy))
          }
          curve.append(UInt32(engine.infected))
        }
        #expect(curve == expected.curve)
      }
    }
  }

  /// Sanitizers keep what is given back.
  private static let isPlain = ProcessInfo.processInfo.environment["SPREADLAB_SANITIZED"] == nil

  @Test("an engine gives its memory back", .slow, .enabled(if: isPlain))
  func memory() async {
    await #expect(processExitsWith: .success) {
      var scenario = Scenario(
        grid: Grid(people: 100_000, columns: 400, boundary: .bounded),
        rule: SpreadRule.builtIn[1].rule)
      scenario.introductions = [Introduction(step: 0, place: .randomShare(0.1))]
      scenario.maxSteps = 1
      // Whose numbers change in every second step.
      var changing = Scenario(
        grid: Grid(people: 9, columns: 3, boundary: .bounded), rule: SpreadRule.builtIn[1].rule,
        infectionFactor: 1, infectionProbability: 1e-9, maxSteps: 16_000)
      changing.course.recoveryProbability = 1e-9
      changing.interventions = [
        Intervention(
          when: .step(0),
          effects: [.infectionProbability: .multiply(0.5), .recoveryProbability: .multiply(0.5)],
          until: .afterSteps(1), repeats: true)
      ]
      // Threads and the free parts of the heap take some, 200 engines half a megabyte each and more.
      let addresses = __rlimit_resource_t(UInt32(RLIMIT_AS.rawValue))
      var limit = rlimit()
      try #require(getrlimit(addresses, &limit) == 0)
      for round in 0..<200 {
        scenario.contacts = round.isMultiple(of: 2) ? .grid : .everybody
        let key = RunKey(seed: 1, point: nil, replicate: round)
        _ = Simulator(scenario).run(key, recordMap: false)
        if round == 199 { _ = Simulator(changing).run(key, recordMap: false) }
        guard round == 9 else { continue }
        let sizes = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
        let pages = try #require(sizes.split(separator: " ").first.flatMap { Int($0) })
        limit.rlim_cur = rlim_t(pages * sysconf(Int32(_SC_PAGESIZE)) + 32 << 20)
        try #require(setrlimit(addresses, &limit) == 0)
      }
    }
  }

  @Test("each stop reason comes at its step")
  func stopReasons() {
    func run(_ change: (inout Scenario) -> Void) -> RunResult {
      var scenario = Scenario(
        grid: Grid(people: 100, columns: 10, boundary: .bounded),
        rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
        infectionFactor: 8, infectionProbability: 1)
      change(&scenario)
      return Simulator(scenario).run(key, recordMap: false)
    }
    func expect(
      _ reason: StopReason, after steps: Int, _ change: (inout Scenario) -> Void
    ) {
      let result = run(change)
      #expect(result.stopReason == reason)
      #expect(result.steps == steps)
    }
    expect(.allInfected, after: 5) { _ in }
    expect(.shareReached, after: 1) { $0.stopShare = 0.09 }
    expect(.shareReached, after: 2) { $0.stopShare = 0.0900001 }
    expect(.noSpread, after: 0) { $0.infectionFactor = 0 }
    expect(.noSpread, after: 0) { $0.infectionProbability = 0 }
    expect(.noSpread, after: 0) { $0.introductions = [] }
    expect(.maxSteps, after: 3) { $0.maxSteps = 3 }
    expect(.maxSteps, after: 0) { $0.maxSteps = 0 }
    // An introduction that is left keeps the run going, even where nobody can be infected.
    expect(.noSpread, after: 9) {
      $0.infectionFactor = 0
      $0.introductions.append(Introduction(step: 9, place: .random(3)))
    }
    expect(.allInfected, after: 2) {
      $0.introductions.append(Introduction(step: 2, place: .randomShare(1)))
    }
  }

  @Test("scanning all neighbors with k = 1 and p = 1 never leaves the north-west")
  func nonTermination() {
    let scenario = Scenario(
      grid: Grid(people: 81, columns: 9, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .scan, update: .synchronous),
      infectionFactor: 1, infectionProbability: 1, maxSteps: 500)
    let result = Simulator(scenario).run(key, recordMap: true)
    #expect(result.stopReason == .maxSteps)
    #expect(result.steps == 500)
    // From the middle to the corner in the north-west, whose own first neighbor is in the east.
    let infected = (result.infectionSteps ?? []).indices.filter {
      (result.infectionSteps?[$0] ?? -1) >= 0
    }
    #expect(infected == [0, 1, 10, 20, 30, 40])
  }
}
