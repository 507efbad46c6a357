import Dispatch

/// Runs the tasks of one connection, one at a time, on a thread of their own while they work.
///
/// What a page asks for may take seconds. Swift's own pool has no more threads than there are processors:
/// a few such pages would stop all others.
final class QueueExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "spreadlab.live.connection")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
