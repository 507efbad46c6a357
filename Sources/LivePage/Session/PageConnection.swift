import Synchronization

/// One page: takes its messages (`PageConnection+Requests.swift`), and says what it does not know yet.
final class PageConnection: Sendable {
  private struct State {
    var view = PageView()
    var outbox = Outbox()
    var restoration: Restoration?
    var upload = SessionUpload()
    var work: Task<Void, Never>?
    var hasLeft = false
  }

  /// Says when `nextBytes` may have something.
  let wakes: AsyncStream<Void>
  private let wakeUp: AsyncStream<Void>.Continuation
  let registry: SessionRegistry
  /// No two connections have the same, also those of one page before and after it was loaded again.
  let id = UInt64.random(in: .min ... .max)
  private let state = Mutex(State())

  init(registry: SessionRegistry) {
    self.registry = registry
    (wakes, wakeUp) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
  }

  var hasLeft: Bool { state.withLock { $0.hasLeft } }

  /// The session the page looks at; nil while it looks at none.
  var session: LiveSession? { state.withLock { $0.view.session } }

  /// The curve of the stored run that the page looks at, as a table; nil while it looks at none.
  var storedCurve: String? { state.withLock { $0.view.storedCurve } }

  /// The connection has ended, or will when everything said is written.
  func leave() {
    let session = state.withLock { state in
      state.hasLeft = true
      state.work?.cancel()
      defer { state.view = PageView() }
      return state.view.session
    }
    session?.unwatch(self)
    wakeUp.finish()
  }

  /// Sends a frame before any news.
  func enqueue(_ frame: [UInt8]) {
    let isTooMuch = state.withLock { state in
      guard !state.hasLeft else { return false }
      state.outbox.append(frame)
      return state.outbox.isOverfull
    }
    if isTooMuch { leave() } else { wakeUp.yield() }
  }

  func say(_ answer: some Encodable) { enqueue(Answer.frame(answer)) }

  /// What to write next; nil if the page knows everything.
  func nextBytes() -> [UInt8]? {
    state.withLock { state in
      state.outbox.next() ?? (state.hasLeft ? nil : state.view.nextBytes())
    }
  }

  /// What is left to write after the end.
  func lastBytes() -> [UInt8]? { state.withLock { $0.outbox.next() } }

  /// Turns the page to something else. A session it turns away from is over, unless another page looks
  /// at it: this one does not come back to it.
  func look(_ makeView: () -> PageView) {
    let (old, new) = state.withLock { state -> (LiveSession?, LiveSession?) in
      guard !state.hasLeft else { return (nil, nil) }
      state.work?.cancel()
      let old = state.view.session
      state.view = makeView()
      return (old, state.view.session)
    }
    if let old, old !== new {
      old.unwatch(self)
      registry.forget(old)
    }
    new?.watch(self) { [wakeUp] in wakeUp.yield() }
    // Between the two the connection may have ended.
    if hasLeft { new?.unwatch(self) }
    wakeUp.yield()
  }

  /// Does what takes long beside the page's messages, instead of what it asked for before.
  func work(_ body: @escaping @Sendable () -> Void) {
    state.withLock { state in
      state.work?.cancel()
      guard !state.hasLeft else { return }
      state.work = Task(executorPreference: QueueExecutor()) { body() }
    }
  }

  /// What was asked for before is not wanted any more.
  func stopWork() { state.withLock { $0.work?.cancel() } }

  /// The page has painted a frame, and with it the log up to this step.
  func shown(run: Int, step: Int) {
    let session = state.withLock { state in
      state.view.hasShown(run: run) ? state.view.session : nil
    }
    session?.shown(run: run, step: step)
    wakeUp.yield()
  }

  /// Has the list of taps follow an answer.
  func repeatTaps() {
    state.withLock { $0.view.repeatTaps() }
    wakeUp.yield()
  }

  /// Takes a part of the files of a saved session.
  func withUpload<Result>(_ body: (inout sending SessionUpload) -> sending Result) -> Result {
    state.withLock { body(&$0.upload) }
  }

  /// Begins, goes on with or ends a restoration.
  func withRestoration<Result>(_ body: (inout sending Restoration?) -> sending Result) -> Result {
    state.withLock { body(&$0.restoration) }
  }
}
