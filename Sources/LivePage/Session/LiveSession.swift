import Dispatch
import Glibc
import SpreadEngine
package import SpreadModel
import Synchronization

/// One group of people being played with: parameters, the engine, the taps.
///
/// The engine runs on the session's own queue and nowhere else. Everything a page may see or
/// change stands behind one lock that is held for copies only, never while a step is computed, so
/// a tap is taken and answered at once however long the step lasts.
///
/// A tapped person counts as infected from the tap on, and is handed to the engine at the end of
/// the step that is being computed (or of the last one, if none is): as an introduction of that
/// step, acting from the next one on. Until then, and only until then, the tap can be undone.
package final class LiveSession: @unchecked Sendable {
  // @unchecked: `engine` is touched on `queue` only; everything else is in `state`.

  /// A person or a swipe's people, under the number the page gave it.
  package struct Tap: Sendable {
    package var number: Int
    package var people: [Int32]
  }

  package struct State: Sendable {
    package var parameters: Parameters
    package var scenario: Scenario
    /// Counts starts and resets; a frame of an earlier run means nothing to a later one.
    package var run = 0
    package var log = InfectionLog()
    /// Whether a person is infected or tapped, by person.
    package var isTaken: [Bool] = []
    /// The engine's own count behind the log's last step, for comparison.
    package var engineCount = 0
    /// Taps not handed to the engine yet.
    package var waiting: [Tap] = []
    /// Taps being handed over: too late to undo.
    package var entering: [Int32] = []
    /// What was handed over, by step, in order.
    package var introduced: [(step: Int, people: [Int32])] = []
    package var isPlaying = false
    package var isComputing = false
    package var isReady = false
    package var pace: Pace = .every(.seconds(1))
    package var stop: StopReason?
    /// Single steps asked for while another was being computed.
    package var stepsOwed = 0
    /// The last step a page has shown.
    package var shownStep = 0
    /// Whether the next step waits for a page to show the last one.
    package var awaitsShown = false
    /// Grows with every change of play, pause and pace; a timer of an earlier one is void.
    package var beatNumber = 0

    package var tapped: [Int32] { entering + waiting.flatMap(\.people) }
  }

  package let name: String
  private let delay: Duration
  private let state: Mutex<State>
  private let watchers = Mutex<[ObjectIdentifier: @Sendable () -> Void]>([:])
  private let queue = DispatchQueue(label: "spreadlab.live.session")
  private var engine: Simulator?

  /// - Parameter delay: waits this long within every step, for tests.
  package init(name: String, parameters: Parameters, scenario: Scenario, delay: Duration) {
    self.name = name
    self.delay = delay
    state = Mutex(State(parameters: parameters, scenario: scenario))
    begin(parameters, scenario)
  }

  // MARK: What pages see

  /// Runs `body` with the state locked; keep it short.
  package func read<Result: Sendable>(_ body: (State) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Calls `notify` after every change, from any thread, until `unwatch`.
  package func watch(_ watcher: AnyObject, _ notify: @escaping @Sendable () -> Void) {
    watchers.withLock { $0[ObjectIdentifier(watcher)] = notify }
  }

  package func unwatch(_ watcher: AnyObject) {
    watchers.withLock { $0[ObjectIdentifier(watcher)] = nil }
  }

  package var isWatched: Bool { watchers.withLock { !$0.isEmpty } }

  private func notify() {
    for notify in watchers.withLock({ Array($0.values) }) { notify() }
  }

  // MARK: What pages ask for

  /// Starts anew with these parameters, at step 0, not playing.
  package func begin(_ parameters: Parameters, _ scenario: Scenario) {
    restore(parameters, scenario, introduced: [], step: 0)
  }

  /// Starts anew and goes through a session that was played before, up to `step`.
  package func restore(
    _ parameters: Parameters, _ scenario: Scenario,
    introduced: [(step: Int, people: [Int32])], step: Int
  ) {
    let run = state.withLock { state in
      let next = state.run + 1
      let pace = Pace(period: parameters.period)
      let beat = state.beatNumber + 1
      state = State(parameters: parameters, scenario: scenario, run: next, pace: pace)
      state.beatNumber = beat
      state.isTaken = [Bool](repeating: false, count: scenario.grid.people)
      return next
    }
    queue.async { self.prepare(run: run, scenario, introduced: introduced, step: step) }
    notify()
  }

  package func setPlaying(_ isPlaying: Bool) {
    let changed = state.withLock { state in
      guard state.isPlaying != isPlaying else { return false }
      state.isPlaying = isPlaying && !state.hasEnded
      state.stepsOwed = 0
      return true
    }
    if changed { restartBeat() }
  }

  /// One step, if the session is not playing.
  package func requestStep() {
    let accepted = state.withLock { state in
      guard !state.isPlaying, state.stepsOwed < 1_000 else { return false }
      state.stepsOwed += 1
      return true
    }
    guard accepted else { return }
    queue.async {
      let isOwed = self.state.withLock { state in
        guard state.stepsOwed > 0 else { return false }
        state.stepsOwed -= 1
        return true
      }
      if isOwed { self.advance() }
    }
  }

  /// - Parameter period: seconds per step, 0 for as fast as possible.
  package func setPeriod(_ period: Double) {
    state.withLock {
      $0.parameters.period = period
      $0.pace = Pace(period: period)
    }
    restartBeat()
  }

  /// Takes those of `people` that are healthy and not tapped yet, also before the session is
  /// ready; returns them.
  package func tap(_ people: [Int], number: Int) -> [Int32] {
    let taken = state.withLock { state in
      var taken: [Int32] = []
      for person in people
      where state.isTaken.indices.contains(person) && !state.isTaken[person] {
        state.isTaken[person] = true
        taken.append(Int32(person))
      }
      if let last = state.waiting.indices.last, state.waiting[last].number == number {
        state.waiting[last].people += taken  // the same swipe goes on
      } else if !taken.isEmpty {
        state.waiting.append(Tap(number: number, people: taken))
      }
      return taken
    }
    if !taken.isEmpty { notify() }
    return taken
  }

  /// Taps `count` healthy people chosen at random, or all if fewer are left; returns how many.
  ///
  /// The choice is the system's: it is kept with the session as a list of people, so a saved
  /// session does not need to repeat it.
  package func tapAtRandom(_ count: Int, number: Int) -> Int {
    let chosen = state.withLock { state -> Int in
      guard state.isReady else { return 0 }
      var healthy: [Int32] = []
      for (person, isTaken) in state.isTaken.enumerated() where !isTaken {
        healthy.append(Int32(person))
      }
      let chosen = min(max(0, count), healthy.count)
      for place in 0..<chosen {
        healthy.swapAt(place, Int.random(in: place..<healthy.count))
        state.isTaken[Int(healthy[place])] = true
      }
      if chosen > 0 {
        state.waiting.append(Tap(number: number, people: Array(healthy.prefix(chosen))))
      }
      return chosen
    }
    if chosen > 0 { notify() }
    return chosen
  }

  /// Takes the last tap back that the engine has not got yet; returns its number, or nil if there
  /// is none.
  package func undo() -> Int? {
    let undone = state.withLock { state -> Int? in
      guard let tap = state.waiting.popLast() else { return nil }
      for person in tap.people { state.isTaken[Int(person)] = false }
      return tap.number
    }
    if undone != nil { notify() }
    return undone
  }

  /// A page has shown all steps up to `step`.
  package func shown(run: Int, step: Int) {
    let goesOn = state.withLock { state in
      guard state.run == run else { return false }
      state.shownStep = max(state.shownStep, step)
      return state.awaitsShown && state.isShown
    }
    if goesOn { restartBeat() }
  }

  // MARK: On the queue

  private func prepare(
    run: Int, _ scenario: Scenario, introduced: [(step: Int, people: [Int32])], step: Int
  ) {
    guard let seed = state.withLock({ $0.run == run ? $0.parameters.seed : nil }) else { return }
    let engine = Simulator(scenario)
    self.engine = engine
    engine.begin(RunKey(seed: UInt64(seed), point: nil, replicate: 0))
    record(run, engine) { $0.log.extendStep($1.newlyInfected) }
    var rest = introduced[...]
    while true {
      while let next = rest.first, next.step <= engine.currentStep {
        hand(over: next.people, run, engine)
        rest.removeFirst()
      }
      guard engine.currentStep < step, engine.stopReason == nil else { break }
      guard compute(run, engine) else { return }
    }
    state.withLock { state in
      guard state.run == run else { return }
      // Tapped before it was known who is infected at the start.
      if !state.waiting.isEmpty { state.dropWaiting(Set(state.log.people)) }
      state.isReady = true
    }
    notify()
  }

  /// Writes what the engine did into the state; false if the state has begun another run.
  @discardableResult
  private func record(
    _ run: Int, _ engine: Simulator, _ body: (inout State, Simulator) -> Void
  ) -> Bool {
    state.withLock { state in
      guard state.run == run else { return false }
      let known = state.log.count
      body(&state, engine)
      for person in state.log.people[known...] { state.isTaken[Int(person)] = true }
      state.engineCount = engine.infected
      state.stop = engine.stopReason
      return true
    }
  }

  /// Hands people to the engine at the end of its current step.
  private func hand(over people: [Int32], _ run: Int, _ engine: Simulator) {
    let accepted = engine.infect(people.map { Int($0) })
    record(run, engine) { state, engine in
      state.entering = []
      guard !accepted.isEmpty else { return }
      state.introduced.append((engine.currentStep, accepted.map { Int32($0) }))
      state.log.extendStep(accepted)
    }
  }

  private func compute(_ run: Int, _ engine: Simulator) -> Bool {
    engine.step()
    return record(run, engine) { state, engine in
      state.log.appendStep(engine.newlyInfected)
      guard !state.waiting.isEmpty else { return }
      // Tapped while the step was computed, and infected by it: nothing is left to hand over.
      state.dropWaiting(Set(engine.newlyInfected.map { Int32($0) }))
    }
  }

  /// Hands the waiting taps over and computes one step, if anything can change.
  private func advance() {
    let begun = state.withLock { state -> (run: Int, people: [Int32])? in
      guard state.isReady else { return nil }
      state.entering = state.waiting.flatMap(\.people)
      state.waiting = []
      state.isComputing = true
      return (state.run, state.entering)
    }
    guard let begun, let engine else { return }
    if !begun.people.isEmpty { hand(over: begun.people, begun.run, engine) }
    if engine.stopReason == nil {
      notify()
      wait(delay, during: begun.run)
      _ = compute(begun.run, engine)
    }
    state.withLock { state in
      guard state.run == begun.run else { return }
      state.isComputing = false
      if state.hasEnded { state.isPlaying = false }
    }
    notify()
  }

  private func wait(_ time: Duration, during run: Int) {
    let end = ContinuousClock.now + time
    while ContinuousClock.now < end, state.withLock({ $0.run == run }) { usleep(5_000) }
  }

  // MARK: The beat

  /// Voids the timer that runs and, if the session plays, starts another from now.
  private func restartBeat() {
    let start = state.withLock { state -> (number: Int, pace: Pace)? in
      state.beatNumber += 1
      state.awaitsShown = false
      return state.isPlaying ? (state.beatNumber, state.pace) : nil
    }
    notify()
    guard let start else { return }
    switch start.pace {
    case .every(let period):
      tick(start.number, Beat(start: .now, period: period))
    case .asShown:
      queue.async { self.step(start.number) }
    }
  }

  private func tick(_ number: Int, _ beat: Beat) {
    var beat = beat
    let due = beat.next(after: .now)
    let next = beat
    let wait = due - .now
    queue.asyncAfter(deadline: .now() + .nanoseconds(Int(wait / .nanoseconds(1)))) {
      guard self.state.withLock({ $0.beatNumber == number && $0.isPlaying }) else { return }
      self.advance()
      self.tick(number, next)
    }
  }

  /// One step of the pace that waits for the page. Without a page, or if it shows nothing for a
  /// while, the session goes on slowly by itself.
  private func step(_ number: Int) {
    guard state.withLock({ $0.beatNumber == number && $0.isPlaying }) else { return }
    let before = state.withLock { $0.log.step }
    advance()
    let goesOn = state.withLock { state in
      state.awaitsShown = state.beatNumber == number
      return state.awaitsShown && state.isShown && state.log.step > before
    }
    if goesOn { return restartBeat() }
    queue.asyncAfter(deadline: .now() + .milliseconds(250)) {
      if self.state.withLock({ $0.awaitsShown }) { self.step(number) }
    }
  }
}

extension LiveSession.State {
  /// Whether nothing a page does can change anything any more.
  package var hasEnded: Bool { stop == .allInfected || stop == .maxSteps }

  /// Forgets taps of people who are infected.
  fileprivate mutating func dropWaiting(_ infected: Set<Int32>) {
    for index in waiting.indices {
      waiting[index].people.removeAll { infected.contains($0) }
    }
    waiting.removeAll(where: \.people.isEmpty)
  }

  /// Whether a page has shown all but the last step: so the next one is computed and sent while
  /// the last one is painted, and a screen's every refresh can show a new step.
  fileprivate var isShown: Bool { shownStep >= log.step - 1 }
}
