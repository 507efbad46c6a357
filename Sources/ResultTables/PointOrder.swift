internal import Dispatch
internal import Synchronization
internal import WorkStealing

/// Makes the points of a study side by side and lets each put its text into the files in its turn.
///
/// Points are begun in their order, so the one whose turn it is has always been begun: nobody waits
/// for work that nobody does.
package final class PointOrder: Sendable {
  /// The point that may write.
  private let turn = Atomic(0)
  private let begun = Atomic(0)
  private let waiting = Mutex<[Int: DispatchSemaphore]>([:])
  private let failure = Mutex<(point: Int, error: any Error)?>(nil)

  /// Calls `body` for the points 0..<count.
  ///
  /// - Parameter body: is given the point; calls `waitForTurn` before it writes.
  /// - Throws: what `body` threw at the first point where it did; none is begun after that.
  package static func forEach(
    _ count: Int, threads: Int, _ body: @Sendable (_ point: Int, PointOrder) throws -> Void
  ) throws {
    let order = PointOrder()
    let workers = max(1, min(threads, count))
    _ = WorkPool(workers: workers).run(tasks: workers, cancel: CancelToken()) { _, _ in
      while order.failure.withLock({ $0 == nil }) {
        let point = order.begun.add(1, ordering: .relaxed).oldValue
        guard point < count else { return }
        do { try body(point, order) } catch { order.note(error, at: point) }
        order.waitForTurn(of: point)
        order.endTurn(of: point)
      }
    }
    if let failure = order.failure.withLock({ $0 }) { throw failure.error }
  }

  func hasTurn(_ point: Int) -> Bool { turn.load(ordering: .acquiring) == point }

  /// Returns when all points before have written; at once if they have.
  package func waitForTurn(of point: Int) {
    let gate: DispatchSemaphore? = waiting.withLock { waiting in
      if hasTurn(point) { return nil }
      let gate = DispatchSemaphore(value: 0)
      waiting[point] = gate
      return gate
    }
    gate?.wait()
  }

  private func endTurn(of point: Int) {
    waiting.withLock { waiting in
      turn.store(point + 1, ordering: .releasing)
      waiting.removeValue(forKey: point + 1)?.signal()
    }
  }

  private func note(_ error: any Error, at point: Int) {
    failure.withLock { failure in
      if failure.map({ point < $0.point }) ?? true { failure = (point, error) }
    }
  }
}
