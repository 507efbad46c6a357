import LivePage
import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// What a page sees of people who are latent, recover, are immune and fall ill again.
@Suite struct CoursePictureTests {
  /// A run from step to step, as a session and a page see it.
  private struct Watch {
    let engine: Simulator
    var states: [PersonState]
    var log = StateLog()
    var page: ReferencePage
    private var cursor = ChangeFrame.Cursor()

    init(_ scenario: Scenario, _ key: RunKey) {
      engine = Simulator(scenario)
      let people = scenario.grid.people
      states = [PersonState](repeating: .healthy, count: people)
      page = ReferencePage(people: people)
      engine.begin(key)
      log.extendStep(engine.update(&states))
    }

    mutating func step() {
      engine.step()
      log.appendStep(engine.update(&states))
    }

    mutating func tap(_ person: Int) {
      _ = engine.infect([person])
      log.extendStep(engine.update(&states))
    }

    mutating func show() {
      while cursor.isFresh || cursor.position < log.count || cursor.step < log.step {
        let next = ChangeFrame.next(
          of: log, states: states, run: 1, infected: engine.infected, after: cursor)
        let header = page.readChanges(next.bytes)
        #expect(header.infected == engine.infected)
        cursor = next.cursor
      }
    }

    /// Person by person, the page's picture is the engine's state.
    var isRight: Bool {
      page.states.indices.allSatisfy { page.states[$0] == engine.state(of: $0) }
    }
  }

  @Test(
    "over random courses, the picture after any frames is the engine's state, person by person",
    arguments: [RandomScenarios.course, RandomScenarios.changing])
  func pictures(scenario: @Sendable (Int) -> Scenario) {
    var kinds: Set<Int> = []
    for round in 0..<300 {
      let scenario = scenario(round)
      var watch = Watch(scenario, RunKey(seed: 16, point: nil, replicate: round))
      // A page that keeps up, slower ones, and a log that keeps little.
      let pause = 1 + round % 4
      for step in 0..<40 {
        if step % pause == 0 {
          watch.show()
          kinds.insert(watch.page.kind)
          #expect(watch.isRight, "step \(step) of \(scenario)")
        }
        if (step + round) % 5 == 0 { watch.tap((step * 7) % scenario.grid.people) }
        if watch.engine.stopReason != nil { break }
        watch.step()
        if round % 3 == 0 { watch.log.forget(beyond: 5) }
      }
      watch.show()
      #expect(watch.isRight)
      let people = scenario.grid.people
      #expect(watch.page.counts.allSatisfy { $0.reduce(0, +) == people && $0.min() ?? 0 >= 0 })
      #expect(watch.page.counts.count == watch.log.step + 1)
    }
    #expect(kinds == [1, 3])
  }

  @Test("counts of every step are those of the whole run, and of the reference implementation")
  func counts() {
    for round in 0..<200 {
      let scenario = RandomScenarios.course(round)
      let key = RunKey(seed: 17, point: nil, replicate: round)
      var reference = ReferenceSimulator(scenario)
      let expected = reference.run(key, recordMap: false, describesCourse: true)
      var watch = Watch(scenario, key)
      while watch.engine.stopReason == nil { watch.step() }
      // From the log's changes and, where it has forgotten them, from the states it ends in.
      if round % 2 == 1 { watch.log.forget(beyond: 0) }
      watch.show()
      #expect(watch.page.kind == 3 || round % 2 == 0)
      let counts = watch.page.counts
      #expect(counts.map { UInt32($0[1] + $0[2]) } == expected.curve, "\(scenario)")
      #expect(counts.map { UInt32($0[2]) } == expected.course?.curves.latent, "\(scenario)")
      #expect(counts.map { UInt32($0[3]) } == expected.course?.curves.immune, "\(scenario)")
    }
  }
}
