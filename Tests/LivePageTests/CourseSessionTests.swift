import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import Testing

/// Sessions in which people are latent, recover and are immune for a while.
@Suite struct CourseSessionTests {
  private static func parameters(rule: String, start: Bool) -> Parameters {
    var values = ModelValues().with([
      .groupSize: .whole(400), .infectionProbability: .real(0.5), .rule: .name(rule),
      .latentSteps: .whole(1), .infectiousSteps: .whole(4), .recoveryProbability: .real(0.3),
      .immuneSteps: .whole(3), .immuneShare: .real(0.1),
    ])
    if start { values[.startPeople] = .whole(3) }
    return Parameters(values: values, seed: 23)
  }

  /// A session of ten steps with taps, the first before step 1, and one after the last step.
  private static func played(
    _ parameters: Parameters, interventions: [Intervention] = []
  ) async throws -> SessionState {
    let session = try await LiveSessionTests.ready(parameters, interventions: interventions)
    for step in 0..<10 {
      _ = session.tap([step * 37 + 5, step * 11 + 101], number: step)
      try await LiveSessionTests.step(session)
    }
    _ = session.tap([7, 8], number: 100)
    return session.read { $0 }
  }

  @Test(
    "are saved as a study whose run repeats them exactly",
    arguments: ["subset", "virus_app", "push"], [false, true])
  func saved(rule: String, start: Bool) async throws {
    let state = try await Self.played(Self.parameters(rule: rule, start: start))
    try Self.expectRepeated(state)
    #expect(state.started.count == (start ? 3 : 0))
    #expect(state.introduced.first?.step == 0, "somebody was tapped beside them")
    #expect(state.log.counts[10][.immune] > 40, "some have recovered")
  }

  @Test("judge interventions with the taps of a step, as the run of the saved study does")
  func interventions() async throws {
    let values = Self.parameters(rule: "exact", start: false).values
    let parameters = Parameters(values: values.with([.immuneShare: .real(0)]), seed: 23)
    // Nobody is infected at the start: two are tapped at step 0, two more at step 1.
    let state = try await Self.played(
      parameters,
      interventions: [
        Intervention(
          when: .everInfectedShare(2 / 400), effects: [.infectionProbability: .set(0)],
          until: .afterSteps(1)),
        Intervention(when: .infectedShare(4 / 400), effects: [:], immunizeShare: 0.2, until: nil),
      ])
    try Self.expectRepeated(state)
    // By hand: nobody is infected in step 1 but by a tap, at whose end a fifth of all become immune.
    #expect(state.log.counts[0][.immune] == 0)
    #expect(state.log.infected(after: 1) == 4)
    #expect(state.log.counts[1][.immune] == 80)
  }

  /// Expects that the run of the saved study goes through the same states.
  private static func expectRepeated(_ state: SessionState) throws {
    let text = SavedSession(state).json
    let study = try Study.parse(bytes: Array(text.utf8), file: "session.json")
    let point = try #require(study.points().first)
    let engine = Simulator(point.scenario)
    var states = [PersonState](repeating: .healthy, count: 400)
    engine.begin(study.key(of: point, replicate: 0))
    var log = StateLog()
    log.extendStep(engine.update(&states))
    while engine.stopReason == nil {
      engine.step()
      log.appendStep(engine.update(&states))
    }
    #expect(log.step == 10)
    // The last taps are shown at the last step, and saved as its introductions.
    var expected = state.log
    expected.extendStep(state.tapped.map { StateChange(Int($0), from: .healthy, to: .latent) })
    #expect(log.counts == expected.counts)
    for step in 0...10 {
      // Who is healthy again and tapped in one step has two entries in a session, one in a run.
      func changes(_ log: StateLog) -> [Int: [PersonState]] {
        var byPerson: [Int: [PersonState]] = [:]
        for change in log.part((step == 0 ? 0 : log.ends[step - 1])..<log.ends[step]) {
          byPerson[change.person] = [byPerson[change.person]?.first ?? change.old, change.new]
        }
        return byPerson
      }
      #expect(changes(log) == changes(expected), "step \(step)")
    }
  }

  @Test("come to the same state when they are restored from their taps")
  func restored() async throws {
    let state = try await Self.played(Self.parameters(rule: "exact", start: true))
    let other = try LiveSessionTests.session(Self.parameters(rule: "exact", start: true))
    other.restore(
      state.parameters, state.scenario, introduced: state.introduced, step: state.log.step)
    try await LiveSessionTests.wait(for: other) { $0.isReady }
    #expect(other.read { $0.log } == state.log)
    #expect(other.read { $0.states } == state.states)
  }

  @Test("start people stand in the place of a point's introductions at step 0")
  func startPeople() throws {
    let given = [Introduction(step: 0, place: .center), Introduction(step: 3, place: .random(2))]
    let base = ModelValues().with([.introductions: .introductions(given)])
    func introductions(start: Bool) throws -> [Introduction] {
      try Self.parameters(rule: "exact", start: start)
        .scenario(rules: OfferedRule.builtIn, over: base).introductions
    }
    #expect(try introductions(start: false) == given)
    #expect(try introductions(start: true) == [given[1]])
  }

  @Test("die out, wait for a tap, and go on with it")
  func extinct() async throws {
    let values = ModelValues().with([
      .groupSize: .whole(9), .infectionFactor: .whole(0), .infectiousSteps: .whole(2),
      .rule: .name("exact"),
    ])
    let session = try LiveSessionTests.session(Parameters(values: values, seed: 1))
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    #expect(session.read { $0.stop == .extinct && !$0.hasEnded })
    _ = session.tap([4], number: 1)
    for _ in 0..<2 { try await LiveSessionTests.step(session) }
    #expect(session.read { $0.stop == .extinct && $0.states[4] == .immune && !$0.hasEnded })
    #expect(session.tap([4], number: 2) == [] && session.tap([0], number: 3) == [0])
    try await LiveSessionTests.step(session)
    #expect(session.read { $0.stop == nil && $0.log.step == 3 && $0.states[0] == .infectious })
    _ = session.tap(Array(0..<9), number: 4)
    for _ in 0..<2 { try await LiveSessionTests.step(session) }
    #expect(session.read { $0.hasEnded && $0.stop == .extinct })
  }
}
