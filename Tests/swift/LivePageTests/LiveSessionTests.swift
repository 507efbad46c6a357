import Foundation
import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import Testing

@Suite struct LiveSessionTests {
  static let parameters = Parameters(
    values: ModelValues().with([
      .groupSize: .whole(400), .infectionProbability: .real(0.7), .rule: .name("exact"),
    ]), seed: 11)

  static func session(
    _ parameters: Parameters = parameters, introductions: [Introduction] = [],
    delay: Duration = .zero
  ) throws -> LiveSession {
    LiveSession(
      name: "test", parameters: parameters,
      scenario: try scenario(parameters, introductions: introductions), delay: delay)
  }

  static func scenario(
    _ parameters: Parameters, introductions: [Introduction]
  ) throws -> Scenario {
    try parameters.scenario(
      rules: OfferedRule.builtIn,
      over: ModelValues().with([.introductions: .introductions(introductions)]))
  }

  /// A session that stands at step 0, in which five people at random are introduced at step 4.
  static func ready(_ parameters: Parameters, interventions: [Intervention]) async throws
    -> LiveSession
  {
    var scenario = try Self.scenario(
      parameters, introductions: [Introduction(step: 4, place: .random(5))])
    scenario.interventions = interventions
    let session = LiveSession(
      name: "test", parameters: parameters, scenario: scenario, delay: .zero)
    try await wait(for: session) { $0.isReady }
    return session
  }

  /// Waits until `condition` holds; fails after two minutes.
  static func wait(
    for session: LiveSession, _ condition: (SessionState) -> Bool
  ) async throws {
    let end = ContinuousClock.now + .seconds(120)
    while !session.read(condition) {
      try #require(ContinuousClock.now < end, "the session did not get there")
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// As `wait`, for what passes soon: on this thread, because a task that sleeps may be late where
  /// other tests use all threads.
  static func catchMoment(
    of session: LiveSession, _ condition: (SessionState) -> Bool
  ) throws {
    let end = ContinuousClock.now + .seconds(120)
    while !session.read(condition) {
      try #require(ContinuousClock.now < end, "the moment did not come")
      Thread.sleep(forTimeInterval: 0.001)
    }
  }

  static func step(_ session: LiveSession) async throws {
    let before = session.read { $0.log.step }
    session.requestStep()
    try await wait(for: session) { $0.log.step > before && !$0.isComputing }
  }

  /// What `spreadlab run` makes of the saved session: the one run of its study file.
  static func rerun(_ state: SessionState) throws -> RunResult {
    let text = SavedSession(state).json
    let study = try Study.parse(bytes: Array(text.utf8), file: "session.json")
    let points = try study.points()
    try #require(points.count == 1)
    return Simulator(points[0].scenario).run(
      study.key(of: points[0], replicate: 0), recordMap: true)
  }

  @Test("waits for the first infection: time passes only when something can change")
  func waiting() async throws {
    let session = try Self.session()
    try await Self.wait(for: session) { $0.isReady }
    session.requestStep()
    try await Task.sleep(for: .milliseconds(50))
    #expect(session.read { $0.log.step } == 0)
    #expect(session.read { $0.stop } == .noSpread)
    #expect(session.tap([37], number: 1) == [37])
    try await Self.step(session)
    let state = session.read { $0 }
    #expect(state.log.people.first == 37)
    // One source infects up to three people in its first step.
    #expect(state.log.ends.count == 2 && (1...4).contains(state.log.ends[1]))
    #expect(state.log.ends == (try Self.rerun(state).curve.map { Int($0) }))
  }

  @Test("takes a tap before the group is there, but not of those infected at the start")
  func early() async throws {
    var parameters = Self.parameters
    parameters.values[.groupSize] = .whole(1_000_000)
    let first = Introduction(step: 0, place: .people([7]))
    let session = try Self.session(parameters, introductions: [first])
    let taken = session.tap([7, 8], number: 1)
    #expect(taken.contains(8))
    try await Self.wait(for: session) { $0.isReady }
    #expect(session.read { $0.waiting.flatMap(\.people) } == [8])
    try await Self.step(session)
    #expect(session.read { $0.log.people.prefix(2) } == [7, 8])
  }

  @Test("takes a tap at once while a step is computed, and uses it in the very next step")
  func tapDuringStep() async throws {
    let session = try Self.session(delay: .milliseconds(500))
    try await Self.wait(for: session) { $0.isReady }
    _ = session.tap([0], number: 1)
    session.requestStep()
    try Self.catchMoment(of: session) { $0.isComputing && $0.introduced.count == 1 }
    #expect(session.tap([399], number: 2) == [399])
    #expect(session.read { $0.isComputing && $0.tapped == [399] })
    try await Self.wait(for: session) { !$0.isComputing }
    #expect(session.read { $0.log.step } == 1)
    try await Self.step(session)
    // Infected at the end of step 1, so step 2 is the first in which person 399 acts.
    #expect(session.read { $0.introduced.map(\.step) } == [0, 1])
    let byStep = session.read { state in
      (1...2).map { Set(state.log.people[state.log.ends[$0 - 1]..<state.log.ends[$0]]) }
    }
    #expect(byStep[0].contains(399))
    #expect(!byStep[1].isDisjoint(with: [378, 379, 398]))
  }

  @Test("undoes a swipe whole until a step was made with it, not afterwards")
  func undo() async throws {
    let session = try Self.session()
    try await Self.wait(for: session) { $0.isReady }
    _ = session.tap([0, 1, 2], number: 1)
    _ = session.tap([10, 11], number: 2)
    _ = session.tap([12], number: 2)
    #expect(session.undo() == .tap)
    #expect(session.read { $0.tapped } == [0, 1, 2])
    #expect(session.tap([11], number: 3) == [11])
    try await Self.step(session)
    #expect(session.read { Set($0.log.people.prefix(4)) } == [0, 1, 2, 11])
  }

  @Test("undoes paint by gesture, and taps that steps were made with by standing before them again")
  func undoEarlier() async throws {
    let session = try Self.session()
    let second = try Self.session()
    for session in [session, second] { try await Self.wait(for: session) { $0.isReady } }
    _ = try session.paint([5, 6], isImmune: true, number: 1)
    _ = try session.paint([7], isImmune: true, number: 2)
    _ = try session.paint([6, 8], isImmune: true, number: 2)
    _ = session.tap([210], number: 3)
    #expect(session.undo() == .tap && session.undo() == .paint)
    #expect(
      session.read { $0.paint.people } == [5, 6] && session.read { $0.states[7] } == .healthy)
    _ = try second.paint([5, 6], isImmune: true)
    for session in [session, second] {
      _ = session.tap([210], number: 4)
      for _ in 0..<3 { try await Self.step(session) }
    }
    _ = session.tap([0, 1], number: 5)
    for _ in 0..<2 { try await Self.step(session) }
    #expect(session.undo() == .steps)
    // The third step again, as if nobody had been tapped at its end.
    for session in [session, second] {
      try await Self.wait(for: session) { $0.isReady && $0.log.step == 3 }
      try await Self.step(session)
    }
    #expect(session.read { $0.log.counts } == second.read { $0.log.counts })
    #expect(session.read { $0.states } == second.read { $0.states })
    #expect(session.undo() == .steps)
    try await Self.wait(for: session) { $0.isReady && $0.log.step == 0 }
    #expect(session.undo() == .paint && session.undo() == .nothing)
    #expect(session.read { $0.tracksPeople == false && $0.introduced.isEmpty })
  }

  @Test("what is asked for while a session is repeated is done to all of it")
  func whileRepeated() async throws {
    let session = try Self.session()
    try await Self.wait(for: session) { $0.isReady }
    _ = try session.paint([60, 61], isImmune: true, number: 1)
    for (step, person) in [210, 0, 399, 19, 380].enumerated() {
      _ = session.tap([person], number: 2 + step)
      try await Self.step(session)
    }
    func saved() async -> SessionState {
      await withCheckedContinuation { next in
        session.whenSettled { next.resume(returning: $0[0]) }
      }
    }
    let five = try SessionStudy(session.read { $0 })
    session.rewind(to: 4)
    let four = try SessionStudy(await saved())
    #expect(four.taps == five.taps && four.steps == 4)
    // Two undos take two taps back, and a rewind keeps those before its step.
    let undone = (session.undo(), session.undo())
    #expect(undone == (.steps, .steps) && session.read { $0.lastStep } == 3)
    let three = try SessionStudy(await saved())
    #expect(three.taps == five.taps.filter { $0.key < 3 } && three.steps == 3)
    session.rewind(to: 2)
    session.rewind(to: 1)
    let one = try SessionStudy(await saved())
    #expect(one.taps == five.taps.filter { $0.key <= 1 } && one.steps == 1)
    #expect(session.undo() == .steps && session.undo() == .steps)
    #expect(session.undo() == .paint && session.undo() == .nothing)
    let none = try SessionStudy(await saved())
    #expect(none.taps == [:] && session.read { $0.paint.people } == [])
    // Who is tapped meanwhile waits for the next step, and can be taken back.
    session.beginAgain(seed: 3)
    #expect(session.tap([5], number: 20) == [5] && session.undo() == .tap)
  }

  /// The taps by step, and the last step, of the study that a session is saved as.
  private struct SessionStudy {
    let taps: [Int: [Int]]
    let steps: Int

    init(_ state: SessionState) throws {
      let saved = try OpenedSession(
        bytes: Array(SavedSession(state).json.utf8), file: "saved.json", rules: OfferedRule.builtIn)
      steps = saved.step
      taps = Dictionary(
        saved.recipe.introduced.map { ($0.step, $0.people.map { Int($0) }) },
        uniquingKeysWith: +)
    }
  }

  @Test("undo takes back what was done last, whichever page did it and however it counts")
  func gestures() async throws {
    let session = try Self.session()
    try await Self.wait(for: session) { $0.isReady }
    let (one, other) = (UInt64(7), UInt64(8))
    func tap(_ person: Int, _ number: Int, _ page: UInt64) {
      _ = session.tap([person], number: session.number(ofGesture: number, page: page))
    }
    let paint = session.number(ofGesture: 9, page: one)
    _ = try session.paint([60], isImmune: true, number: paint)
    // The page was loaded again, and counts from 1; another one does, too.
    tap(0, 1, other)
    tap(1, 1, one)
    tap(2, 1, other)
    tap(3, 1, other)
    #expect(session.undo() == .tap && session.read { $0.tapped } == [0, 1])
    #expect(session.undo() == .tap && session.read { $0.tapped } == [0])
    #expect(session.undo() == .tap && session.read { $0.paint.people } == [60])
    #expect(session.undo() == .paint && session.undo() == .nothing)
  }

  /// Looks at the session with each number.
  private struct Onlooker: RandomNumberGenerator {
    let session: LiveSession
    var generator = SystemRandomNumberGenerator()
    var seen = 0

    mutating func next() -> UInt64 {
      seen += session.read { $0.states.count }
      return generator.next()
    }
  }

  @Test("at random, as many healthy people as there are; nobody waits while they are chosen")
  func random() async throws {
    let session = try Self.session()
    #expect(session.tapAtRandom(1, number: 1) == 0 || session.read(\.isReady))
    try await Self.wait(for: session) { $0.isReady }
    while session.undo() != .nothing {}
    _ = session.tap([3], number: 1)
    var onlooker = Onlooker(session: session)
    #expect(session.tapAtRandom(5, number: 2, using: &onlooker) == 5 && onlooker.seen >= 2_000)
    #expect(session.read { Set($0.tapped).count } == 6)
    #expect(session.tapAtRandom(-5, number: 3) == 0)
    #expect(session.tapAtRandom(.max, number: 3) == 394)
    #expect(session.undo() == .tap && session.undo() == .tap)
    #expect(session.read { $0.tapped } == [3])
  }

  @Test("of the networks of many resets in a row only the last is drawn")
  func networks() async throws {
    var parameters = Self.parameters
    parameters.values[.groupSize] = .whole(300)
    var scenario = try Self.scenario(parameters, introductions: [])
    scenario.contacts = .random(meanDegree: 4, per: .replicate)
    let begun = ContinuousClock.now
    let session = LiveSession(
      name: "test", parameters: parameters, scenario: scenario, delay: .zero)
    try await Self.wait(for: session) { $0.network != nil }
    let once = ContinuousClock.now - begun
    let again = ContinuousClock.now
    for seed in 0..<40 { session.beginAgain(seed: seed) }
    try await Self.wait(for: session) { $0.network != nil }
    let most: Duration = once * 10 + Duration.milliseconds(100)
    #expect(ContinuousClock.now - again < most)
  }

  @Test("starts anew on reset, also in the middle of a step")
  func reset() async throws {
    let session = try Self.session(delay: .milliseconds(300))
    try await Self.wait(for: session) { $0.isReady }
    _ = session.tap([5], number: 1)
    session.requestStep()
    try Self.catchMoment(of: session) { $0.isComputing }
    let (parameters, scenario) = session.read { ($0.parameters, $0.scenario) }
    var smaller = parameters
    smaller.values[.groupSize] = .whole(4)
    session.begin(smaller, try smaller.scenario(rules: OfferedRule.builtIn))
    try await Self.wait(for: session) { $0.isReady }
    try await Task.sleep(for: .milliseconds(350))
    #expect(session.read { $0.log } == StateLog())
    #expect(session.read { $0.isTaken } == [false, false, false, false])
    #expect(scenario.grid.people == 400)
  }

  @Test(
    "stands still a while after the last page has gone, and goes on when one comes back",
    arguments: [0.05, 0])
  func abandoned(period: Double) async throws {
    // People become healthy again: there is always a next step.
    let parameters = Parameters(
      values: ModelValues().with([
        .groupSize: .whole(2_500), .infectionProbability: .real(0.3), .rule: .name("exact"),
        .infectiousSteps: .whole(3), .immuneSteps: .whole(2),
      ]), seed: 11, period: period)
    let session = LiveSession(
      name: "test", parameters: parameters,
      scenario: try Self.scenario(
        parameters, introductions: [Introduction(step: 0, place: .random(50))]),
      delay: .zero, patience: .milliseconds(400))
    try await Self.wait(for: session) { $0.isReady }
    final class Page {}
    let (page, other) = (Page(), Page())
    session.watch(page) {}
    session.watch(other) {}
    session.setPlaying(true)
    session.unwatch(other)
    try await Task.sleep(for: .milliseconds(500))
    let one = session.read { $0.log.step }
    try await Self.wait(for: session) { $0.log.step > one }
    session.unwatch(page)
    let none = session.read { $0.log.step }
    try await Self.wait(for: session) { $0.log.step > none }
    try await Task.sleep(for: .milliseconds(700))
    let still = session.read { $0.log.step }
    try await Task.sleep(for: .milliseconds(600))
    #expect(session.read { $0.log.step } == still && session.read { $0.isPlaying })
    session.watch(page) {}
    try await Self.wait(for: session) { $0.log.step > still + 1 }
  }

  @Test("stops and is freed at its end")
  func ended() async throws {
    weak var gone: LiveSession?
    do {
      let session = try Self.session(
        Parameters(values: Self.parameters.values, seed: 11, period: 0.05))
      gone = session
      try await Self.wait(for: session) { $0.isReady }
      session.setPlaying(true)
      session.end()
      #expect(session.read { !$0.isPlaying && $0.beat.pace == nil && $0.isForgotten })
    }
    let end = ContinuousClock.now + .seconds(60)
    while gone != nil, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(2))
    }
    #expect(gone == nil)
  }

  @Test("plays on a fixed time base: a late step does not delay the later ones")
  func beat() {
    let start = ContinuousClock.now
    var beat = Beat(start: start, period: .milliseconds(100))
    #expect(beat.next(after: start) == start + .milliseconds(100))
    #expect(beat.next(after: start + .milliseconds(107)) == start + .milliseconds(200))
    #expect(beat.next(after: start + .milliseconds(560)) == start + .milliseconds(600))
    #expect(beat.next(after: start + .milliseconds(599)) == start + .milliseconds(700))
  }
}
