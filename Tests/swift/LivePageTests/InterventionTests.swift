import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import TestSupport
import Testing

/// What is done to a session by a button, and the changes of the model that become of it.
@Suite struct InterventionTests {
  private static func parameters(_ others: [ModelKey: KeyValue] = [:]) -> Parameters {
    Parameters(
      values: ModelValues().with([
        .groupSize: .whole(441), .infectionFactor: .whole(8), .rule: .name("exact"),
      ]).with(others), seed: 5)
  }

  /// Everybody's state after each step of a log that has dropped nothing.
  private static func states(_ log: StateLog, people: Int) -> [[PersonState]] {
    var states = [PersonState](repeating: .healthy, count: people)
    return (0...log.step).map { step in
      for change in log.part((step == 0 ? 0 : log.ends[step - 1])..<log.ends[step]) {
        states[change.person] = change.new
      }
      return states
    }
  }

  /// Expects that the run of the saved study goes through the session's states.
  static func expectRepeated(_ state: SessionState) throws {
    let text = SavedSession(state).json
    let study = try Study.parse(bytes: Array(text.utf8), file: "session.json")
    let point = try #require(study.points().first)
    let people = state.states.count
    let engine = Simulator(point.scenario)
    var states = [PersonState](repeating: .healthy, count: people)
    engine.begin(study.key(of: point, replicate: 0))
    var log = StateLog()
    log.extendStep(engine.update(&states))
    while engine.stopReason == nil {
      engine.step()
      log.appendStep(engine.update(&states))
    }
    var expected = state.log
    let newcomer = point.scenario.course.hasLatency ? PersonState.latent : .infectious
    expected.extendStep(state.tapped.map { StateChange(Int($0), from: .healthy, to: newcomer) })
    try #require(log.step == expected.step)
    let (made, seen) = (Self.states(log, people: people), Self.states(expected, people: people))
    for step in 0...log.step { #expect(made[step] == seen[step], "step \(step)") }
  }

  /// Twelve steps with paint before the first, and taps and interventions between them.
  private static func played(
    _ parameters: Parameters, interventions: [Intervention] = []
  ) async throws -> SessionState {
    let session = try await LiveSessionTests.ready(parameters, interventions: interventions)
    _ = try session.paint(Array(stride(from: 10, to: 441, by: 21)), isImmune: true)
    _ = try session.paint([0, 22, 44], isImmune: true)
    _ = try session.paint([22], isImmune: false)
    let plan: [Int: [SessionIntervention]] = [
      0: [.probability(0.2)], 2: [.factor(3), .factor(2)], 3: [.original],
      5: [.factor(7), .original, .probability(0.9)],
      8: [SessionIntervention(infectionFactor: 1, infectionProbability: 0.3)], 11: [.original],
    ]
    for step in 0..<12 {
      _ = session.tap([step * 37 + 5, step * 11 + 101], number: step + 2)
      for kind in plan[step] ?? [] { try session.intervene(kind) }
      try await LiveSessionTests.step(session)
    }
    _ = session.tap([7, 8], number: 100)
    return session.read { $0 }
  }

  @Test(
    "a session with paint, taps and interventions is saved as a study whose run repeats it",
    arguments: SpreadRule.builtIn.map(\.name), [false, true])
  func saved(rule: String, recovers: Bool) async throws {
    var others: [ModelKey: KeyValue] = [
      .rule: .name(rule), .infectionFactor: .whole(4), .infectionProbability: .real(0.5),
    ]
    if recovers {
      others[.latentSteps] = .whole(1)
      others[.infectiousSteps] = .whole(4)
      others[.recoveryProbability] = .real(0.3)
      others[.immuneSteps] = .whole(3)
      others[.startPeople] = .whole(3)
      others[.immuneShare] = .real(0.1)
    }
    var parameters = Self.parameters(others)
    parameters.neighborhood = rule == "capped" ? "von_neumann" : nil
    let state = try await Self.played(parameters)
    #expect(state.started.count == (recovers ? 3 : 0))
    #expect(state.interventions.made.map(\.step) == [0, 2, 3, 5, 8, 11])
    #expect(state.states[0] == .immune)
    // Who is immune at random already is not painted.
    #expect(recovers ? state.paint.count < 23 : state.paint.count == 21 + 2)
    try Self.expectRepeated(state)
  }

  @Test("they stand behind the changes of the study's point, and the saved run repeats both")
  func behind() async throws {
    let own = [
      Intervention(
        when: .everInfectedShare(0.1), effects: [.infectionProbability: .multiply(0.5)],
        until: .afterSteps(3)),
      Intervention(when: .step(4), immunizeShare: 0.1),
    ]
    let state = try await Self.played(
      Self.parameters([.infectionProbability: .real(0.4)]), interventions: own)
    try Self.expectRepeated(state)
  }

  @Test("one sent while a step is computed holds from the step after it, and so does its end")
  func meaning() async throws {
    // Everybody infects all neighbors: after step s, (2 s + 1)² people are infected.
    let session = try LiveSessionTests.session(Self.parameters(), delay: .milliseconds(500))
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    _ = session.tap([220], number: 1)
    try await LiveSessionTests.step(session)
    session.requestStep()
    try LiveSessionTests.catchMoment(of: session) { $0.isComputing }
    // From 8 to 1: the 16 people around the others infect 16 people at most, not all 24.
    for factor in [4, 1] { try session.intervene(.factor(factor)) }
    #expect(session.read { $0.interventions.waiting } == .factor(1))
    try await LiveSessionTests.wait(for: session) { !$0.isComputing && $0.log.step == 2 }
    session.requestStep()
    try LiveSessionTests.catchMoment(of: session) { $0.isComputing }
    try session.intervene(.original)
    try await LiveSessionTests.wait(for: session) { !$0.isComputing && $0.log.step == 3 }
    let full = session.read { Self.states($0.log, people: 441) }[3]
    try await LiveSessionTests.step(session)
    let state = session.read { $0 }
    #expect(state.log.infected(after: 1) == 9 && state.log.infected(after: 2) == 25)
    #expect((26...41).contains(state.log.infected(after: 3)))
    let reached = (0..<441).filter { person in
      (0..<441).contains { other in
        full[other] == .infectious && abs(person / 21 - other / 21) <= 1
          && abs(person % 21 - other % 21) <= 1
      }
    }
    #expect(state.log.infected(after: 4) == reached.count)
    #expect(state.interventions.made.map(\.step) == [2, 3])
    try Self.expectRepeated(state)
  }

  @Test("a restored session has the same states, paint and interventions")
  func restored() async throws {
    let parameters = Self.parameters([
      .infectionProbability: .real(0.5), .latentSteps: .whole(1), .infectiousSteps: .whole(4),
      .immuneSteps: .whole(3), .startPeople: .whole(3),
    ])
    let state = try await Self.played(parameters)
    let other = try LiveSessionTests.session(parameters)
    other.restore([state.recipe], step: state.log.step)
    try await LiveSessionTests.wait(for: other) { $0.isReady }
    #expect(other.read { $0.log.counts } == state.log.counts)
    #expect(other.read { $0.states } == state.states)
    #expect(other.read { $0.introduced.map(\.people) } == state.introduced.map(\.people))
    #expect(other.read { $0.interventions.made } == state.interventions.made)
    // Nothing that cannot have been, and nothing after the last step.
    let made = [
      SessionInterventions.Made(step: -1, values: .factor(4)),
      SessionInterventions.Made(step: 0, values: .original),
      SessionInterventions.Made(step: 1, values: .factor(0)),
      SessionInterventions.Made(step: 9, values: .factor(4)),
    ]
    let few = try LiveSessionTests.session(parameters)
    few.restore(
      [
        SessionRecipe(
          parameters, state.scenario,
          interventions: SessionInterventions(repeating: made, in: state.scenario))
      ], step: 2)
    try await LiveSessionTests.wait(for: few) { $0.isReady }
    #expect(few.read { $0.interventions.made } == [])
  }

  @Test("they are the model's changes, and what was taken back in the same step never began")
  func changes() throws {
    let scenario = try Self.parameters().scenario(rules: OfferedRule.builtIn)
    func changes(_ made: (Int, SessionIntervention)...) -> [Intervention] {
      SessionInterventions(
        repeating: made.map { SessionInterventions.Made(step: $0.0, values: $0.1) }, in: scenario
      ).list()
    }
    let four = Intervention(when: .step(3), effects: [.infectionFactor: .set(4)])
    var ended = four
    ended.until = .step(5)
    #expect(changes((3, .factor(4))) == [four])
    #expect(changes((3, .factor(4)), (3, .original)) == [])
    #expect(changes((3, .factor(4)), (5, .original)) == [ended])
    #expect(
      changes((3, .factor(4)), (5, .factor(2)), (5, .factor(4))) == [
        ended, Intervention(when: .step(5), effects: four.effects),
      ])
    #expect(changes((5, .original)) == [])
    let often = (0..<109).map { SessionInterventions.Made(step: $0, values: .factor(1 + $0)) }
    #expect(SessionInterventions(repeating: often, in: scenario).made.count == 100)
  }

  @Test("what cannot be done is refused, with the reason")
  func refused() async throws {
    func refusal(_ values: SessionIntervention, _ others: [ModelKey: KeyValue] = [:]) throws
      -> String?
    {
      SessionInterventions().refusal(
        of: values, in: try Self.parameters(others).scenario(rules: OfferedRule.builtIn))
    }
    #expect(try refusal(.original) != nil && refusal(.factor(1)) == nil)
    for wrong in [SessionIntervention.factor(0), .factor(-1), .factor(1_000_001)] {
      #expect(try refusal(wrong)?.hasPrefix("Infection factor: enter") == true)
    }
    for wrong in [0, -1, 1.01, .nan, .infinity] {
      #expect(try refusal(.probability(wrong))?.hasPrefix("Infection probability: enter") == true)
    }
    // Whether anybody is infected at all is a matter of the start.
    #expect(try refusal(.factor(2), [.infectionFactor: .whole(0)]) != nil)
    #expect(try refusal(.factor(2), [.infectionProbability: .real(0)]) != nil)
    let session = try LiveSessionTests.session(Self.parameters())
    try session.intervene(.probability(0.5))
    try session.intervene(.factor(3))
    #expect(session.read { $0.interventions.waiting } == .factor(3), "the last one counts")
    #expect(throws: Parameters.Mistake.self) { try session.intervene(.factor(3)) }
    try session.intervene(.original)
    #expect(session.read { $0.interventions.waiting } == nil, "it never happened")
  }

  /// Knuth's linear generator: which things are done has to be the same every time.
  private struct Choices {
    var state: UInt64

    mutating func below(_ count: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
  }

  @Test(
    "whatever is done in whatever order, the saved study repeats it",
    arguments: 0..<TestDepth.choose(quick: 16, deep: 40))
  func anything(number: Int) async throws {
    var choices = Choices(state: UInt64(number))
    var others: [ModelKey: KeyValue] = [
      .groupSize: .whole(49), .infectionFactor: .whole(choices.below(5)),
      .infectionProbability: .real([0, 0.001, 0.3, 1][choices.below(4)]),
      .rule: .name(SpreadRule.builtIn[choices.below(SpreadRule.builtIn.count)].name),
    ]
    if choices.below(2) == 0 { others[.infectiousSteps] = .whole(3) }
    if choices.below(2) == 0 { others[.startPeople] = .whole(1 + choices.below(50)) }
    if choices.below(2) == 0 { others[.immuneShare] = .real(0.2) }
    let session = try LiveSessionTests.session(Self.parameters(others))
    for event in 0..<60 {
      let people = (0..<choices.below(9)).map { _ in choices.below(60) - 5 }
      switch choices.below(7) {
      case 0, 1: _ = session.tap(people, number: event)
      case 2: _ = try? session.paint(people, isImmune: choices.below(2) == 0)
      case 3:
        let factor = [nil, 0, 1, 3, 9][choices.below(5)]
        let probability = [nil, 0.0001, 0.2, 1][choices.below(4)]
        try? session.intervene(
          SessionIntervention(infectionFactor: factor, infectionProbability: probability))
      case 4: _ = session.undo()
      default:
        let before = session.read { $0.log.step }
        session.requestStep()
        // Where nothing can change there is no step to wait for.
        for _ in 0..<10 where session.read({ $0.log.step == before || $0.isComputing }) {
          try await Task.sleep(for: .milliseconds(1))
        }
      }
    }
    session.requestStep()
    try await Task.sleep(for: .milliseconds(20))
    try await LiveSessionTests.wait(for: session) { $0.isReady && !$0.isComputing }
    try Self.expectRepeated(session.read { $0 })
  }
}

extension SessionIntervention {
  static func factor(_ factor: Int) -> Self { Self(infectionFactor: factor) }
  static func probability(_ probability: Double) -> Self {
    Self(infectionProbability: probability)
  }
}
