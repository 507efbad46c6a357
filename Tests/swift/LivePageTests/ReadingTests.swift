import Foundation
import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import StudyRuns
import TestSupport
import Testing
import WatchedStudies

/// What a session says besides its counts, its earlier steps, and what becomes of it when it is saved and opened again.
@Suite struct ReadingTests {
  private static let ill: [ModelKey: KeyValue] = [
    .groupSize: .whole(441), .infectionFactor: .whole(4), .infectionProbability: .real(0.5),
    .rule: .name("exact"), .latentSteps: .whole(1), .infectiousSteps: .whole(4),
    .recoveryProbability: .real(0.3), .immuneSteps: .whole(3),
  ]

  private static func parameters(_ others: [ModelKey: KeyValue] = [:]) -> Parameters {
    Parameters(values: ModelValues().with(ill).with(others), seed: 5)
  }

  private static func session(
    _ parameters: Parameters, contacts: Contacts = .grid, second: Parameters? = nil
  ) async throws -> LiveSession {
    func scenario(_ parameters: Parameters) throws -> Scenario {
      var scenario = try parameters.scenario(rules: OfferedRule.builtIn)
      scenario.contacts = contacts
      return scenario
    }
    let session = LiveSession(
      name: "test", parameters: parameters, scenario: try scenario(parameters), delay: .zero,
      compared: try second.map { ($0, try scenario($0)) })
    try await ready(session)
    return session
  }

  private static func groups(_ session: LiveSession) -> [LiveSession] {
    [session, session.secondGroup].compactMap(\.self)
  }

  private static func ready(_ session: LiveSession) async throws {
    for group in groups(session) { try await LiveSessionTests.wait(for: group) { $0.isReady } }
  }

  /// Paint before the first step; then taps and interventions between the steps.
  private static func play(_ session: LiveSession, steps: Int) async throws {
    _ = try session.paint([0, 22, 44, 66], isImmune: true)
    for step in 0..<steps {
      _ = session.tap([step * 37 + 5, step * 11 + 101], number: step)
      if step == 2 { try session.intervene(.factor(2)) }
      if step == 4 { try session.intervene(.original) }
      if step == 5 { try session.intervene(.probability(0.9)) }
      try await LiveSessionTests.step(session)
    }
  }

  /// The session saved and opened again, as the server does it.
  private static func open(_ session: LiveSession) async throws -> LiveSession {
    var opened: [OpenedSession] = []
    for group in groups(session) {
      let text = group.read { SavedSession($0).json }
      opened.append(
        try OpenedSession(bytes: Array(text.utf8), file: "saved.json", rules: OfferedRule.builtIn))
    }
    let again = LiveSession(
      name: "again", parameters: opened[0].setup.parameters, scenario: opened[0].setup.scenario,
      delay: .zero, compared: opened.dropFirst().first?.setup, file: "saved.json")
    again.restore(opened.map(\.recipe), step: opened[0].step)
    try await ready(again)
    return again
  }

  private static func expectEqual(_ one: LiveSession, _ other: LiveSession) {
    for (one, other) in zip(groups(one), groups(other)) {
      let (one, other) = (one.read { $0 }, other.read { $0 })
      #expect(one.states == other.states && one.log.step == other.log.step)
      #expect(one.log.counts == other.log.counts && one.log.infections == other.log.infections)
      #expect(one.reproductionNumbers == other.reproductionNumbers)
      #expect(SavedSession(one).json == SavedSession(other).json)
    }
  }

  // MARK: Reproduction number

  @Test(
    "the reproduction number is the response of the saved study, at each step",
    arguments: [
      Contacts.grid, .ring(neighbors: 6, rewire: 0.1, per: .replicate), .everybody,
    ], [nil, 7])
  func reproductionNumber(contacts: Contacts, startPeople: Int?) async throws {
    let start = startPeople.map { [ModelKey.startPeople: KeyValue.whole($0)] } ?? [:]
    let session = try await Self.session(
      Self.parameters(start.merging([.immuneShare: .real(0.1)]) { $1 }), contacts: contacts)
    if startPeople == nil { _ = session.tap([3, 100, 220, 300], number: 1) }
    for step in 1...8 {
      try await LiveSessionTests.step(session)
      if step == 2 { _ = session.tap([5, 6, 7, 8, 9], number: 2) }
      let state = session.read { $0 }
      let study = try Study.parse(
        bytes: Array(SavedSession(state).json.utf8), file: "session.json")
      let point = try #require(try study.points().first)
      let result = Simulator(point.scenario, of: study).run(
        study.key(of: point, replicate: 0), recordMap: false)
      let values = ResponseList.all.values(of: result, on: point.scenario.grid)
      let number = try #require(
        Response.allCases.firstIndex { $0.name == "reproduction_number" })
      let expected = values[number]
      #expect(expected != nil && state.reproductionNumbers.last == expected)
      #expect(state.reproductionNumbers.count == step + 1)
    }
    #expect((session.read { $0.reproductionNumbers.last ?? nil } ?? 0) > 0)
  }

  @Test("there is none where nobody recovers, as the study has no such response")
  func noReproductionNumber() async throws {
    let session = try LiveSessionTests.session()
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    _ = session.tap([37], number: 1)
    for _ in 0..<3 { try await LiveSessionTests.step(session) }
    #expect(session.read { $0.reproductionNumbers } == [nil, nil, nil, nil])
  }

  // MARK: Earlier steps

  @Test("the log leads back to what everybody was after each step that it has")
  func past() async throws {
    let session = try await Self.session(Self.parameters())
    var seen: [[PersonState]] = []
    for step in 0..<9 {
      // What is done at the end of a step is part of it.
      _ = session.tap([step * 37 + 5], number: step)
      try await LiveSessionTests.step(session)
      let state = session.read { $0 }
      seen.append(try #require(state.log.states(after: step, from: state.states)))
    }
    let state = session.read { $0 }
    for (step, expected) in seen.enumerated() {
      #expect(state.log.states(after: step, from: state.states) == expected)
      let infected = expected.count { $0 == .infectious || $0 == .latent }
      #expect(infected == state.log.infected(after: step))
    }
    #expect(state.log.states(after: 9, from: state.states) == state.states)
    #expect(state.log.states(after: 10, from: state.states) == nil)
    #expect(state.log.states(after: -1, from: state.states) == nil)
  }

  @Test("the earliest step that a log has is the first whose later changes are all there")
  func firstStep() {
    for limit in 1...12 {
      var log = StateLog()
      for step in 0..<60 {
        let changes = [0, 1, 3, 0, 0, 7][(step * limit) % 6]
        log.appendStep((0..<changes).map { StateChange($0, from: .infectious, to: .immune) })
        log.forget(beyond: limit)
        #expect(log.firstStep == log.ends.firstIndex { $0 >= log.first })
      }
    }
  }

  @Test("what a log has forgotten is said, and not made up")
  func forgotten() {
    var log = StateLog()
    for step in 0..<100 {
      let isIll = step % 2 == 1
      log.appendStep([
        StateChange(0, from: isIll ? .infectious : .healthy, to: isIll ? .healthy : .infectious)
      ])
      log.forget(beyond: 10)
    }
    let first = log.firstStep
    #expect(first > 80 && log.ends[first] >= log.first && log.ends[first - 1] < log.first)
    #expect(log.states(after: first - 1, from: [.healthy]) == nil)
    for step in first...log.step {
      #expect(log.states(after: step, from: [.healthy]) == [step % 2 == 1 ? .infectious : .healthy])
    }
  }

  @Test(
    "going on from an earlier step is as if nothing had been done later, in both groups",
    arguments: [Contacts.grid, .random(meanDegree: 6, per: .replicate)])
  func rewind(contacts: Contacts) async throws {
    let second = Self.parameters([.infectionProbability: .real(0.2)])
    let session = try await Self.session(Self.parameters(), contacts: contacts, second: second)
    let other = try await Self.session(Self.parameters(), contacts: contacts, second: second)
    try await Self.play(session, steps: 9)
    // What was done at the end of step 5 stays, as the picture of that step has it.
    session.rewind(to: 5)
    try await Self.ready(session)
    #expect(session.read { $0.log.step == 5 && !$0.isPlaying })
    #expect(session.read { $0.introduced.map(\.step).max() } == 5)
    #expect(session.read { $0.interventions.made.map(\.step) } == [2, 4, 5])
    try await Self.play(other, steps: 6)
    for _ in 0..<3 { try await LiveSessionTests.step(session) }
    for _ in 0..<2 { try await LiveSessionTests.step(other) }
    Self.expectEqual(session, other)
    // And undo goes on from there.
    for one in [session, other] {
      #expect(one.undo() == .steps)
      try await Self.ready(one)
    }
    Self.expectEqual(session, other)
    session.rewind(to: 90)
    session.rewind(to: -1)
    Self.expectEqual(session, other)
  }

  // MARK: Saved sessions

  private static func study(_ rest: String) -> String {
    #"{"spreadlab":1,"study":"s","seed":1,"random_numbers":"common",\#(rest)}"#
  }

  @Test(
    "a saved session opens as it stood, goes on as it would have, and undoes and resets as it did",
    arguments: [
      Contacts.grid, .ring(neighbors: 6, rewire: 0.1, per: .replicate),
      .preferential(links: 2, per: .replicate), .everybody,
    ], [false, true])
  func opened(contacts: Contacts, isCompared: Bool) async throws {
    let second = isCompared ? Self.parameters([.infectionProbability: .real(0.2)]) : nil
    let session = try await Self.session(Self.parameters(), contacts: contacts, second: second)
    try await Self.play(session, steps: 9)
    // Waits at the last step, and is shown there.
    _ = session.tap([420, 421], number: 90)
    let again = try await Self.open(session)
    #expect(again.read { $0.log.step == 9 && !$0.isPlaying })
    for one in [session, again] {
      try await LiveSessionTests.step(one)
      _ = one.tap([430], number: 91)
      try await LiveSessionTests.step(one)
    }
    Self.expectEqual(session, again)
    for one in [session, again] {
      one.rewind(to: 7)
      try await Self.ready(one)
      #expect(one.undo() == .steps)
      try await Self.ready(one)
      for _ in 0..<2 { try await LiveSessionTests.step(one) }
    }
    Self.expectEqual(session, again)
    for one in [session, again] {
      one.beginAgain(seed: nil)
      try await Self.ready(one)
    }
    Self.expectEqual(session, again)
    #expect(again.read { $0.introduced.isEmpty && $0.interventions == SessionInterventions() })
    #expect(again.read { $0.states[22] == .immune })
  }

  @Test("people at random, other rules and neighborhoods, and what a point says open again, too")
  func others() async throws {
    for rule in ["capped", "push", "virus_app", "each_contact"] {
      var parameters = Self.parameters([.rule: .name(rule), .startPeople: .whole(6)])
      parameters.neighborhood = "von_neumann"
      let session = try await Self.session(parameters)
      for _ in 0..<3 { try await LiveSessionTests.step(session) }
      Self.expectEqual(session, try await Self.open(session))
      _ = session.tap([17], number: 1)
      for _ in 0..<2 { try await LiveSessionTests.step(session) }
      let again = try await Self.open(session)
      Self.expectEqual(session, again)
      #expect(again.read { $0.scenario.startPeople } == 6)
    }
    let point = try await LiveSessionTests.ready(
      Self.parameters([.immuneSteps: .name("forever")]),
      interventions: [
        Intervention(
          when: .infectedShare(0.05), effects: [.infectionProbability: .multiply(0.5)],
          until: .afterSteps(3))
      ])
    try await Self.play(point, steps: 7)
    let again = try await Self.open(point)
    Self.expectEqual(point, again)
    #expect(again.read { $0.scenario.interventions.count } == 1)
    #expect(again.read { $0.interventions.made.map(\.step) } == [2, 4, 5])
    #expect(again.read { $0.scenario.introductions.count } == 1, "those at random are not tapped")
  }

  @Test("a session may have a million steps")
  func longest() throws {
    let text = Self.study(#""replicates":1,"model":{"group_size":9,"stop":{"max_steps":1000000}}"#)
    let opened = try OpenedSession(
      bytes: Array(text.utf8), file: "mine.json", rules: OfferedRule.builtIn)
    #expect(opened.step == 1_000_000)
  }

  @Test("a session with a rule of a study opens where nobody offers that rule")
  func ownRule() async throws {
    let place = try Scratch()
    let text = OpenedStudyTests.study.replacing(
      #""draw": "exact""#, with: #""draw": "at_least_one""#)
    let path = place.file("study.json")
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let rules = OfferedRule.builtIn + (try OpenedStudy.open(path: path).rules)
    let parameters = Self.parameters([.rule: .name("wide")])
    let session = LiveSession(
      name: "test", parameters: parameters, scenario: try parameters.scenario(rules: rules),
      delay: .zero)
    try await Self.ready(session)
    try await Self.play(session, steps: 6)
    let again = try await Self.open(session)
    Self.expectEqual(session, again)
    for one in [session, again] { try await LiveSessionTests.step(one) }
    Self.expectEqual(session, again)
  }

  @Test(
    "what is not a saved session is refused with its place; no file of this machine is read",
    arguments: [
      "", "{", "\u{FFFD}PNG", "[]", study(#""replicates":2,"model":{"group_size":9}"#),
      study(#""replicates":1,"model":{"group_size":"nine"}"#),
      study(#""replicates":1,"model":{"group_size":100000000}"#),
      study(#""replicates":1,"model":{"group_size":9,"stop":{"max_steps":1000001}}"#),
      study(
        #""replicates":1,"model":{"group_size":9,"contacts":"net"},"#
          + #""contacts":{"net":{"kind":"edges","file":"/etc/passwd"}}"#),
    ])
  func refused(text: String) throws {
    let mistake = #expect(throws: Parameters.Mistake.self) {
      _ = try OpenedSession(bytes: Array(text.utf8), file: "mine.json", rules: OfferedRule.builtIn)
    }
    #expect(mistake?.field == "open" && mistake?.message.hasPrefix("mine.json") == true)
    #expect(mistake?.message.contains("passwd") != true)
  }
}
