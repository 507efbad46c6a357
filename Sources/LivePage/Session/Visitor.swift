import SpreadModel
import Synchronization

/// One page: takes its messages, and says what it does not know yet.
///
/// Only changes travel, and what is sent is made when the connection can take it: a slow browser
/// gets fewer and larger frames, always up to the newest state, and nothing piles up. At most
/// two frames are on their way before the page has said that it has shown one.
final class Visitor: Sendable {
  private struct State {
    var session: LiveSession?
    var watched: WatchedRun?
    var cursor = ChangeFrame.Cursor()
    /// The run the cursor belongs to; 0 for a watched one.
    var run = 0
    var framesInFlight = 0
    var sentStatus: Answer.Status?
    /// The taps the page knows; nil to say them again.
    var sentTaps: [Int32]? = []
    var sentIntroductions = 0
    var outbox: [[UInt8]] = []
    var outboxBytes = 0
    var restoring: Restoring?
    var hasLeft = false
  }

  private struct Restoring {
    var parameters: Parameters
    var step: Int
    var isPlaying: Bool
    var introduced: [(step: Int, people: [Int32])] = []
    var people = 0
  }

  /// Bytes of answers that may wait for a page that does not read.
  private static let outboxLimit = 32 << 20
  private static let framesInFlightLimit = 2

  /// Says when `nextBytes` may have something.
  let wakes: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation
  private let lobby: Lobby
  private let state = Mutex(State())

  init(lobby: Lobby) {
    self.lobby = lobby
    (wakes, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// The connection has ended, or will when everything said is written.
  func leave() {
    let session = state.withLock { state in
      state.hasLeft = true
      defer { state.session = nil }
      return state.session
    }
    session?.unwatch(self)
    wakeUp.finish()
  }

  /// Sends a frame before anything else.
  func enqueue(_ frame: [UInt8]) {
    let isTooMuch = state.withLock { state in
      guard !state.hasLeft || frame.count < 200 else { return false }
      state.outbox.append(frame)
      state.outboxBytes += frame.count
      return state.outboxBytes > Self.outboxLimit
    }
    if isTooMuch { leave() } else { wakeUp.yield() }
  }

  // MARK: To the page

  /// What to write next; nil if the page knows everything.
  func nextBytes() -> [UInt8]? {
    state.withLock { state in
      if let first = popOutbox(&state) { return first }
      guard !state.hasLeft else { return nil }
      if let watched = state.watched {
        return frame(&state, log: watched.log, run: 0, infected: watched.log.count)
      }
      guard let session = state.session else { return nil }
      return news(&state, of: session)
    }
  }

  /// What is left to write after the end.
  func lastBytes() -> [UInt8]? { state.withLock { popOutbox(&$0) } }

  private func popOutbox(_ state: inout State) -> [UInt8]? {
    guard !state.outbox.isEmpty else { return nil }
    let first = state.outbox.removeFirst()
    state.outboxBytes -= first.count
    return first
  }

  private func frame(
    _ state: inout State, log: InfectionLog, run: Int, infected: Int
  ) -> [UInt8]? {
    let isBehind =
      state.cursor.isFresh || state.cursor.position < log.count || state.cursor.step < log.step
    guard isBehind, state.framesInFlight < Self.framesInFlightLimit else { return nil }
    let next = ChangeFrame.changes(of: log, run: run, infected: infected, after: state.cursor)
    state.cursor = next.cursor
    state.framesInFlight += 1
    return FrameWriter.binary(next.bytes)
  }

  /// The newest of what the page does not know, in the order in which it makes sense.
  private func news(_ state: inout State, of session: LiveSession) -> [UInt8]? {
    session.read { now -> [UInt8]? in
      if now.run != state.run {
        state.run = now.run
        state.cursor = ChangeFrame.Cursor()
        state.framesInFlight = 0
        state.sentStatus = nil
        state.sentTaps = []
        state.sentIntroductions = 0
        return Answer.frame(
          Answer.Opened(
            session: session.name, run: now.run, parameters: now.parameters,
            columns: now.scenario.grid.columns))
      }
      if state.sentIntroductions < now.introduced.count {
        let number = state.sentIntroductions
        let next = now.introduced[number]
        state.sentIntroductions += 1
        return Answer.frame(
          Answer.Introduced(run: now.run, number: number, step: next.step, people: next.people))
      }
      // Changes and taps leave together: a tap that became part of the log is never missing.
      var bytes =
        frame(&state, log: now.log, run: now.run, infected: now.engineCount) ?? []
      let tapped = now.tapped
      if tapped != state.sentTaps, state.cursor.position == now.log.count {
        state.sentTaps = tapped
        bytes += FrameWriter.binary(ChangeFrame.tapped(tapped, run: now.run))
      }
      let status = Answer.Status(
        run: now.run, playing: now.isPlaying, computing: now.isComputing, ready: now.isReady,
        period: now.parameters.period, stop: now.stop?.rawValue, ended: now.hasEnded,
        undoable: now.waiting.reduce(0) { $0 + $1.people.count })
      if status != state.sentStatus {
        state.sentStatus = status
        bytes += Answer.frame(status)
      }
      return bytes.isEmpty ? nil : bytes
    }
  }

  // MARK: From the page

  func receive(_ text: String) {
    do {
      try answer(Request(text))
    } catch let mistake as Parameters.Mistake {
      say(Answer.Problem(message: mistake.message, mistakes: [mistake]))
    } catch {
      say(Answer.Problem(message: "The page sent something this server does not understand."))
    }
  }

  /// Has the list of taps follow an answer, so that the page can forget what it assumed.
  private func repeatTaps() {
    state.withLock { $0.sentTaps = nil }
    wakeUp.yield()
  }

  private func say(_ answer: some Encodable) { enqueue(Answer.frame(answer)) }

  private func answer(_ request: Request) throws(Parameters.Mistake) {
    let session = state.withLock { $0.session }
    switch request {
    case .hello(let name, let run, let position, let step):
      greet(name, run: run, position: position, step: step)
    case .start(let parameters): try start(parameters)
    case .reset:
      guard let session else { return }
      let (parameters, scenario) = session.read { ($0.parameters, $0.scenario) }
      session.begin(parameters, scenario)
    case .play: session?.setPlaying(true)
    case .pause: session?.setPlaying(false)
    case .step: session?.requestStep()
    case .undo:
      say(Answer.Undone(number: session?.undo()))
      repeatTaps()
    case .period(let period):
      guard period == 0 || Parameters.Limits.period.contains(period) else {
        throw Parameters.Mistake(
          field: "period", message: "The period is from 0.1 to 10 seconds.")
      }
      session?.setPeriod(period)
    case .infect(let people, let number):
      let taken = session?.tap(people, number: number) ?? []
      say(Answer.Taken(number: number, count: taken.count))
      repeatTaps()
    case .infectRandom(let count, let number):
      let taken = session?.tapAtRandom(count, number: number) ?? 0
      say(Answer.Taken(number: number, count: taken))
      repeatTaps()
    case .shown(let run, let step): shown(run: run, step: step)
    case .point(let number): try describe(number)
    case .watch(let point, let replicate): watch(point, replicate)
    case .save:
      guard let session else { return }
      let saved = session.read { SavedSession($0) }
      say(Answer.Saved(name: saved.name, text: saved.json))
    case .restore(let parameters, let step, let isPlaying):
      _ = try lobby.scenario(for: parameters)
      state.withLock {
        $0.restoring = Restoring(parameters: parameters, step: step, isPlaying: isPlaying)
      }
    case .restoreTaps(let step, let people):
      addRestored(step: step, people: people)
    case .restoreEnd: try restore()
    }
  }

  private func greet(_ name: String?, run: Int?, position: Int, step: Int) {
    let known = name.flatMap { lobby.session(named: $0) }
    let rules = lobby.rules.map {
      Answer.Rule(
        name: $0.name, explanation: $0.explanation, neighborhood: $0.rule.neighborhood.rawValue)
    }
    let study = lobby.material.map {
      Answer.Welcome.Study(
        name: $0.studyName, points: $0.pointCount, results: $0.watch != nil,
        openPoint: $0.openPoint, openReplicate: $0.openReplicate)
    }
    say(Answer.Welcome(rules: rules, study: study, knows: known != nil))
    guard let known else { return }
    attach(known)
    // The page keeps what it has, if it is of this run.
    let keeps = known.read { now in
      now.run == run && (0...now.log.step).contains(step)
        && (0...now.log.count).contains(position)
    }
    guard keeps, let run else { return }
    state.withLock {
      $0.run = run
      $0.cursor = ChangeFrame.Cursor(position: position, step: step, isFresh: true)
      $0.sentIntroductions = 0
    }
    wakeUp.yield()
  }

  private func attach(_ session: LiveSession) {
    let old = state.withLock { state in
      defer {
        state.session = session
        state.watched = nil
        state.run = -1
        state.framesInFlight = 0
      }
      return state.session
    }
    if let old, old !== session {
      old.unwatch(self)
      old.setPlaying(false)
    }
    session.watch(self) { [wakeUp] in wakeUp.yield() }
    wakeUp.yield()
  }

  private func start(_ parameters: Parameters) throws(Parameters.Mistake) {
    let mistakes = parameters.mistakes(rules: lobby.rules)
    guard mistakes.isEmpty else {
      return say(Answer.Problem(message: "Some values cannot be used.", mistakes: mistakes))
    }
    let scenario = try lobby.scenario(for: parameters)
    if let session = state.withLock({ $0.session }) {
      session.begin(parameters, scenario)
      attach(session)
    } else if let session = try lobby.makeSession(parameters) {
      attach(session)
    } else {
      say(Answer.Problem(message: "Too many sessions are open: close another page first."))
    }
  }

  private func shown(run: Int, step: Int) {
    let session = state.withLock { state -> LiveSession? in
      guard run == state.run else { return nil }
      state.framesInFlight = max(0, state.framesInFlight - 1)
      return state.session
    }
    session?.shown(run: run, step: step)
    wakeUp.yield()
  }

  private func describe(_ number: Int) throws(Parameters.Mistake) {
    guard let point = lobby.material?.point(number) else {
      let last = (lobby.material?.pointCount ?? 0) - 1
      throw Parameters.Mistake(
        field: "point", message: "Points are whole numbers from 0 to \(last).")
    }
    say(Answer.Point(number: number, label: point.label, parameters: point.parameters))
  }

  private func watch(_ point: Int, _ replicate: Int) {
    guard let run = lobby.material?.watch?(point, replicate) else {
      return say(
        Answer.Problem(message: "There is no run of point \(point), replicate \(replicate)."))
    }
    let old = state.withLock { state in
      defer {
        state.session = nil
        state.watched = run
        state.run = 0
        state.cursor = ChangeFrame.Cursor()
        state.framesInFlight = 0
      }
      return state.session
    }
    old?.unwatch(self)
    old?.setPlaying(false)
    say(
      Answer.Watching(
        point: point, replicate: replicate, groupSize: run.grid.people,
        columns: run.grid.columns, rule: run.ruleName, label: run.label, period: run.period,
        steps: run.log.step, stop: run.stop.rawValue, equalsStored: run.equalsStored,
        band: run.band))
  }

  private func addRestored(step: Int, people: [Int]) {
    state.withLock { state in
      guard let restoring = state.restoring, step >= 0 else { return }
      let size = restoring.parameters.groupSize
      let valid = people.filter { (0..<size).contains($0) }.map { Int32($0) }
      guard restoring.people + valid.count <= size else { return }
      state.restoring?.people += valid.count
      state.restoring?.introduced.append((step, valid))
    }
  }

  private func restore() throws(Parameters.Mistake) {
    let taken = state.withLock { state in
      defer { state.restoring = nil }
      return state.restoring
    }
    guard let taken else { return }
    let scenario = try lobby.scenario(for: taken.parameters)
    guard let session = try lobby.makeSession(taken.parameters) else {
      return say(Answer.Problem(message: "Too many sessions are open: close another page first."))
    }
    session.restore(
      taken.parameters, scenario,
      introduced: taken.introduced.sorted { $0.step < $1.step },
      step: min(taken.step, Parameters.Limits.steps))
    if taken.isPlaying { session.setPlaying(true) }
    attach(session)
  }
}
