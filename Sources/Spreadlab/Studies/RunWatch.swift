import StudyRuns
import WorkStealing

/// Looks ten times a second whether the task that makes runs was cancelled, and reports how far it is; neither
/// where the system starts no thread for it.
final class RunWatch: Sendable {
  private let timer: BackgroundTimer?

  /// - Parameter task: nil outside of any; it must not end before `stop` returns.
  init(
    _ task: UnsafeCurrentTask?, _ cancel: CancelToken, _ meter: ProgressMeter,
    _ onProgress: (@Sendable (StudyProgress) -> Void)?
  ) {
    // Whether a task is cancelled may be asked by any thread.
    nonisolated(unsafe) let task = task
    if task?.isCancelled == true { cancel.cancel() }
    timer = BackgroundTimer("spreadlab.watch", after: 0.1, repeats: true) {
      if task?.isCancelled == true { cancel.cancel() }
      onProgress?(StudyProgress(meter.read()))
    }
  }

  /// Returns after the last report.
  func stop() { timer?.stop() }
}
