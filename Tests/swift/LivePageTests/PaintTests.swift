import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import Testing

/// Immune people before the first step.
@Suite struct PaintTests {
  private static func parameters(
    people: Int, _ others: [ModelKey: KeyValue] = [:]
  ) -> Parameters {
    Parameters(
      values: ModelValues().with([.groupSize: .whole(people), .rule: .name("exact")])
        .with(others), seed: 7)
  }

  private static func session(
    people: Int, _ others: [ModelKey: KeyValue] = [:], introductions: [Introduction] = []
  ) async throws -> LiveSession {
    let session = try LiveSessionTests.session(
      parameters(people: people, others), introductions: introductions)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    return session
  }

  private static func immune(_ session: LiveSession) -> [Int] {
    session.read { state in state.states.indices.filter { state.states[$0] == .immune } }
  }

  @Test("makes healthy people immune and those healthy again, before the first step only")
  func paints() async throws {
    let session = try await Self.session(people: 25)
    _ = session.tap([12], number: 1)
    #expect(try session.paint([0, 0, 12, 6], isImmune: true) == [0, 6])
    #expect(session.tap([0, 1], number: 2) == [1])
    #expect(try session.paint([1, 6, 7], isImmune: false) == [6])
    #expect(Self.immune(session) == [0] && session.read { $0.log.counts[0][.immune] } == 1)
    #expect(session.read { $0.painted.immunePeople } == [0])
    try await LiveSessionTests.step(session)
    #expect(Self.immune(session) == [0])
    let refusal = #expect(throws: Parameters.Mistake.self) {
      try session.paint([3], isImmune: true)
    }
    #expect(refusal?.message == "People can be made immune before the first step only.")
    try InterventionTests.expectRepeated(session.read { $0 })
  }

  @Test("an infection does not cross a firebreak, and crosses the gap in one")
  func barrier() async throws {
    for hasGap in [false, true] {
      // Everybody infects all neighbors.
      let session = try await Self.session(
        people: 121, [.infectionFactor: .whole(8), .columns: .whole(11)])
      _ = try session.paint(Array(stride(from: 5, to: 121, by: 11)), isImmune: true)
      #expect(Self.immune(session) == (0..<11).map { $0 * 11 + 5 })
      if hasGap { _ = try session.paint([60], isImmune: false) }
      _ = session.tap([0], number: 2)
      for _ in 0..<10 { try await LiveSessionTests.step(session) }
      let infected = session.read { $0.log.infected(after: 10) }
      #expect(hasGap ? infected > 56 : infected == 55)
      if !hasGap {
        session.requestStep()
        try await LiveSessionTests.wait(for: session) { !$0.isComputing }
        #expect(session.read { $0.stop == .noSpread && !$0.hasEnded })
      }
      try InterventionTests.expectRepeated(session.read { $0 })
    }
  }

  @Test(
    "people infected or immune at random stay who they are, and the saved run has the same ones")
  func random() async throws {
    let session = try await Self.session(
      people: 400, [.startPeople: .whole(5), .immuneShare: .real(0.2)])
    let before = session.read { $0.states }
    #expect(try session.paint(Array(0..<400), isImmune: true).count == 400 - 5 - 80)
    #expect(session.read { $0.states.count { $0 == .infectious } } == 5)
    // Only painted ones are healthy again.
    _ = try session.paint(Array(100..<400), isImmune: false)
    #expect(session.read { $0.states[100...] } == before[100...])
    try await LiveSessionTests.step(session)
    #expect(session.read { $0.started.count } == 5)
    try InterventionTests.expectRepeated(session.read { $0 })
  }

  @Test("reset keeps what was painted, start does not")
  func resets() async throws {
    let session = try await Self.session(people: 25)
    _ = try session.paint([3, 4], isImmune: true)
    let state = session.read { $0 }
    session.beginAgain(seed: nil)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    #expect(Self.immune(session) == [3, 4])
    #expect(try session.paint([4], isImmune: false) == [4])
    session.begin(state.parameters, state.scenario)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    #expect(Self.immune(session) == [])
  }

  @Test(
    "strokes are drawn together before they are more than the group, and nobody introduced is painted"
  )
  func strokes() throws {
    var scenario = try Self.parameters(people: 9).scenario(rules: OfferedRule.builtIn)
    scenario.introductions = [Introduction(step: 0, place: .center)]
    scenario.immunePeople = [0, 8]
    var paint = Paint(scenario)
    var listed = scenario
    listed.immunePeople = [8, 0]
    #expect(Paint(listed).applied(to: listed).immunePeople == [8, 0], "nobody was painted")
    #expect(paint.apply([4, -1, 9, 0, 1], isImmune: true) == [1])
    _ = paint.apply([0], isImmune: false)
    for turn in 0..<40 { _ = paint.apply([2, 3], isImmune: turn % 2 == 0) }
    #expect(paint.edition > 0 && paint.strokes.reduce(0) { $0 + $1.people.count } <= 18)
    #expect(paint.people == [1, 8] && paint.count == 2)
    var again = Paint(scenario)
    for stroke in paint.strokes {
      _ = again.apply(stroke.people.map { Int($0) }, isImmune: stroke.isImmune)
    }
    #expect(again.people == paint.people)
    #expect(again.applied(to: scenario).immunePeople == [1, 8])
    _ = paint.undo { _ in true }
    #expect(paint.people == [0, 8] && paint.count == 2, "all were of one gesture")
  }

  @Test("a stroke over many people is told in parts, which one undo takes back")
  func parts() throws {
    let people = 40_000
    var paint = Paint(
      try Self.parameters(people: people).scenario(rules: OfferedRule.builtIn))
    let changed = paint.apply(0..<people, isImmune: true, number: 1)
    #expect(changed == (0..<Int32(people)).map(\.self))
    #expect(paint.strokes.flatMap(\.people) == changed)
    #expect(paint.strokes.count == 3 && paint.strokes.allSatisfy { $0.people.count <= 1 << 14 })
    _ = paint.undo { _ in true }
    #expect(paint.strokes.isEmpty && paint.count == 0)
  }

  @Test("each undo leads back to who was immune before the gesture")
  func undoing() throws {
    var scenario = try Self.parameters(people: 9).scenario(rules: OfferedRule.builtIn)
    scenario.immunePeople = [0, 8]
    var paint = Paint(scenario)
    var before: [[Int]] = []
    let gestures = [([1, 2], true), ([0, 1], false), ([3, 5], true), ([2, 8], false)]
    for (number, (people, isImmune)) in gestures.enumerated() {
      before.append(paint.people)
      for person in people { _ = paint.apply([person], isImmune: isImmune, number: number) }
      #expect(paint.people != before.last && paint.count == paint.people.count)
    }
    for expected in before.reversed() {
      _ = paint.undo { _ in true }
      #expect(paint.people == expected && paint.count == expected.count)
    }
  }
}
