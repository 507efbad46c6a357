import Dispatch
import StudyRuns
import WorkStealing

/// Looks ten times a second whether the task that makes runs was cancelled, and tells how far it is.
final class RunWatch: Sendable {
  private let queue = DispatchQueue(label: "spreadlab.watch")
  // Dispatch's timers are thread-safe but not marked Sendable; this one never changes.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  /// - Parameter task: nil outside of any; it must not end before `stop` returns.
  init(
    _ task: UnsafeCurrentTask?, _ cancel: CancelToken, _ meter: ProgressMeter,
    _ onProgress: (@Sendable (StudyProgress) -> Void)?
  ) {
    // Whether a task is cancelled may be asked by any thread.
    nonisolated(unsafe) let task = task
    if task?.isCancelled == true { cancel.cancel() }
    timer = DispatchSource.makeTimerSource(queue: queue)
    timer.schedule(deadline: .now() + 0.1, repeating: 0.1)
    timer.setEventHandler {
      if task?.isCancelled == true { cancel.cancel() }
      onProgress?(StudyProgress(meter.read()))
    }
    timer.resume()
  }

  /// Returns after the last report.
  func stop() {
    timer.cancel()
    queue.sync {}
  }
}
