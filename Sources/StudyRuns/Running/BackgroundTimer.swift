import Dispatch
import WorkStealing

/// Calls an action from a queue of its own: once, or again and again until it is stopped.
package final class BackgroundTimer: Sendable {
  private let queue: DispatchQueue
  // Dispatch's timers are thread-safe but not marked Sendable; this one never changes.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// Nil where the system starts no thread for it: Dispatch would wait for one for ever.
  ///
  /// - Parameters:
  ///   - label: of the queue, for debuggers.
  ///   - seconds: until the first call, and between calls where it repeats.
  package init?(
    _ label: String, after seconds: Double, repeats: Bool = false,
    _ action: @escaping @Sendable () -> Void
  ) {
    guard ThreadCount.isEnoughForTimers else { return nil }
    queue = DispatchQueue(label: label)
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + seconds, repeating: repeats ? seconds : .infinity)
    timer.setEventHandler(handler: action)
    timer.resume()
  }

  /// Returns when no call is under way and none will come.
  package func stop() {
    timer.cancel()
    queue.sync {}
  }
}
