import Foundation
import LivePage
import SpreadEngine
import SpreadModel
import Testing

/// Two groups with one clock, the same taps and the same random numbers.
@Suite struct ComparisonTests {
  private static func pair(
    _ values: [ModelKey: KeyValue], second: [ModelKey: KeyValue], delay: Duration = .zero
  ) throws -> (LiveSession, LiveSession) {
    func parameters(_ values: [ModelKey: KeyValue]) -> Parameters {
      var parameters = LiveSessionTests.parameters
      parameters.values = parameters.values.with(values)
      return parameters
    }
    let (one, two) = (parameters(values), parameters(values.merging(second) { $1 }))
    let first = LiveSession(
      name: "test", parameters: one,
      scenario: try LiveSessionTests.scenario(one, introductions: []), delay: delay,
      compared: (two, try LiveSessionTests.scenario(two, introductions: [])))
    return (first, try #require(first.secondGroup))
  }

  private static func ready(_ pair: (LiveSession, LiveSession)) async throws {
    try await LiveSessionTests.wait(for: pair.0) { $0.isReady }
    try await LiveSessionTests.wait(for: pair.1) { $0.isReady }
  }

  /// Both curves are those of the saved studies; a run that has ended keeps its last value.
  private static func check(_ pair: (LiveSession, LiveSession)) throws {
    for session in [pair.0, pair.1] {
      let state = session.read { $0 }
      let curve = try LiveSessionTests.rerun(state).curve.map { Int($0) }
      let seen = (0...state.log.step).map { state.log.infected(after: $0) }
      #expect(seen == seen.indices.map { curve[min($0, curve.count - 1)] })
    }
  }

  @Test(
    "both curves are those of their studies, with the same taps at the same steps",
    arguments: [
      ([:], [.infectionProbability: .real(0.3)]),
      ([:], [.rule: .name("virus_app")]),
      ([.infectiousSteps: .whole(1), .immuneSteps: .whole(2)], [.infectiousSteps: .whole(3)]),
      // The first group stands still while the second goes on, and the other way round.
      ([.infectionFactor: .whole(0)], [.infectionFactor: .whole(2)]),
      ([.infectionFactor: .whole(2)], [.infectionFactor: .whole(0)]),
    ] as [([ModelKey: KeyValue], [ModelKey: KeyValue])])
  func curves(values: [ModelKey: KeyValue], second: [ModelKey: KeyValue]) async throws {
    let pair = try Self.pair(values, second: second)
    try await Self.ready(pair)
    _ = pair.0.tap([210], number: 1)
    for step in 0..<8 {
      try await LiveSessionTests.step(pair.0)
      #expect(pair.0.read { $0.log.step } == step + 1 && pair.1.read { $0.log.step } == step + 1)
      if step == 3 { _ = pair.0.tap([0, 399], number: 2) }
      if step == 5 {
        #expect(pair.0.tapAtRandom(3, number: 3) == 3)
        let chosen = pair.0.read { $0.tapped }
        #expect(pair.1.read { second in chosen.allSatisfy { second.isTaken[Int($0)] } })
      }
    }
    #expect(pair.0.read { $0.log } != pair.1.read { $0.log })
    for group in [pair.0, pair.1] {
      #expect(group.read { $0.ensemble } == nil, "nothing but the two is shown")
    }
    try Self.check(pair)
  }

  @Test("two groups that do not differ do the same")
  func same() async throws {
    let pair = try Self.pair([:], second: [:])
    try await Self.ready(pair)
    _ = pair.0.tap([210], number: 1)
    for _ in 0..<5 { try await LiveSessionTests.step(pair.0) }
    #expect(pair.0.read { $0.log } == pair.1.read { $0.log })
  }

  @Test("a tap and its undoing are in both or in none, also while steps are computed")
  func taps() async throws {
    let pair = try Self.pair(
      [.groupSize: .whole(2_500), .infectionProbability: .real(0.01)],
      second: [.infectionProbability: .real(0.005)],
      delay: .milliseconds(3))
    try await Self.ready(pair)
    _ = pair.0.tap([5], number: 1)
    #expect(pair.1.read { $0.tapped } == [5])
    #expect(pair.0.undo() == .tap)
    #expect(pair.0.read { $0.tapped.isEmpty } && pair.1.read { $0.tapped.isEmpty })
    #expect(pair.0.undo() == .nothing)
    pair.0.setPeriod(0)
    pair.0.setPlaying(true)
    for person in 0..<60 {
      _ = pair.0.tap([person * 41], number: person)
      pair.0.shown(run: 1, step: .max)
      // On this thread: a task may come back late, and find everybody infected.
      usleep(1_000)
    }
    pair.0.setPlaying(false)
    try await LiveSessionTests.wait(for: pair.0) { !$0.isComputing }
    // What waits is handed over, even if nothing can change any more.
    pair.0.requestStep()
    for session in [pair.0, pair.1] {
      try await LiveSessionTests.wait(for: session) { $0.tapped.isEmpty && !$0.isComputing }
    }
    // Whom both took, they took at the same step.
    func steps(_ session: LiveSession) -> [Int32: Int] {
      session.read { state in
        Dictionary(
          state.introduced.flatMap { step, people in people.map { ($0, step) } },
          uniquingKeysWith: min)
      }
    }
    let (one, two) = (steps(pair.0), steps(pair.1))
    let both = one.keys.filter { two[$0] != nil }
    #expect(both.count > 5 && both.allSatisfy { one[$0] == two[$0] })
    try Self.check(pair)
  }

  @Test("a reset begins both anew; the clock stops when both have ended, not before")
  func ends() async throws {
    let pair = try Self.pair(
      [.infectionProbability: .real(1), .infectionFactor: .whole(8)],
      second: [.infectionFactor: .whole(1)])
    try await Self.ready(pair)
    _ = pair.0.tap([210], number: 1)
    try await LiveSessionTests.step(pair.0)
    pair.0.beginAgain(seed: nil)
    try await Self.ready(pair)
    #expect(pair.1.read { $0.log.step } == 0)
    _ = pair.0.tap([210], number: 1)
    while !pair.0.read({ $0.isOver }) { try await LiveSessionTests.step(pair.0) }
    #expect(pair.0.read { !$0.hasEnded })
    // The clock brings the second one to its end.
    pair.0.setPeriod(0.001)
    pair.0.setPlaying(true)
    try await LiveSessionTests.wait(for: pair.0) { $0.hasEnded }
    #expect(pair.1.read { $0.isOver } && !pair.0.read { $0.isPlaying })
    try Self.check(pair)
  }

  @Test("a pair of which one group has ended stays in step: rewound, undone, saved and opened")
  func oneHasEnded() async throws {
    let pair = try Self.pair(
      [.infectionProbability: .real(1), .infectionFactor: .whole(8)],
      second: [.infectionFactor: .whole(1)])
    try await Self.ready(pair)
    _ = pair.0.tap([210], number: 1)
    while !pair.0.read(\.isOver) { try await LiveSessionTests.step(pair.0) }
    for _ in 0..<2 { try await LiveSessionTests.step(pair.0) }
    // Whom only the second group can take: the first one is at its end.
    let late = try #require(pair.1.read { state in state.isTaken.firstIndex(of: false) })
    _ = pair.0.tap([late], number: 2)
    let tapped = pair.0.read { $0.log.step }
    for _ in 0..<3 { try await LiveSessionTests.step(pair.0) }
    let logs = [pair.0, pair.1].map { $0.read { ($0.log, $0.states) } }

    func expectBoth(
      _ pair: (LiveSession, LiveSession), at step: Int, isUndone: Bool = false
    ) async throws {
      try await Self.ready(pair)
      for (group, (log, states)) in zip([pair.0, pair.1], logs) {
        #expect(group.read { $0.log.step } == step)
        var then = log.states(after: step, from: states)
        if isUndone, group === pair.1 { then?[late] = .healthy }
        #expect(group.read { $0.states } == then)
      }
      try Self.check(pair)
    }
    let opened = try [pair.0, pair.1].map { group in
      try OpenedSession(
        bytes: Array(group.read { SavedSession($0).json }.utf8), file: "saved.json",
        rules: OfferedRule.builtIn)
    }
    #expect(opened.map(\.step) == [tapped + 3, tapped + 3])
    let again = LiveSession(
      name: "again", parameters: opened[0].setup.parameters, scenario: opened[0].setup.scenario,
      delay: .zero, compared: opened[1].setup)
    again.restore(opened.map(\.recipe), step: opened[0].step)
    try await expectBoth((again, try #require(again.secondGroup)), at: tapped + 3)
    #expect(again.undo() == .steps)
    try await expectBoth((again, try #require(again.secondGroup)), at: tapped, isUndone: true)

    pair.0.rewind(to: tapped + 1)
    try await expectBoth(pair, at: tapped + 1)
    #expect(pair.0.undo() == .steps)
    try await expectBoth(pair, at: tapped, isUndone: true)
    // And on from there, together.
    try await LiveSessionTests.step(pair.0)
    #expect(pair.1.read { $0.log.step } == tapped + 1)
    // One of the files alone is one group, with what was tapped when it had ended.
    let alone = try LiveSessionTests.session(opened[1].setup.parameters)
    alone.restore([opened[1].recipe], step: opened[1].step)
    try await LiveSessionTests.wait(for: alone) { $0.isReady }
    #expect(alone.read { $0.states } == logs[1].1)
  }

  @Test("paint and interventions act on both, and are part of both studies")
  func conditions() async throws {
    let pair = try Self.pair(
      [.groupSize: .whole(441), .infectionFactor: .whole(8)],
      second: [.infectionProbability: .real(0.4)])
    try await Self.ready(pair)
    _ = try pair.0.paint(Array(stride(from: 10, to: 441, by: 21)), isImmune: true)
    _ = try pair.0.paint([0, 22, 44], isImmune: true)
    #expect(try pair.0.paint([22], isImmune: false) == [22])
    _ = pair.0.tap([216, 223], number: 2)
    let (paint, seeds) = pair.0.read { ($0.paint.people, $0.tapped) }
    #expect(paint.count == 23 && seeds.count == 2)
    #expect(pair.1.read { $0.paint.people } == paint && pair.1.read { $0.tapped } == seeds)
    let plan: [Int: SessionIntervention] = [1: .probability(0.45), 2: .factor(4), 5: .original]
    for step in 0..<8 {
      if let values = plan[step] { try pair.0.intervene(values) }
      try await LiveSessionTests.step(pair.0)
    }
    #expect(throws: Parameters.Mistake.self) { try pair.0.paint([3], isImmune: true) }
    let made = pair.0.read { $0.interventions.made }
    #expect(made.map(\.step) == [1, 2, 5] && pair.1.read { $0.interventions.made } == made)
    #expect(pair.0.read { $0.log.counts } != pair.1.read { $0.log.counts })
    try Self.check(pair)
    // Paint stays, what was done to a running infection does not.
    pair.0.beginAgain(seed: 99)
    #expect([pair.0, pair.1].allSatisfy { $0.read { $0.parameters.seed } == 99 })
    try await Self.ready(pair)
    #expect(pair.1.read { $0.paint.people } == paint && pair.1.read { $0.interventions.made } == [])
  }

  @Test(
    "what cannot be done in the second group is not done in the first, unless the second is over")
  func refused() async throws {
    let pair = try Self.pair(
      [.infectionFactor: .whole(8)], second: [.infectionFactor: .whole(0)])
    try await Self.ready(pair)
    let refusal = #expect(throws: Parameters.Mistake.self) { try pair.0.intervene(.factor(4)) }
    #expect(refusal?.message.hasPrefix("In the second group: Nobody infects anybody") == true)
    #expect(pair.0.read { $0.interventions.waiting } == nil)
    let over = try Self.pair(
      [.infectionFactor: .whole(2), .infectionProbability: .real(0.2)],
      second: [.infectionFactor: .whole(8), .infectionProbability: .real(1)])
    try await Self.ready(over)
    _ = over.0.tap([0], number: 1)
    while !over.1.read({ $0.isOver }) { try await LiveSessionTests.step(over.0) }
    #expect(throws: Never.self) { try over.0.intervene(.factor(4)) }
    #expect(over.0.read { $0.interventions.waiting } == .factor(4))
  }
}
