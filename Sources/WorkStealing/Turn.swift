package import Dispatch
internal import Synchronization

/// When one of many parts that are made side by side may write: after those before it.
///
/// Not `Sendable`: whoever makes the part owns it.
package final class Turn {
  /// Signaled when the part before has ended; nil: it has.
  private var before: DispatchSemaphore?

  /// - Parameter before: nil: there is none.
  package init(after before: DispatchSemaphore? = nil) { self.before = before }

  package var hasCome: Bool {
    if before?.wait(timeout: .now()) == .success { before = nil }
    return before == nil
  }

  /// Returns when the turn has come; at once if it has.
  package func wait() {
    before?.wait()
    before = nil
  }

  /// Calls `body` for the parts 0..<count, many at a time.
  ///
  /// Parts are begun in their order, so the one whose turn it is has always been begun: nobody waits
  /// for work that nobody does.
  /// - Parameter body: waits for its turn before it writes.
  /// - Throws: what `body` threw at the first part where it did; none is begun after its turn.
  package static func forEach(
    _ count: Int, threads: Int, _ body: @Sendable (_ part: Int, Turn) throws -> Void
  ) throws {
    let begun = Mutex<(count: Int, last: DispatchSemaphore?)>((0, nil))
    let failure = Mutex<(any Error)?>(nil)
    let workers = max(1, min(threads, count))
    _ = WorkPool(workers: workers).run(tasks: workers, cancel: CancelToken()) { _, _ in
      while failure.withLock({ $0 == nil }) {
        let end = DispatchSemaphore(value: 0)
        let (part, before) = begun.withLock { begun in
          defer { begun = (begun.count + 1, end) }
          return begun
        }
        guard part < count else { return }
        let turn = Turn(after: before)
        let outcome = Result { try body(part, turn) }
        turn.wait()
        if case .failure(let error) = outcome { failure.withLock { $0 = $0 ?? error } }
        end.signal()
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
