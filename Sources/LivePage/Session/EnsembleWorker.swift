import Dispatch
import Foundation
import Glibc
package import StudyFiles
import Synchronization

/// Makes a session's ensembles, one after the other, on a thread of low priority: the session's own
/// steps and the pages' messages come first.
package final class EnsembleWorker: Sendable {
  /// One ensemble that is made or waits for its turn.
  private final class Job: Sendable {
    let study: @Sendable () -> Study
    let tell: @Sendable (Ensemble) -> Void
    let isCancelled = Atomic(false)

    init(_ study: @escaping @Sendable () -> Study, _ tell: @escaping @Sendable (Ensemble) -> Void) {
      (self.study, self.tell) = (study, tell)
    }
  }

  /// The last job, until it is done or cancelled.
  private struct Last {
    var job: Job?
    var isWaiting = false
    var hasThread = false
  }

  /// What the thread shares with the worker, which may be gone before.
  private final class Turns: Sendable {
    let last = Mutex(Last())
    /// Calls `tell`, which takes locks: the thread of low priority may stand still for seconds, and must hold none.
    let telling = DispatchQueue(label: "spreadlab.live.ensembles")

    /// The next job; nil: there is none, and the thread ends.
    func next() -> Job? {
      last.withLock { last in
        if !last.isWaiting { last = Last() }
        last.isWaiting = false
        return last.job
      }
    }

    func work() {
      // Of this thread alone, on Linux. If it is refused, the runs are made all the same. With 19 they would
      // stand still on a machine that is busy with other work.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 10)
      while let job = next() {
        let isCancelled = { @Sendable in job.isCancelled.load(ordering: .relaxed) }
        Ensemble.make(job.study(), isCancelled: isCancelled) { ensemble in
          telling.async { if !isCancelled() { job.tell(ensemble) } }
        }
      }
    }
  }

  private let turns = Turns()

  package init() {}

  deinit { cancel() }

  /// Ends what is being made, at its next step.
  package func cancel() { replace(with: nil) }

  /// Begins an ensemble of a study, in place of the one being made.
  ///
  /// - Parameter tell: called on another thread, not after the next `cancel` or `begin`, but for a
  ///   call that is on its way.
  package func begin(
    _ study: @escaping @Sendable () -> Study, tell: @escaping @Sendable (Ensemble) -> Void
  ) {
    replace(with: Job(study, tell))
  }

  private func replace(with job: Job?) {
    let needsThread = turns.last.withLock { last in
      last.job?.isCancelled.store(true, ordering: .relaxed)
      (last.job, last.isWaiting) = (job, job != nil)
      guard last.isWaiting, !last.hasThread else { return false }
      last.hasThread = true
      return true
    }
    if needsThread { Thread.detachNewThread { [turns] in turns.work() } }
  }
}
