import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import Testing

/// Sessions in which people are latent, recover and are immune for a while.
@Suite struct CourseSessionTests {
  private static func parameters(start: Bool) -> Parameters {
    var values = ModelValues().with([
      .groupSize: .whole(400), .infectionProbability: .real(0.5), .rule: .name("exact"),
      .latentSteps: .whole(1), .infectiousSteps: .whole(4), .recoveryProbability: .real(0.3),
      .immuneSteps: .whole(3), .immuneShare: .real(0.1),
    ])
    if start { values[.startPeople] = .whole(3) }
    return Parameters(values: values, seed: 23)
  }

  @Test("judge interventions with the taps of a step, as the run of the saved study does")
  func interventions() async throws {
    let values = Self.parameters(start: false).values
    let parameters = Parameters(values: values.with([.immuneShare: .real(0)]), seed: 23)
    // Nobody is infected at the start: two are tapped at step 0, two more at step 1.
    let session = try await LiveSessionTests.ready(
      parameters,
      interventions: [
        Intervention(
          when: .everInfectedShare(2 / 400), effects: [.infectionProbability: .set(0)],
          until: .afterSteps(1)),
        Intervention(when: .infectedShare(4 / 400), effects: [:], immunizeShare: 0.2, until: nil),
      ])
    for step in 0..<10 {
      _ = session.tap([step * 37 + 5, step * 11 + 101], number: step)
      try await LiveSessionTests.step(session)
    }
    let state = session.read { $0 }
    try InterventionTests.expectRepeated(state)
    // By hand: nobody is infected in step 1 but by a tap, at whose end a fifth of all become immune.
    #expect(state.log.counts[0][.immune] == 0)
    #expect(state.log.infected(after: 1) == 4)
    #expect(state.log.counts[1][.immune] == 80)
  }

  @Test("start people stand in the place of a point's introductions at step 0")
  func startPeople() throws {
    let given = [Introduction(step: 0, place: .center), Introduction(step: 3, place: .random(2))]
    let base = ModelValues().with([.introductions: .introductions(given)])
    func introductions(start: Bool) throws -> [Introduction] {
      try Self.parameters(start: start)
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
