import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Interventions that return (`repeat`).
@Suite(.slow) struct ReturningInterventionTests {
  /// Four people, each a neighbor of all others, infectious for a step and healthy again at once.
  private static func four(
    p: Double, _ interventions: [Intervention], steps: Int
  ) -> Scenario {
    var scenario = Scenario(
      grid: Grid(people: 4, columns: 2, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .all, draw: .each, update: .synchronous),
      infectionFactor: 0, infectionProbability: p,
      introductions: [Introduction(step: 0, place: .people([0]))], maxSteps: steps)
    scenario.course.infectiousSteps = .steps(1)
    scenario.course.immuneSteps = .steps(0)
    scenario.interventions = interventions
    return scenario
  }

  /// A wave of one person a step along a row, from its west end.
  private static let row = Scenario(
    grid: Grid(people: 12, columns: 12, boundary: .bounded),
    rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .each, update: .synchronous),
    infectionFactor: 0, infectionProbability: 1,
    introductions: [Introduction(step: 0, place: .people([0]))])

  @Test(
    "a lockdown that returns is judged anew from the step after its end",
    arguments: [
      // Begins at the ends of steps 0, 2, 4, ..., and ends at those of 1, 3, 5, ....
      (
        Intervention.Condition.step(0), Intervention.Condition.afterSteps(1),
        [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12], 0, 11
      ),
      // Once its step is over it ends after one step each time.
      (
        .step(2), .step(3),
        [1, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12], 2, 9
      ),
      (
        .everInfectedShare(0.5), .afterSteps(3),
        [1, 2, 3, 4, 5, 6, 6, 6, 6, 7, 7, 7, 7, 8, 8, 8, 8, 9, 9, 9, 9, 10, 10, 10, 10, 11]
          + [11, 11, 11, 12], 5, 18
      ),
    ])
  func byHand(
    when: Intervention.Condition, until: Intervention.Condition, curve: [UInt32], first: Int,
    steps: Int
  ) {
    var scenario = Self.row
    scenario.interventions = [
      Intervention(
        when: when, effects: [.infectionProbability: .set(0)], until: until, repeats: true)
    ]
    let key = RunKey(seed: 1, point: nil, replicate: 0)
    let engine = Simulator(scenario)
    // A second run begins as the first did.
    for _ in 0..<2 {
      let result = engine.run(key, recordMap: false)
      #expect(result.curve == curve)
      #expect(result.stopReason == .allInfected)
      #expect(result.interventions == InterventionResult(firstStep: first, steps: steps))
    }
    // Judged twice at the end of a step, as where the page gives others then, it is the same.
    let open = Simulator(scenario, keepsStepsOpen: true)
    open.begin(key)
    var infected = [UInt32(open.infected)]
    while open.stopReason == nil {
      open.closeStep()
      open.intervene(with: [])
      open.step()
      infected.append(UInt32(open.infected))
    }
    #expect(infected == curve)
    scenario.interventions[0].repeats = false
    let once = Simulator(scenario).run(key, recordMap: false)
    #expect(once.interventions?.firstStep == first && once.curve.count < curve.count)
  }

  private static let returning: [Intervention] = [
    Intervention(
      when: .infectedShare(0.5), effects: [.infectionProbability: .multiply(0.25)],
      until: .infectedShare(0.5), repeats: true),
    Intervention(
      when: .infectedShare(0.25), effects: [.infectionProbability: .set(0.2)],
      until: .afterSteps(2), repeats: true),
  ]

  @Test(
    "a lockdown of four people that returns has the enumerated law", .deep,
    arguments: Self.returning, [false, true])
  func enumerated(lockdown: Intervention, repeats: Bool) throws {
    var lockdown = lockdown
    lockdown.repeats = repeats
    let scenario = Self.four(p: 0.4, [lockdown], steps: 7)
    let law = LockdownDistribution(scenario, lockdown).outcomes
    #expect(abs(law.values.reduce(0, +) - 1) < 1e-12)
    let runs = 300_000
    let engine = Simulator(scenario)
    var reference = ReferenceSimulator(scenario)
    let samples: [(runs: Int, run: (RunKey) -> RunResult)] = [
      (runs, { engine.run($0, recordMap: false) }), (runs / 20, { reference.run($0) }),
    ]
    for (runs, run) in samples {
      var seen: [[Int]: Int] = [:]
      for replicate in 0..<runs {
        let result = run(RunKey(seed: 63, point: nil, replicate: replicate))
        let under = try #require(result.interventions)
        let counts = result.curve.map(Int.init)
        seen[
          [
            counts.count, counts.reduce(0, +), counts.last ?? 0, under.steps, under.firstStep ?? -1,
          ],
          default: 0] += 1
      }
      #expect(Set(seen.keys).isSubset(of: law.keys))
      let outcomes = law.keys.sorted { $0.lexicographicallyPrecedes($1) }
      // Four distributions, engine and reference: one in 10^6 right programs fails.
      #expect(
        ChiSquare.pValue(
          observed: outcomes.map { seen[$0] ?? 0 }, probabilities: outcomes.map { law[$0] ?? 0 })
          > 1e-7)
    }
  }
}

/// The law of a small epidemic under one intervention that sets or multiplies p, by enumeration over the sets
/// of infected people: everybody meets everybody, acts in one step and is healthy afterwards.
private struct LockdownDistribution {
  private let scenario: Scenario
  private let lockdown: Intervention
  private let people: Int

  private struct State: Hashable {
    var infected: Int
    /// Step at whose end it began, while it holds.
    var since: Int?
    var isOver = false
    /// It is not judged before this step.
    var judgedFrom = 0
    var first: Int?
    /// Steps made under it.
    var under = 0
    /// Sum of the infected so far.
    var sum: Int
  }

  init(_ scenario: Scenario, _ lockdown: Intervention) {
    self.scenario = scenario
    self.lockdown = lockdown
    people = scenario.grid.people
  }

  /// Chances of: rows of the curve, their sum, the last of them, steps under the intervention, its first
  /// step (-1: none).
  var outcomes: [[Int]: Double] {
    var states = [judged(State(infected: 1, sum: 1), 0): 1.0]
    var ended: [[Int]: Double] = [:]
    for step in 1...scenario.maxSteps {
      var next: [State: Double] = [:]
      for (state, chance) in states {
        for (infected, share) in infections(state.infected, chanceOfContact(state)) {
          var after = state
          after.infected = infected
          after.sum += infected.nonzeroBitCount
          if state.since != nil { after.under += 1 }
          after = judged(after, step)
          if infected == 0 || step == scenario.maxSteps {
            let key = [
              step + 1, after.sum, infected.nonzeroBitCount, after.under, after.first ?? -1,
            ]
            ended[key, default: 0] += chance * share
          } else {
            next[after, default: 0] += chance * share
          }
        }
      }
      states = next
    }
    return ended
  }

  private func chanceOfContact(_ state: State) -> Double {
    guard state.since != nil else { return scenario.infectionProbability }
    return switch lockdown.effects[.infectionProbability] {
    case .set(let p)?: p.values[0]
    case .multiply(let factor)?: scenario.infectionProbability * factor.values[0]
    case nil: scenario.infectionProbability
    }
  }

  /// Chances of the sets infected after a step: a healthy person escapes each of the infected.
  private func infections(_ infected: Int, _ p: Double) -> [Int: Double] {
    let sources = infected.nonzeroBitCount
    let escape = (0..<sources).reduce(1.0) { chance, _ in chance * (1 - p) }
    var chances: [Int: Double] = [:]
    for set in 0..<1 << people where set & infected == 0 {
      let new = set.nonzeroBitCount
      let left = people - sources - new
      chances[set] =
        (0..<new).reduce(1.0) { chance, _ in chance * (1 - escape) }
        * (0..<left).reduce(1.0) { chance, _ in chance * escape }
    }
    return chances.filter { $0.value > 0 }
  }

  private func judged(_ state: State, _ step: Int) -> State {
    var state = state
    let count = state.infected.nonzeroBitCount
    func reaches(_ share: Double) -> Bool { Double(count) >= share * Double(people) }
    if let since = state.since {
      let ends =
        switch lockdown.until {
        case .afterSteps(let steps)?: step >= since + steps
        case .infectedShare(let share)?: !reaches(share)
        default: false
        }
      if ends {
        state.since = nil
        state.isOver = !lockdown.repeats
        state.judgedFrom = step + 1
      }
    } else if !state.isOver, step >= state.judgedFrom,
      case .infectedShare(let share) = lockdown.when,
      reaches(share)
    {
      state.since = step
      state.first = state.first ?? step
    }
    return state
  }
}
