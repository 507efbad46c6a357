import Dispatch
import Foundation
import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import Synchronization
import Testing

/// The runs behind a session's curve.
@Suite struct EnsembleTests {
  static let course = Parameters(
    values: LiveSessionTests.parameters.values.with([
      .infectiousSteps: .whole(1), .infectionProbability: .real(0.4), .infectionFactor: .whole(2),
    ]), seed: 23)

  /// The runs that `spreadlab run` makes of a session's saved study with 200 replicates.
  static func rerun(_ state: SessionState) throws -> [RunResult] {
    let text = SavedSession(state).json
    let study = try Study.parse(bytes: Array(text.utf8), file: "session.json")
    let point = try #require(try study.points().first)
    var scenario = point.scenario
    scenario.maxSteps = Ensemble.mostSteps
    let simulator = Simulator(scenario)
    return (0..<Ensemble.size).map {
      simulator.run(study.key(of: point, replicate: $0), recordMap: false)
    }
  }

  static func finished(_ session: LiveSession) async throws -> Ensemble {
    try await LiveSessionTests.wait(for: session) {
      $0.ensemble?.band?.n == Ensemble.size
    }
    return try #require(session.read { $0.ensemble })
  }

  @Test(
    "is what the study of the session's start makes, taps at step 0 included and no later ones",
    arguments: [LiveSessionTests.parameters, course], [false, true])
  func equal(parameters: Parameters, startsAtRandom: Bool) async throws {
    var parameters = parameters
    if startsAtRandom { parameters.values[.startPeople] = .whole(5) }
    let session = try LiveSessionTests.session(parameters)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    if !startsAtRandom { _ = session.tap([17, 211], number: 1) }
    #expect(session.read { $0.ensemble } == nil, "the first step is not due yet")
    try await LiveSessionTests.step(session)
    let runs = try Self.rerun(session.read { $0 })
    let healthy = session.read { state in state.states.indices.filter { !state.isTaken[$0] } }
    _ = session.tap(Array(healthy.prefix(20)), number: 2)
    try await LiveSessionTests.step(session)
    let ensemble = try await Self.finished(session)
    #expect(ensemble == Ensemble(planned: Ensemble.size, runs: runs))
    try await LiveSessionTests.step(session)
    #expect(session.read { $0.ensemble } == ensemble, "it is made once")
    #expect(Set(runs.map(\.curve)).count > 100)
    #expect(session.read { $0.introduced.contains { $0.step > 0 } })
    // Wanted again, it is the same: the later taps still do not belong to it.
    session.setEnsemble(false)
    session.setEnsemble(true)
    #expect(try await Self.finished(session) == ensemble)
  }

  @Test(
    "has the median and the type-7 quantiles of the curves; a run that has ended keeps its last value"
  )
  func band() throws {
    let runs = (1...21).map { number -> RunResult in
      let curve: [UInt32] = number == 21 ? [21, 30] : [UInt32(number), 100, UInt32(10 * number)]
      return RunResult(
        stopReason: number <= 3 ? .extinct : .allInfected,
        curve: curve, shape: nil,
        infectionSteps: nil)
    }
    let ensemble = Ensemble(planned: 200, runs: runs)
    #expect(ensemble.diedOut == [2, 2, 2])
    let band = try #require(ensemble.band)
    #expect(band.n == 21)
    #expect(band.q05 == [2, 100, 20] && band.q95 == [20, 100, 190])
    #expect(band.median == [11, 100, 100])
  }

  @Test("is smaller where runs take long, and none where even a few would")
  func bounds() throws {
    func runs(_ people: Int, _ values: [ModelKey: KeyValue] = [:]) throws -> Int {
      var parameters = LiveSessionTests.parameters
      parameters.values = parameters.values.with(values).with([.groupSize: .whole(people)])
      return Ensemble.runs(
        of: try LiveSessionTests.scenario(
          parameters, introductions: [Introduction(step: 0, place: .center)]))
    }
    #expect(try runs(400, [:]) == 200)
    #expect(try runs(1_000_000, [:]) == 200)
    let endless: [ModelKey: KeyValue] = [.infectiousSteps: .whole(1), .immuneSteps: .whole(0)]
    #expect(try runs(4_000_000, endless) == 0)
  }

  @Test("ends with the session's run, and when it is not wanted any more")
  func cancelled() async throws {
    var parameters = Self.course
    parameters.values[.groupSize] = .whole(4_000_000)
    parameters.values[.infectiousSteps] = .whole(50)
    parameters.values[.startPeople] = .whole(1_000)
    let session = try LiveSessionTests.session(parameters)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    try await LiveSessionTests.step(session)
    try await LiveSessionTests.wait(for: session) { $0.ensemble != nil }
    session.setEnsemble(false)
    #expect(session.read { $0.ensemble } == nil)
    try await Task.sleep(for: .milliseconds(600))
    #expect(session.read { $0.ensemble } == nil)
    session.setEnsemble(true)
    try await LiveSessionTests.wait(for: session) { $0.ensemble != nil }
    let small = Self.course
    session.begin(small, try LiveSessionTests.scenario(small, introductions: []))
    #expect(session.read { $0.ensemble } == nil)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    _ = session.tap([200], number: 1)
    try await LiveSessionTests.step(session)
    // Its turn comes only when the other has given up, whose 200 runs take many minutes.
    #expect(try await Self.finished(session).planned == 200)
    #expect(session.read { $0.ensemble?.band?.median.count ?? 0 } < 400)
  }

  @Test(
    "stands still while no page looks, keeps what it has, and is completed for one that comes back")
  func left() async throws {
    final class Page: Sendable {}
    // Some seconds of runs.
    var parameters = LiveSessionTests.parameters
    parameters.values = parameters.values.with([
      .groupSize: .whole(500_000), .startPeople: .whole(5_000),
    ])
    let session = try LiveSessionTests.session(parameters)
    let pages = [Page(), Page()]
    for page in pages { session.watch(page) {} }
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    try await LiveSessionTests.step(session)
    try await LiveSessionTests.wait(for: session) { $0.ensemble?.finished ?? 0 > 0 }
    session.unwatch(pages[0])
    let first = session.read { $0.ensemble?.finished ?? 0 }
    try await LiveSessionTests.wait(for: session) { $0.ensemble?.finished ?? 0 > first }
    session.unwatch(pages[1])
    // What was on its way has come.
    try await Task.sleep(for: .milliseconds(600))
    let kept = try #require(session.read { $0.ensemble })
    #expect(kept.finished > first && kept.finished < Ensemble.size)
    try await Task.sleep(for: .milliseconds(600))
    #expect(session.read { $0.ensemble } == kept)
    session.watch(pages[0]) {}
    #expect(session.read { $0.ensemble } == kept)
    try await LiveSessionTests.wait(for: session) { $0.ensemble?.finished ?? 0 > kept.finished }
    session.end()
  }

  @Test(
    "is cancelled when another begins, and when its session is gone", arguments: [true, false])
  func replaced(isReplaced: Bool) async throws {
    final class Witness: Sendable {}
    // A minute of runs, in which people fall ill again and again.
    let parameters = Parameters(
      values: Self.course.values.with([
        .groupSize: .whole(90_000), .startPeople: .whole(900), .immuneSteps: .whole(0),
      ]), seed: 1)
    let study = SavedSession(
      parameters, try LiveSessionTests.scenario(parameters, introductions: []), started: [],
      taps: [], interventions: [], steps: Ensemble.mostSteps, replicates: Ensemble.size
    ).study
    var worker: EnsembleWorker? = EnsembleWorker()
    weak var running: Witness?
    let planned = Mutex(0)
    do {
      let witness = Witness()
      running = witness
      worker?.begin(
        { study },
        tell: { ensemble in
          withExtendedLifetime(witness) { planned.withLock { $0 = ensemble.planned } }
        })
    }
    func wait(until condition: () -> Bool) async throws {
      let end = ContinuousClock.now + .seconds(30)
      while !condition() {
        try #require(ContinuousClock.now < end)
        try await Task.sleep(for: .milliseconds(2))
      }
    }
    try await wait { planned.withLock { $0 } >= Ensemble.fewest }
    #expect(running != nil)
    if isReplaced { worker?.begin({ study }, tell: { _ in }) } else { worker = nil }
    try await wait { running == nil }
  }

  /// A thread each would wait for a machine that does other things: the page would hear nothing for minutes.
  @Test("of a hundred that begin while another goes on, the last one alone is made")
  func hundred() throws {
    let study = SavedSession(
      Self.course, try LiveSessionTests.scenario(Self.course, introductions: []), started: [],
      taps: [], interventions: [], steps: 10, replicates: Ensemble.size
    ).study
    let worker = EnsembleWorker()
    let made = Mutex<[Int]>([])
    let told = Mutex<Set<Int>>([])
    let (begun, goesOn, isDone) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    for number in 0...100 {
      worker.begin(
        {
          made.withLock { $0.append(number) }
          if number == 0 {
            begun.signal()
            goesOn.wait()
          }
          return study
        },
        tell: { ensemble in
          told.withLock { _ = $0.insert(number) }
          if ensemble.band?.n == Ensemble.size { isDone.signal() }
        })
      if number == 0 { begun.wait() }
    }
    goesOn.signal()
    #expect(isDone.wait(timeout: .now() + 120) == .success)
    #expect(made.withLock { $0 } == [0, 100] && told.withLock { $0 } == [100])
  }

  @Test("makes no run after it was cancelled")
  func asked() throws {
    let state = SessionState(
      Self.course,
      try LiveSessionTests.scenario(
        Self.course, introductions: [Introduction(step: 0, place: .center)]))
    var told: [Ensemble] = []
    var asked = 0
    let study = SavedSession(
      state.parameters, state.scenario, started: [], taps: [], interventions: [],
      steps: Ensemble.mostSteps,
      replicates: Ensemble.size
    ).study
    Ensemble.make(
      study,
      isCancelled: {
        asked += 1
        return asked > 50
      }, tell: { told.append($0) })
    #expect(told == [Ensemble(planned: 200)])
    Ensemble.make(study, isCancelled: { false }, tell: { told.append($0) })
    #expect(told.last?.band?.n == 200)
  }

  @Test("is made behind taps and steps, on a thread of its own, also if wanted in the first step")
  func tapsFirst() async throws {
    var parameters = LiveSessionTests.parameters
    parameters.values[.groupSize] = .whole(1_000_000)
    parameters.values[.startPeople] = .whole(200_000)
    let session = try LiveSessionTests.session(parameters)
    try await LiveSessionTests.wait(for: session) { $0.isReady }
    session.requestStep()
    try LiveSessionTests.catchMoment(of: session) { $0.hasBegun }
    for isWanted in [false, true] { session.setEnsemble(isWanted) }
    try await LiveSessionTests.wait(for: session) { $0.ensemble?.planned == 200 }
    let threads = try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
    let priorities = threads.map {
      getpriority(__priority_which_t(PRIO_PROCESS.rawValue), id_t($0) ?? 0)
    }
    #expect(priorities.contains(10))
    for person in 0..<200 { _ = session.tap([5 * person], number: person) }
    try await LiveSessionTests.step(session)
    #expect(session.read { ($0.ensemble?.band?.n ?? 0) < 200 }, "it was being made all the time")
    session.end()
  }
}
