import SpreadEngine
import SpreadModel

/// What one page looks at, and how much of it the page knows.
///
/// Only changes travel, and what is sent is made when the connection can take it: a slow browser
/// gets fewer and larger frames, always up to the newest state, and nothing piles up. At most two
/// frames are on their way before the page has said that it has shown one.
///
/// A page that turns to something else gets another value as a whole: there is no moment at which
/// it looks at one run and is told of it from the place where it stood in another.
struct PageView: Sendable {
  enum Subject: Sendable {
    case nothing
    case session(LiveSession)
    case stored(WatchedRun)
  }

  /// How far a page knows a run of its session.
  struct Place: Sendable {
    var run: Int
    var position: Int
    var step: Int
  }

  static let framesInFlightLimit = 2

  let subject: Subject
  private var cursor = ChangeFrame.Cursor()
  /// The run the cursor belongs to; 0 for a stored one.
  private var run = 0
  private var framesInFlight = 0
  private var sentStatus: Answer.Status?
  /// The taps the page knows.
  private var sentTaps: [Int32] = []
  /// Whether they are to be said even if they are the same.
  private var owesTaps = false
  private var sentIntroductions = 0
  private var sentEnsemble: Ensemble?
  private var sentStrokes = 0
  /// Of the strokes.
  private var sentEdition = 0
  private var sentConditions: Answer.Conditions?
  private var hasSentNetwork = false
  /// What the page knows of the session's second group, if there is one.
  private var second: [PageView] = []

  init() { subject = .nothing }

  init(of stored: WatchedRun) { subject = .stored(stored) }

  /// - Parameter place: what the page has; it is kept if it is of the session's run.
  init(of session: LiveSession, keeping place: Place? = nil) {
    subject = .session(session)
    run = -1
    second = session.secondGroup.map { [PageView(of: $0)] } ?? []
    guard let place else { return }
    let isOfRun = session.read { now in
      now.run == place.run && now.log.has(position: place.position, within: place.step)
    }
    guard isOfRun else { return }
    run = place.run
    cursor = ChangeFrame.Cursor(position: place.position, step: place.step, isFresh: true)
    owesTaps = true
  }

  var session: LiveSession? {
    if case .session(let session) = subject { session } else { nil }
  }

  /// The curve of a stored run, as a table; nil if the page looks at none.
  var storedCurve: String? {
    guard case .stored(let run) = subject else { return nil }
    return run.log.table(
      tracksPeople: run.tracksPeople, point: run.point, replicate: run.replicate)
  }

  /// Has the list of taps said once more, so that the page can forget what it assumed.
  mutating func repeatTaps() {
    owesTaps = true
    for group in second.indices { second[group].repeatTaps() }
  }

  /// The page has painted a frame; false if it was of another run.
  mutating func hasShown(run: Int) -> Bool {
    guard run == self.run else {
      return second.indices.contains { second[$0].hasShown(run: run) }
    }
    framesInFlight = max(0, framesInFlight - 1)
    return true
  }

  /// What to write next; nil if the page knows everything.
  mutating func nextBytes() -> [UInt8]? {
    switch subject {
    case .nothing: nil
    case .stored(let stored):
      networkFrame(stored.network)
        ?? frame(stored.log, states: nil, infected: stored.log.infected(after: stored.log.step))
    case .session(let session):
      session.read { now in news(now, of: session) }?.frames ?? ensembleNews(of: session)
        ?? newsOfSecond()
    }
  }

  /// The next message to a page. It may name everybody: it is written when the session is not held
  /// any more.
  private enum News: Sendable {
    case message(any Encodable & Sendable)
    case frames([UInt8])

    var frames: [UInt8] {
      switch self {
      case .message(let message): Answer.frame(message)
      case .frames(let bytes): bytes
      }
    }
  }

  private mutating func frame(_ log: StateLog, states: [PersonState]?, infected: Int) -> [UInt8]? {
    let isBehind = cursor.isFresh || cursor.position < log.count || cursor.step < log.step
    guard isBehind, framesInFlight < Self.framesInFlightLimit else { return nil }
    let next = ChangeFrame.next(
      of: log, states: states, run: run, infected: infected, after: cursor)
    cursor = next.cursor
    framesInFlight += 1
    return FrameWriter.binary(next.bytes)
  }

  private mutating func networkFrame(_ network: NetworkPicture?) -> [UInt8]? {
    guard let network, !hasSentNetwork else { return nil }
    hasSentNetwork = true
    return FrameWriter.binary(ChangeFrame.network(network, run: run))
  }

  private mutating func newsOfSecond() -> [UInt8]? {
    second.isEmpty ? nil : second[0].nextBytes()
  }

  /// Written when there is nothing else to say, and without holding the session up: a band may be long.
  private mutating func ensembleNews(of session: LiveSession) -> [UInt8]? {
    let (run, ensemble) = session.read { ($0.run, $0.ensemble) }
    guard run == self.run, ensemble != sentEnsemble else { return nil }
    sentEnsemble = ensemble
    return Answer.frame(Answer.Ensemble(run: run, ensemble))
  }

  /// The newest of what the page does not know, in the order in which it makes sense.
  private mutating func news(_ now: SessionState, of session: LiveSession) -> News? {
    if now.run != run {
      self = PageView(of: session)
      run = now.run
      return .message(
        Answer.Opened(
          session: session.name, run: now.run, parameters: now.parameters,
          columns: now.scenario.grid.columns, places: Answer.Places(now.scenario),
          tracksPeople: now.tracksPeople,
          isCompared: session.secondGroup != nil, isSecond: session.isSecondGroup,
          file: session.file))
    }
    if let network = networkFrame(now.network) { return .frames(network) }
    if sentIntroductions < now.introduced.count {
      let number = sentIntroductions
      let next = now.introduced[number]
      sentIntroductions += 1
      return .message(
        Answer.Introduced(run: now.run, number: number, step: next.step, people: next.people))
    }
    if now.paint.edition != sentEdition {
      (sentEdition, sentStrokes) = (now.paint.edition, 0)
      guard !now.paint.strokes.isEmpty else {
        return .message(
          Answer.Painted(run: now.run, number: 0, gesture: 0, immune: false, people: []))
      }
    }
    if sentStrokes < now.paint.strokes.count {
      let number = sentStrokes
      let next = now.paint.strokes[number]
      sentStrokes += 1
      return .message(
        Answer.Painted(
          run: now.run, number: number, gesture: next.number, immune: next.isImmune,
          people: next.people))
    }
    let conditions = Answer.Conditions(now)
    if conditions != sentConditions {
      sentConditions = conditions
      return .message(conditions)
    }
    // Changes and taps leave together: a tap that became part of the log is never missing.
    var bytes = frame(now.log, states: now.states, infected: now.engineCount) ?? []
    let tapped = now.tapped
    if owesTaps || tapped != sentTaps, cursor.position == now.log.count {
      bytes += FrameWriter.binary(ChangeFrame.tapped(tapped, run: now.run, after: sentTaps))
      (sentTaps, owesTaps) = (tapped, false)
    }
    let status = Answer.Status(now)
    if status != sentStatus {
      sentStatus = status
      bytes += Answer.frame(status)
    }
    return bytes.isEmpty ? nil : .frames(bytes)
  }
}
