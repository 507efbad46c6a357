internal import Synchronization

/// A request to stop, seen by all workers; once made, it stays.
package final class CancelToken: Sendable {
  private let flag = Atomic(false)

  package init() {}

  /// Asks to stop. Safe from any thread and from a Dispatch signal source.
  package func cancel() { flag.store(true, ordering: .releasing) }

  package var isCancelled: Bool { flag.load(ordering: .acquiring) }
}
