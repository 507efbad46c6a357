import Synchronization
import WorkStealing

extension CountedRuns {
  /// What `body` makes of 0..<count, in this order, on all threads.
  ///
  /// - Throws: what `body` threw first.
  func mapped<Value: Sendable>(
    _ count: Int, _ body: @Sendable (Int) throws -> Value
  ) throws -> [Value] {
    guard count > 1, threads > 1 else { return try (0..<count).map(body) }
    let values = Mutex([Value?](repeating: nil, count: count))
    let failure = Mutex<(any Error)?>(nil)
    let cancel = CancelToken()
    _ = WorkPool(workers: min(threads, count)).run(tasks: count, cancel: cancel) { _, task in
      do {
        let value = try body(task)
        values.withLock { $0[task] = value }
      } catch {
        failure.withLock { $0 = $0 ?? error }
        cancel.cancel()
      }
    }
    if let failure = failure.withLock({ $0 }) { throw failure }
    return values.withLock { $0.compactMap(\.self) }
  }
}
