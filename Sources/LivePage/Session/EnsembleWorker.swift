import Foundation
import Glibc
package import StudyFiles
import Synchronization

/// Makes a session's ensembles, one after the other, on threads that have the lowest priority: the
/// session's own steps and the pages' messages come first.
package final class EnsembleWorker: Sendable {
  /// One ensemble that is made or waits for its turn.
  private final class Job: Sendable {
    let isCancelled = Atomic(false)
  }

  private let current = Mutex<Job?>(nil)
  /// Held while runs are made: an engine needs memory for everybody.
  private let turn: Turn

  private final class Turn: Sendable {
    let lock = Mutex(())
  }

  package init() { turn = Turn() }

  deinit { cancel() }

  /// Ends what is being made, at its next step.
  package func cancel() { replace(with: nil) }

  /// Begins an ensemble of a study, in place of the one being made.
  ///
  /// - Parameter tell: called from the worker's thread, not after the next `cancel` or `begin`, but for a
  ///   call that is on its way.
  package func begin(
    _ study: @escaping @Sendable () -> Study, tell: @escaping @Sendable (Ensemble) -> Void
  ) {
    let job = Job()
    replace(with: job)
    Thread.detachNewThread { [turn] in
      // Of this thread alone, on Linux. If it is refused, the runs are made all the same.
      _ = setpriority(__priority_which_t(PRIO_PROCESS.rawValue), 0, 19)
      let isCancelled = { job.isCancelled.load(ordering: .relaxed) }
      turn.lock.withLock { _ in Ensemble.make(study(), isCancelled: isCancelled, tell: tell) }
    }
  }

  private func replace(with job: Job?) {
    let old = current.withLock { current in
      defer { current = job }
      return current
    }
    old?.isCancelled.store(true, ordering: .relaxed)
  }
}
