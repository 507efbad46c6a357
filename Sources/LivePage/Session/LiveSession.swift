import Dispatch
import Glibc
import SpreadEngine
package import SpreadModel
import Synchronization

/// The pages that look at a session.
private struct Watchers {
  /// What each is told by.
  var notify: [ObjectIdentifier: @Sendable () -> Void] = [:]
  /// When one stopped looking.
  var lastLeft: ContinuousClock.Instant?
  /// Whether pages looked at it, and none does.
  var isLeft: Bool { notify.isEmpty && lastLeft != nil }
}

/// A session's state with its engine, its clock and the pages that look at it.
///
/// The engine runs on the session's own queue and nowhere else. Everything a page may see or
/// change is in the state, behind one lock that is held for copies and changes only, never while a
/// step is computed, so a tap is taken and answered at once however long the step lasts.
package final class LiveSession: @unchecked Sendable {
  // @unchecked: `engine` is touched on `queue` only, `drawn` on `drawing`; everything else is behind a
  // lock.

  /// What a group begins with.
  package typealias Setup = (parameters: Parameters, scenario: Scenario)

  package let name: String
  /// The file of the saved session that it goes on with; nil for none.
  package let file: String?
  private let delay: Duration
  private let patience: Duration
  private let state: Mutex<SessionState>
  private let watchers = Mutex(Watchers())
  let queue: DispatchQueue
  /// A second group with the same clock, taps and random numbers; nil where nothing is compared.
  package let secondGroup: LiveSession?
  /// Whether this is the second group: the first one leads it.
  package let isSecondGroup: Bool
  /// Held where both groups must change together.
  let pairing = Mutex(())
  let ensembles = EnsembleWorker()
  /// Where networks are drawn, one after the other.
  private let drawing = DispatchQueue(label: "spreadlab.live.drawing")
  /// Of the structure that was drawn last: Reset begins with the same one.
  private var drawn: (scenario: Scenario, seed: Int, picture: NetworkPicture)?
  private var engine: WatchedEngine?
  /// Whose gesture the last one was, and its number in the session.
  let gesture = Mutex<(page: UInt64, ofPage: Int, number: Int)?>(nil)

  /// Begins at step 0, not playing.
  ///
  /// - Parameters:
  ///   - delay: waits this long within every step, for tests.
  ///   - compared: what the second group is, if there is one.
  ///   - file: see `file`.
  ///   - patience: time goes on for so long when the last page has gone: it may be loaded again, or
  ///     have lost its connection.
  package convenience init(
    name: String, parameters: Parameters, scenario: Scenario, delay: Duration,
    compared: Setup? = nil, file: String? = nil, patience: Duration = .seconds(10)
  ) {
    let queue = DispatchQueue(label: "spreadlab.live.session")
    let secondGroup = compared.map {
      LiveSession(
        name, $0, file, delay, patience, queue, secondGroup: nil, isSecondGroup: true)
    }
    self.init(
      name, (parameters, scenario), file, delay, patience, queue, secondGroup: secondGroup,
      isSecondGroup: false)
  }

  private init(
    _ name: String, _ setup: Setup, _ file: String?, _ delay: Duration, _ patience: Duration,
    _ queue: DispatchQueue, secondGroup: LiveSession?, isSecondGroup: Bool
  ) {
    (self.name, self.file, self.delay, self.patience) = (name, file, delay, patience)
    (self.queue, self.secondGroup, self.isSecondGroup) = (queue, secondGroup, isSecondGroup)
    let run = isSecondGroup ? Self.firstRunOfSecondGroup : 1
    state = Mutex(
      SessionState(setup.parameters, setup.scenario, hasOther: secondGroup != nil, run: run))
    draw(run: run)
    if !isSecondGroup { prepare() }
  }

  /// The runs of second groups are numbered from here on: a run's number says whose it is.
  package static let firstRunOfSecondGroup = 1_000_001

  /// This group, and the second one if there is one.
  package var groups: [LiveSession] { [self] + [secondGroup].compactMap(\.self) }

  // MARK: What pages see

  /// Runs `body` with the state locked; keep it short.
  package func read<Result: Sendable>(_ body: (SessionState) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Calls `notify` after every change of either group, from any thread, until `unwatch`.
  package func watch(_ watcher: AnyObject, _ notify: @escaping @Sendable () -> Void) {
    let comesBack = watchers.withLock { watchers in
      defer { watchers.notify[ObjectIdentifier(watcher)] = notify }
      return watchers.isLeft
    }
    secondGroup?.watch(watcher, notify)
    if comesBack, let run = read({ $0.lacksRuns ? $0.run : nil }) { beginEnsemble(run) }
  }

  package func unwatch(_ watcher: AnyObject) {
    watchers.withLock { watchers in
      watchers.notify[ObjectIdentifier(watcher)] = nil
      watchers.lastLeft = .now
    }
    secondGroup?.unwatch(watcher)
    endEnsembleIfLeft()
  }

  package var isWatched: Bool { watcherCount > 0 }

  package var watcherCount: Int { watchers.withLock { $0.notify.count } }

  /// Whether pages looked at it, and none has for a while: time stands still until one does.
  private var isAbandoned: Bool {
    guard !isWatched, let left = watchers.withLock({ $0.lastLeft }) else { return false }
    return ContinuousClock.now - left > patience
  }

  /// Changes the state, starts the beat it asks for, and tells the pages.
  @discardableResult
  func update<Result: Sendable>(_ change: (inout SessionState) -> Result) -> Result {
    let (result, beat) = state.withLock { state -> (Result, SessionBeat?) in
      let before = state.beat
      let result = change(&state)
      return (result, state.beat == before ? nil : state.beat)
    }
    if let beat { start(beat) }
    for notify in watchers.withLock({ Array($0.notify.values) }) { notify() }
    return result
  }

  // MARK: What pages ask for

  /// Starts anew with these parameters, at step 0, not playing.
  package func begin(_ parameters: Parameters, _ scenario: Scenario) {
    restore([SessionRecipe(parameters, scenario)], step: 0)
  }

  package func setPlaying(_ isPlaying: Bool) { update { $0.setPlaying(isPlaying) } }

  /// - Parameter period: seconds per step, 0 for as fast as possible.
  package func setPeriod(_ period: Double) {
    update { $0.setPeriod(period) }
    secondGroup?.setPeriod(period)
  }

  /// One step, if the session is not playing.
  package func requestStep() {
    guard update({ $0.oweStep() }) else { return }
    queue.async {
      if self.update({ $0.paysStep() }) { self.advance() }
    }
  }

  /// Whether runs of the same settings are to be made while the session is played.
  package func setEnsemble(_ isWanted: Bool) {
    let (run, isNews, isDue) = update { state in
      let isNews = state.wantsEnsemble != isWanted
      state.setEnsemble(isWanted)
      return (state.run, isNews, isWanted && state.hasBegun)
    }
    // A page that comes back says what it said before.
    guard isNews else { return }
    // What is wanted now may have been begun just now, with the first step.
    if !isWanted { ensembles.cancel() }
    if isDue { beginEnsemble(run) }
  }

  /// The session is forgotten: nothing of it goes on.
  package func end() {
    for group in groups { group.update { $0.forget() } }
    ensembles.cancel()
  }

  /// A page has shown all steps up to `step`.
  package func shown(run: Int, step: Int) { update { $0.shown(run: run, step: step) } }

  // MARK: On the queue

  /// A group whose engine is led on the queue.
  typealias Turn = (group: LiveSession, run: Int, engine: WatchedEngine)

  /// Whether anything can change in either group in the next step: all of them are judged, and time
  /// passes for all or for none.
  static func canChange(_ turns: [Turn]) -> Bool {
    turns.map { $0.group.goesOn($0.run, $0.engine) }.contains(true)
  }

  /// Whether the second group's infection may still change.
  var otherGoesOn: Bool { secondGroup?.read { !$0.isOver } ?? false }

  /// Has people's places computed, beside the engine's work, unless the run is over before.
  func draw(run: Int) {
    let (scenario, seed) = read { ($0.scenario, $0.parameters.seed) }
    guard NetworkPicture.isDrawn(scenario) else { return }
    drawing.async {
      let isOver = { self.read { $0.run != run } }
      let isSame = self.drawn.map {
        $0.seed == seed && $0.scenario.contacts == scenario.contacts
          && $0.scenario.grid.people == scenario.grid.people
      }
      if isSame != true {
        let key = RunKey(seed: UInt64(seed), point: nil, replicate: 0)
        guard let picture = NetworkPicture(scenario, key: key, isCancelled: isOver) else { return }
        self.drawn = (scenario, seed, picture)
      }
      self.update(run) { [picture = self.drawn?.picture] in $0.network = picture }
    }
  }

  func makeEngine(_ scenario: Scenario, knowing states: [PersonState]) -> WatchedEngine {
    let seed = read { $0.parameters.seed }
    let engine = WatchedEngine(
      Simulator(scenario, keepsStepsOpen: true),
      RunKey(seed: UInt64(seed), point: nil, replicate: 0), states: states)
    self.engine = engine
    return engine
  }

  /// Begins step 0 once more if people were painted, with what was done at its end.
  func restartWithPaint() {
    guard read({ $0.needsRestart }),
      let (run, scenario, states, introduced, interventions) = update({ $0.takeRestart() })
    else { return }
    let engine = makeEngine(scenario, knowing: states)
    let started = engine.simulator.newlyInfected
    _ = engine.simulator.infect(introduced)
    if !interventions.isEmpty { engine.simulator.intervene(with: interventions) }
    record(run, engine) { $0.repainted(started, $1, $2) }
  }

  /// Changes the state; false if it has begun another run.
  @discardableResult
  func update(_ run: Int, _ change: (inout SessionState) -> Void) -> Bool {
    update { state in
      guard state.run == run else { return false }
      change(&state)
      return true
    }
  }

  /// Writes what the engine did into the state; false if the state has begun another run.
  @discardableResult
  func record(
    _ run: Int, _ engine: WatchedEngine,
    _ change: (inout SessionState, [StateChange], SessionState.EngineCount) -> Void
  ) -> Bool {
    // Before the lock: it may mean to look at everybody.
    let (news, count) = (engine.news(), engine.count)
    return update(run) { change(&$0, news, count) }
  }

  /// Hands people to the engine at the end of its current step.
  func hand(over people: [Int32], _ run: Int, _ engine: WatchedEngine) {
    let accepted = engine.simulator.infect(people.map { Int($0) })
    let step = engine.simulator.currentStep
    record(run, engine) { $0.handedOver(accepted, at: step, $1, $2) }
  }

  /// Whether anything can change in the next step. If so, nobody is tapped at the end of the current
  /// one any more, and its interventions are judged.
  func goesOn(_ run: Int, _ engine: WatchedEngine) -> Bool {
    guard engine.simulator.stopReason == nil else { return false }
    if engine.simulator.closeStep() { record(run, engine) { $0.closedStep($1, $2) } }
    return engine.simulator.stopReason == nil
  }

  func compute(_ run: Int, _ engine: WatchedEngine) -> Bool {
    if engine.simulator.currentStep == 0 {
      update(run) { $0.beginFirstStep() }
      beginEnsemble(run)
    }
    engine.simulator.step()
    return record(run, engine) { $0.stepped($1, $2) }
  }

  /// Has the runs of the session's start made.
  private func beginEnsemble(_ run: Int) {
    guard secondGroup == nil, !isSecondGroup,
      let start = read({ $0.run == run ? $0.ensembleStart : nil })
    else { return }
    ensembles.begin(
      { start().study }, tell: { [weak self] ensemble in self?.update(run) { $0.take(ensemble) } })
    endEnsembleIfLeft()
  }

  /// Nobody waits for the runs of a session whose pages are gone; for one that comes back they are made anew.
  private func endEnsembleIfLeft() {
    // Under the lock: a page that comes now begins them behind this.
    watchers.withLock { if $0.isLeft { ensembles.cancel() } }
  }

  /// Hands the waiting taps and interventions over and computes one step, if anything can change, in
  /// either group.
  private func advance() {
    let begun = pairing.withLock { _ in
      groups.allSatisfy { $0.read(\.isReady) }
        ? groups.compactMap { group in group.update { $0.beginStep() }.map { (group, $0) } } : []
    }
    var turns: [Turn] = []
    for (group, step) in begun {
      group.restartWithPaint()
      guard let engine = group.engine else { continue }
      if !step.people.isEmpty { group.hand(over: step.people, step.run, engine) }
      if let interventions = step.interventions {
        engine.simulator.intervene(with: interventions)
      }
      turns.append((group, step.run, engine))
    }
    guard let run = begun.first?.1.run else { return }
    if Self.canChange(turns) {
      wait(delay, during: run)
      for turn in turns { _ = turn.group.compute(turn.run, turn.engine) }
    }
    for (group, step) in begun.dropFirst() { group.update(step.run) { $0.endStep() } }
    update(run) { [otherGoesOn] in $0.endStep(otherGoesOn: otherGoesOn) }
  }

  private func wait(_ time: Duration, during run: Int) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end, read({ $0.run == run }) { usleep(5_000) }
  }

  // MARK: The clock

  private func start(_ beat: SessionBeat) {
    switch beat.pace {
    case .every(let period)?: tick(beat.number, Beat(start: .now, period: period))
    case .asShown?: queue.async { self.stepAsShown(beat.number) }
    case nil: break
    }
  }

  private func tick(_ number: Int, _ beat: Beat) {
    var beat = beat
    let due = beat.next(after: .now)
    let next = beat
    let wait = due - .now
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait / .nanoseconds(1)))) {
      guard self.read({ $0.isDue(number) }) else { return }
      if !self.isAbandoned { self.advance() }
      self.tick(number, next)
    }
  }

  /// One step of the pace that waits for the page. Without a page, or if it shows nothing for a
  /// while, the session goes on slowly by itself.
  private func stepAsShown(_ number: Int) {
    guard read({ $0.isDue(number) }) else { return }
    let before = read { $0.log.step }
    if !isAbandoned { advance() }
    guard update({ $0.awaitShown(number, since: before) }) else { return }
    queue.asyncAfter(deadline: .now() + .milliseconds(250)) {
      if self.read({ $0.awaitsShown }) { self.stepAsShown(number) }
    }
  }
}
