import LivePage
import SpreadEngine
import SpreadModel
import StudyFiles
import Testing

/// The rules of taps, plays and beats, event by event: nothing here waits.
@Suite struct SessionStateTests {
  private static func state(people: Int = 9, period: Double = 1) throws -> SessionState {
    let parameters = Parameters(
      values: ModelValues().with([.groupSize: .whole(people), .rule: .name("exact")]), seed: 1,
      period: period)
    var state = SessionState(parameters, try parameters.scenario(rules: OfferedRule.builtIn))
    state.startedWith([], count(0, .noSpread))
    state.becomeReady()
    return state
  }

  private static func count(
    _ infected: Int, _ stop: StopReason? = nil
  ) -> SessionState.EngineCount {
    SessionState.EngineCount(infected: infected, stop: stop)
  }

  @Test("a tap counts at once, can be undone until a step begins, and enters the log when it does")
  func tap() throws {
    var state = try Self.state()
    let taken = [state.tap([4, 4, 9, -1], number: 1), state.tap([4], number: 2)]
    #expect(taken == [[4], []])
    #expect(state.tapped == [4] && state.undoable == 1 && state.log.count == 0)
    let begun = state.beginStep()
    #expect(begun?.run == 1 && begun?.people == [4])
    #expect(state.tapped == [4] && state.undoable == 0 && state.isComputing)
    let undone = state.undoTap()
    #expect(undone == nil)
    state.handedOver([4], at: 0, infecting([4]), Self.count(1))
    #expect(state.tapped == [] && state.log.people == [4] && state.log.ends == [1])
    #expect(state.introduced.map(\.step) == [0])
    state.stepped(infecting([1, 0]), Self.count(3))
    state.endStep()
    #expect(state.log.people == [4, 0, 1] && state.log.ends == [1, 3] && !state.isComputing)
    let later = state.tap([0, 2], number: 3)
    #expect(later == [2])
  }

  @Test(
    "who is tapped is shown as infected, or as latent where people are, before the engine has them")
  func shown() throws {
    for (latent, newcomer) in [(0, PersonState.infectious), (2, .latent)] {
      let parameters = Parameters(
        values: ModelValues().with([
          .groupSize: .whole(9), .rule: .name("exact"), .latentSteps: .whole(latent),
        ]), seed: 1)
      var state = SessionState(parameters, try parameters.scenario(rules: OfferedRule.builtIn))
      state.startedWith([], Self.count(0, .noSpread))
      state.becomeReady()
      _ = state.tap([4, 5], number: 1)
      _ = state.beginStep()
      _ = state.tap([7], number: 2)
      #expect(state.log.count == 0 && state.shown.people == [4, 5, 7])
      #expect(state.shown.counts[0][newcomer] == 3 && state.shown.step == 0)
      // In the log they are not shown twice.
      let entered = [4, 5].map { StateChange($0, from: .healthy, to: newcomer) }
      state.handedOver([4, 5], at: 0, entered, Self.count(2))
      #expect(state.log.count == 2 && state.shown.people == [4, 5, 7])
    }
  }

  @Test("a tap of somebody the running step infects has nothing left to hand over")
  func overtaken() throws {
    var state = try Self.state()
    _ = state.tap([4], number: 1)
    _ = state.beginStep()
    state.handedOver([4], at: 0, infecting([4]), Self.count(1))
    _ = state.tap([0, 8], number: 2)
    _ = state.tap([1], number: 3)
    state.stepped(infecting([0, 1]), Self.count(3))
    #expect(state.tapped == [8])
    let undone = [state.undoTap(), state.undoTap()]
    #expect(undone == [2, nil])
  }

  @Test("whom the engine did not take can be tapped again")
  func refused() throws {
    var state = try Self.state()
    _ = state.tap([4], number: 1)
    _ = state.beginStep()
    state.handedOver([], at: 0, [], Self.count(0))
    let again = state.tap([4], number: 2)
    #expect(again == [4] && state.introduced.isEmpty)
  }

  @Test("every change of play, pause and pace voids the beat before")
  func beats() throws {
    var state = try Self.state()
    let first = state.beat
    #expect(first.pace == nil)
    state.setPlaying(true)
    let playing = state.beat
    #expect(playing.pace == .every(.seconds(1)) && state.isDue(playing.number))
    state.setPlaying(true)
    #expect(state.beat == playing, "nothing changed")
    state.setPeriod(0)
    #expect(state.beat.pace == .asShown)
    #expect(!state.isDue(playing.number) && state.isDue(state.beat.number))
    state.setPlaying(false)
    #expect(state.beat.pace == nil && !state.isDue(state.beat.number))
    let paused = state.beat.number
    state.begin(SessionRecipe(state.parameters, state.scenario))
    #expect(state.beat.number > paused && state.run == 2 && !state.isReady)
  }

  @Test("where time stands still it runs from the first tap on: the beat begins anew, once")
  func firstTap() throws {
    var state = try Self.state()
    state.setPlaying(true)
    let waiting = state.beat.number
    _ = state.tap([9], number: 1)
    #expect(state.beat.number == waiting, "nobody was tapped")
    _ = state.tap([4], number: 2)
    #expect(state.beat.number == waiting + 1 && state.beat.pace == .every(.seconds(1)))
    _ = state.tap([5], number: 3)
    #expect(state.beat.number == waiting + 1, "it runs already")
    _ = state.beginStep()
    _ = state.tap([6], number: 4)
    #expect(state.beat.number == waiting + 1, "a step is on its way")
    state.handedOver([4, 5], at: 0, infecting([4, 5]), Self.count(2))
    state.stepped([], Self.count(2))
    state.endStep()
    _ = state.tap([8], number: 5)
    #expect(state.beat.number == waiting + 1)
  }

  @Test("as fast as possible is one step ahead of what a page has shown, and no further")
  func asShown() throws {
    var state = try Self.state(people: 100, period: 0)
    _ = state.tap([50], number: 1)
    state.setPlaying(true)
    func step(_ state: inout SessionState) -> Bool {
      let (beat, before) = (state.beat.number, state.log.step)
      _ = state.beginStep()
      state.stepped([], Self.count(1))
      state.endStep()
      return state.awaitShown(beat, since: before)
    }
    let isWaitedFor = [step(&state), step(&state)]
    #expect(isWaitedFor == [false, true], "the first step needs nothing shown")
    let kept = state.beat.number
    #expect(state.awaitsShown && state.isDue(kept))
    state.shown(run: 7, step: 2)
    #expect(state.awaitsShown && state.isDue(kept), "another run's")
    state.shown(run: 1, step: 1)
    #expect(!state.awaitsShown && !state.isDue(kept) && state.isDue(state.beat.number))
  }

  @Test("steps are owed while none plays, each once, and forgotten by play")
  func owed() throws {
    var state = try Self.state()
    let owes = (0..<1_001).map { _ in state.oweStep() }
    #expect(owes.filter(\.self).count == 1_000 && owes.last == false)
    let pays = state.paysStep()
    state.setPlaying(true)
    let plays = [state.paysStep(), state.oweStep()]
    #expect(pays && plays == [false, false])
  }

  @Test("its ensemble is of what was done before the first step, where one is wanted")
  func ensemble() throws {
    var state = try Self.state()
    #expect(state.wantsEnsemble && !state.hasBegun && state.ensemble == nil)
    for step in 0...1 {
      _ = state.tap([4 + step], number: step)
      _ = state.beginStep()
      state.handedOver([4 + step], at: step, infecting([4 + step]), Self.count(1 + step))
      if step == 0 { state.beginFirstStep() }
      state.stepped([], Self.count(1 + step))
    }
    #expect(state.hasBegun && state.introduced.map(\.step) == [0, 1])
    let study = try #require(state.ensembleStart?()).study
    #expect(
      study.constants[.introductions]
        == .introductions([Introduction(step: 0, place: .people([4]))]))
    #expect(study.replicates == .fixed(200) && study.constants[.maxSteps] == .whole(5_000))
    state.take(Ensemble(planned: 7))
    #expect(state.ensemble == Ensemble(planned: 7))
    state.setEnsemble(false)
    state.take(Ensemble(planned: 8))
    #expect(state.ensembleStart == nil && state.ensemble == nil)
    // A run that begins anew has none either.
    state.begin(SessionRecipe(state.parameters, state.scenario))
    #expect(state.ensembleStart == nil && !state.hasBegun)
    state.setEnsemble(true)
    state.begin(SessionRecipe(state.parameters, state.scenario))
    #expect(state.ensembleStart != nil && state.ensemble == nil)
  }

  @Test("nothing plays on after the end, and nothing can be computed before the start is there")
  func ends() throws {
    var state = try Self.state(people: 2)
    state.setPlaying(true)
    _ = state.beginStep()
    state.stepped(infecting([0, 1]), Self.count(2, .allInfected))
    state.endStep()
    #expect(!state.isPlaying && state.hasEnded)
    state.setPlaying(true)
    #expect(!state.isPlaying)
    state.begin(SessionRecipe(state.parameters, state.scenario))
    let begun = state.beginStep()
    #expect(begun == nil && !state.hasEnded)
  }

  @Test("who is not healthy cannot be tapped; who is healthy again can")
  func states() throws {
    var state = try Self.state()
    state.stepped(
      [
        StateChange(0, from: .healthy, to: .latent), StateChange(1, from: .healthy, to: .immune),
        StateChange(2, from: .healthy, to: .infectious),
      ], Self.count(2))
    let refused = state.tap([0, 1, 2, 3], number: 1)
    #expect(refused == [3])
    // Meanwhile person 3 is made immune, and person 2 recovers without being immune.
    state.stepped(
      [
        StateChange(2, from: .infectious, to: .healthy),
        StateChange(3, from: .healthy, to: .immune),
      ],
      Self.count(1))
    #expect(state.tapped == [])
    let again = state.tap([0, 1, 2, 3], number: 2)
    #expect(again == [2])
    #expect(
      state.states == [.latent, .immune, .healthy, .immune] + .init(repeating: .healthy, count: 5))
    #expect(state.log.counts.map { $0[.healthy] } == [0, -3, -3])
    #expect(state.log.infected(after: 1) == 2 && state.log.infected(after: 2) == 1)
  }

  @Test("a run that has died out goes on with a tap, and has ended when nobody is left to tap")
  func extinct() throws {
    var state = try Self.state(people: 2)
    state.stepped([StateChange(0, from: .healthy, to: .immune)], Self.count(0, .extinct))
    #expect(!state.hasEnded)
    state.stepped([StateChange(1, from: .healthy, to: .immune)], Self.count(0, .extinct))
    #expect(state.hasEnded)
  }

  @Test("a log of people who fall ill again and again keeps no more than it may")
  func forgets() throws {
    let (people, limit) = (64, ChangeFrame.peopleLimit)
    var state = try Self.state(people: people + 1)
    let steps = 3 * limit / people
    for step in 0..<steps {
      let isIll = step % 2 == 1
      let old: PersonState = isIll ? .infectious : .healthy
      let new: PersonState = isIll ? .healthy : .infectious
      state.stepped(
        (0..<people).map { StateChange($0, from: old, to: new) }, Self.count(isIll ? 0 : people))
    }
    #expect(state.log.count == 3 * limit && state.log.ends.last == 3 * limit)
    #expect(state.log.entries.count <= 2 * limit && state.log.first > 0)
    #expect(state.log.first + state.log.entries.count == 3 * limit)
    var page = ReferencePage(people: people + 1)
    let next = ChangeFrame.next(
      of: state.log, states: state.states, run: 1, infected: 0, after: .init())
    _ = page.readChanges(next.bytes)
    #expect(page.kind == 3)
    #expect(page.states == state.states && page.counts.count == steps + 1)
    #expect(page.counts[1] == [1, people, 0, 0] && page.counts[steps] == [people + 1, 0, 0, 0])
    #expect(next.cursor == ChangeFrame.Cursor(position: 3 * limit, step: steps, isFresh: false))
  }
}
