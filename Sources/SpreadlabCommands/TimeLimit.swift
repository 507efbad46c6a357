import Dispatch
import WorkStealing

/// Cancels when the time is up, from a queue of its own.
final class TimeLimit: Sendable {
  // Dispatch's timers are thread-safe but not marked Sendable; this one never changes.
  private nonisolated(unsafe) let timer: any DispatchSourceTimer

  init(seconds: Double, cancel: CancelToken) {
    timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "spreadlab.time-limit"))
    timer.schedule(deadline: .now() + seconds)
    timer.setEventHandler { cancel.cancel() }
    timer.resume()
  }
}
