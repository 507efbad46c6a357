package import SpreadEngine
package import SpreadModel

/// One group of people being played with, as a state that events change: no clock, no engine, no
/// lock. `LiveSession` has those, and does what the state asks for.
///
/// A tapped person counts as infected from the tap on, and is handed to the engine at the end of
/// the step that is being computed (or of the last one, if none is): as an introduction of that
/// step, acting from the next one on. Until then, and only until then, the tap can be undone.
package struct SessionState: Sendable {
  /// A person or a swipe's people, under the number the page gave it.
  package struct Tap: Sendable {
    package var number: Int
    package var people: [Int32]
  }

  /// What the engine says of itself after a step or a hand-over.
  package struct EngineCount: Sendable {
    package var infected: Int
    package var stop: StopReason?
    /// The response `reproduction_number`, as far as the run has gone.
    package var reproductionNumber: Double?

    package init(
      infected: Int, stop: StopReason?, reproductionNumber: Double? = nil
    ) {
      self.infected = infected
      self.stop = stop
      self.reproductionNumber = reproductionNumber
    }
  }

  package private(set) var parameters: Parameters
  /// Without what was painted.
  package private(set) var scenario: Scenario
  /// Who was made immune before the first step.
  package internal(set) var paint: Paint
  /// Where people are drawn; nil while it is not known, and where they stand in rows.
  package internal(set) var network: NetworkPicture?
  /// Whether the engine has not begun with that paint.
  package internal(set) var needsRestart = false
  package internal(set) var interventions = SessionInterventions()
  /// Counts starts and resets; a frame of an earlier run means nothing to a later one.
  package private(set) var run: Int
  package private(set) var log = StateLog()
  /// Behind the log's last step, by person.
  package private(set) var states: [PersonState]
  /// Whether a person is tapped or not healthy, by person.
  package private(set) var isTaken: [Bool]
  /// The engine's own count behind the log's last step, for comparison.
  package private(set) var engineCount = 0
  /// The response `reproduction_number` after each step; nil where the session's study has none.
  package private(set) var reproductionNumbers: [Double?] = [nil]
  /// Taps not handed to the engine yet.
  package private(set) var waiting: [Tap] = []
  /// Taps being handed over: too late to undo.
  package private(set) var entering: [Int32] = []
  /// Who was infected at the start, before any tap.
  package internal(set) var started: [Int32] = []
  /// What was handed over, by step, in order.
  package private(set) var introduced: [(step: Int, people: [Int32])] = []
  /// What a session that is repeated has not got yet, and up to which step it goes.
  package private(set) var ahead: (taps: ArraySlice<(step: Int, people: [Int32])>, step: Int) =
    ([], 0)
  /// Whether nobody can reach it any more.
  package private(set) var isForgotten = false
  package private(set) var isPlaying = false
  package private(set) var isComputing = false
  package private(set) var isReady = false
  package private(set) var stop: StopReason?
  /// Whether the first step has begun: from then on it is known who is infected at the start.
  package private(set) var hasBegun = false
  /// Whether runs of the same settings are to be made, too.
  package private(set) var wantsEnsemble = true
  /// Those that have been made; nil before the first step, and where they are not wanted.
  package private(set) var ensemble: Ensemble?
  /// When the steps of a playing session are due.
  package private(set) var beat: SessionBeat
  /// Single steps asked for while another was being computed.
  private var stepsOwed = 0
  /// The last step a page has shown.
  private var shownStep = 0
  /// Whether the next step waits for a page to show the last one.
  package private(set) var awaitsShown = false
  /// Whether another group goes by this session's clock.
  private let hasOther: Bool
  /// Whether that group's infection may still change; also before anybody has looked.
  private var otherGoesOn: Bool

  package init(
    _ parameters: Parameters, _ scenario: Scenario, hasOther: Bool = false, run: Int = 1
  ) {
    self.hasOther = hasOther
    otherGoesOn = hasOther
    self.parameters = parameters
    self.scenario = scenario
    paint = Paint(scenario)
    self.run = run
    beat = SessionBeat(number: 1, pace: nil)
    states = [PersonState](repeating: .healthy, count: scenario.grid.people)
    isTaken = [Bool](repeating: false, count: scenario.grid.people)
  }

  /// Everybody tapped who is not part of the log.
  package var tapped: [Int32] { entering + waiting.flatMap(\.people) }
  /// People whose taps or paint can be undone.
  package var undoable: Int {
    waiting.reduce(0) { $0 + $1.people.count } + introduced.reduce(0) { $0 + $1.people.count }
      + (log.step == 0 ? paint.strokes.count : 0)
  }
  /// The log with those who are tapped, as the page shows it.
  package var shown: StateLog {
    var log = log
    let newcomer = scenario.course.hasLatency ? PersonState.latent : .infectious
    log.extendStep(
      tapped.filter { states[Int($0)] == .healthy }
        .map { StateChange(Int($0), from: .healthy, to: newcomer) })
    return log
  }
  /// The curve of the page, as a table.
  package var curveTable: String { shown.table(tracksPeople: tracksPeople) }
  /// Whether nothing a page does can change anything any more.
  package var hasEnded: Bool { isOver && !otherGoesOn }
  /// The same for this group alone.
  package var isOver: Bool { stop == .maxSteps || stop != nil && !hasHealthyPeople }
  /// The last step, or where a session that is repeated will stand.
  package var lastStep: Int { max(log.step, ahead.step) }
  /// Whether people were tapped at later steps of a session that is repeated.
  package var awaitsTaps: Bool { ahead.taps.contains { $0.step <= ahead.step } }
  /// All that was done, also where it is still to be repeated.
  package var recipe: SessionRecipe {
    SessionRecipe(
      parameters, scenario, paint: paint, introduced: introduced + ahead.taps,
      interventions: interventions)
  }
  /// What is simulated.
  package var painted: Scenario { paint.applied(to: scenario) }
  /// Whether people may be latent or immune.
  package var tracksPeople: Bool { scenario.tracksPeople || paint.count > 0 }
  private var hasHealthyPeople: Bool {
    Int(log.counts[log.step][.healthy]) + states.count > 0
  }

  // MARK: What pages ask for

  /// Starts anew, at step 0, not playing and not ready.
  ///
  /// - Parameter step: up to which the recipe is repeated.
  package mutating func begin(_ recipe: SessionRecipe, step: Int = 0) {
    let (beat, wantsEnsemble) = (beat.number + 1, wantsEnsemble)
    self = SessionState(recipe.parameters, recipe.scenario, hasOther: hasOther, run: run + 1)
    self.wantsEnsemble = wantsEnsemble
    self.beat = SessionBeat(number: beat, pace: nil)
    interventions = recipe.interventions
    ahead = (recipe.introduced[...], step)
    if let paint = recipe.paint { self.paint = paint }
  }

  /// Nobody can reach it any more: what is still computed belongs to no run.
  package mutating func forget() {
    setPlaying(false)
    isForgotten = true
    run += 1
  }

  package mutating func setPlaying(_ isPlaying: Bool) {
    guard self.isPlaying != isPlaying else { return }
    self.isPlaying = isPlaying && !hasEnded
    stepsOwed = 0
    restartBeat()
  }

  /// - Parameter period: seconds per step, 0 for as fast as possible.
  package mutating func setPeriod(_ period: Double) {
    parameters.period = period
    restartBeat()
  }

  /// Asks for one step; false if the session plays or owes too many already.
  package mutating func oweStep() -> Bool {
    guard !isPlaying, stepsOwed < 1_000 else { return false }
    stepsOwed += 1
    return true
  }

  /// Takes those of `people` that are healthy and not tapped yet, also before the session is
  /// ready; returns them. Where time stands still it runs from the first of them on.
  package mutating func tap(_ people: [Int], number: Int) -> [Int32] {
    var taken: [Int32] = []
    for person in people where isTaken.indices.contains(person) && !isTaken[person] {
      isTaken[person] = true
      taken.append(Int32(person))
    }
    if isPlaying, stop != nil, entering.isEmpty, waiting.isEmpty, !taken.isEmpty { restartBeat() }
    if let last = waiting.indices.last, waiting[last].number == number {
      waiting[last].people += taken  // the same swipe goes on
    } else if !taken.isEmpty {
      waiting.append(Tap(number: number, people: taken))
    }
    return taken
  }

  /// Takes the last tap back that the engine has not got yet; returns its number, or nil if there
  /// is none.
  package mutating func undoTap() -> Int? {
    guard let tap = waiting.popLast() else { return nil }
    for person in tap.people { isTaken[Int(person)] = false }
    return tap.number
  }

  /// A page has shown all steps up to `step`.
  package mutating func shown(run: Int, step: Int) {
    guard self.run == run else { return }
    shownStep = max(shownStep, step)
    if awaitsShown && isShown { restartBeat() }
  }

  /// - Parameter isWanted: whether runs of the same settings are to be made.
  package mutating func setEnsemble(_ isWanted: Bool) {
    wantsEnsemble = isWanted
    if !isWanted { ensemble = nil }
  }

  /// Runs of the same settings have been made: more than before, unless they are made anew.
  package mutating func take(_ ensemble: Ensemble) {
    if wantsEnsemble, ensemble.finished >= self.ensemble?.finished ?? 0 { self.ensemble = ensemble }
  }

  /// Whether runs of the same settings are wanted that have not been made.
  package var lacksRuns: Bool {
    wantsEnsemble && hasBegun && !isForgotten && ensemble.map { $0.finished < $0.planned } ?? true
  }

  // MARK: What the engine did

  /// The engine stands at the last step of a session that begins, or of one that was restored.
  ///
  /// - Parameter otherGoesOn: as `endStep` has it.
  package mutating func becomeReady(otherGoesOn: Bool? = nil) {
    // Tapped before it was known who is infected at the start.
    dropWaiting()
    interventions.forget(after: log.step)
    ahead = ([], 0)
    if let otherGoesOn { self.otherGoesOn = otherGoesOn }
    isReady = true
  }

  /// Whether a step that was owed may be made now; it is owed no longer.
  package mutating func paysStep() -> Bool {
    guard stepsOwed > 0 else { return false }
    stepsOwed -= 1
    return true
  }

  /// A step begins: the waiting taps are handed over, and can be undone no longer; so are the waiting
  /// interventions. Nil if the session is not ready.
  ///
  /// - Returns: with `interventions`, all of them; nil if none waited.
  package mutating func beginStep() -> (run: Int, people: [Int32], interventions: [Intervention]?)?
  {
    guard isReady else { return nil }
    entering = waiting.flatMap(\.people)
    waiting = []
    isComputing = true
    let areNews = interventions.handOver(at: log.step)
    return (run, entering, areNews ? interventions.list() : nil)
  }

  /// The engine begins the first step.
  package mutating func beginFirstStep() { hasBegun = true }

  /// People infected or immune at the start.
  package mutating func startedWith(_ changes: [StateChange], _ count: EngineCount) {
    started = changes.filter { $0.new != .immune }.map { Int32($0.person) }
    extendLog(changes, count)
  }

  /// The engine took these of the people handed over to it at the end of its step.
  package mutating func handedOver(
    _ people: [Int], at step: Int, _ changes: [StateChange], _ count: EngineCount
  ) {
    for person in entering { isTaken[Int(person)] = states[Int(person)] != .healthy }
    entering = []
    ahead.taps = ahead.taps.dropFirst()
    if !people.isEmpty { introduced.append((step, people.map { Int32($0) })) }
    extendLog(changes, count)
  }

  /// The engine judged interventions at the end of the last step.
  package mutating func closedStep(_ changes: [StateChange], _ count: EngineCount) {
    extendLog(changes, count)
    // Tapped in the meantime, and made immune.
    dropWaiting()
  }

  /// The engine made a step.
  package mutating func stepped(_ changes: [StateChange], _ count: EngineCount) {
    log.appendStep([])
    extendLog(changes, count)
    // Tapped while the step was computed, and infected by it: nothing is left to hand over.
    dropWaiting()
  }

  /// - Parameter otherGoesOn: whether the other group's infection may still change.
  package mutating func endStep(otherGoesOn: Bool = false) {
    isComputing = false
    self.otherGoesOn = otherGoesOn
    if hasEnded { isPlaying = false }
  }

  /// Enough for a page to catch up by changes in less than its states would take.
  private var entriesKept: Int { max(states.count, ChangeFrame.peopleLimit) }

  mutating func extendLog(_ changes: [StateChange], _ count: EngineCount) {
    write(changes)
    if reproductionNumbers.count <= log.step { reproductionNumbers.append(nil) }
    reproductionNumbers[log.step] = count.reproductionNumber
    engineCount = count.infected
    stop = count.stop
  }

  mutating func write(_ changes: [StateChange]) {
    log.extendStep(changes)
    log.forget(beyond: entriesKept)
    for change in changes {
      states[change.person] = change.new
      isTaken[change.person] = change.new != .healthy
    }
  }

  /// Forgets taps of people who are not healthy any more.
  mutating func dropWaiting() {
    for index in waiting.indices {
      waiting[index].people.removeAll { states[Int($0)] != .healthy }
    }
    waiting.removeAll(where: \.people.isEmpty)
  }

  // MARK: The beat

  /// Whether the session plays to the beat of that number; others are void.
  package func isDue(_ number: Int) -> Bool { beat.number == number && isPlaying }

  /// A step of the pace that waits for the page was made, or could not be: the next one is due as
  /// soon as a page has shown all but the last.
  ///
  /// - Parameter before: the step the session stood at.
  /// - Returns: whether it is still waited for.
  package mutating func awaitShown(_ number: Int, since before: Int) -> Bool {
    awaitsShown = beat.number == number
    if awaitsShown, isShown, log.step > before { restartBeat() }
    return awaitsShown
  }

  /// Whether a page has shown all but the last step: so the next one is computed and sent while
  /// the last one is painted, and a screen's every refresh can show a new step.
  private var isShown: Bool { shownStep >= log.step - 1 }

  /// Voids the beat that runs; a playing session gets another, from now on.
  private mutating func restartBeat() {
    awaitsShown = false
    beat = SessionBeat(
      number: beat.number + 1, pace: isPlaying ? Pace(period: parameters.period) : nil)
  }
}
