/// What the workers of one `WorkPool.run` did.
package struct PoolReport: Sendable, Equatable {
  package struct Worker: Sendable, Equatable {
    /// Tasks run.
    package var tasks = 0
    /// Ranges of tasks taken from other workers.
    package var steals = 0
    /// Seconds without a task: looking for work, and waiting for the others at the end.
    package var idleSeconds = 0.0
    /// Of these, those after its last task: the wait for the others at the end.
    package var lastWaitSeconds = 0.0

    package init(
      tasks: Int = 0, steals: Int = 0, idleSeconds: Double = 0, lastWaitSeconds: Double = 0
    ) {
      self.tasks = tasks
      self.steals = steals
      self.idleSeconds = idleSeconds
      self.lastWaitSeconds = lastWaitSeconds
    }
  }

  /// By worker number.
  package var workers: [Worker]
  /// Workers that had a thread to work on; the system may make fewer than there are workers.
  package var threads: Int
  /// From the first worker's start to the last one's end.
  package var elapsedSeconds: Double

  package init(workers: [Worker], threads: Int, elapsedSeconds: Double) {
    self.workers = workers
    self.threads = threads
    self.elapsedSeconds = elapsedSeconds
  }

  package var tasks: Int { workers.reduce(0) { $0 + $1.tasks } }
  package var steals: Int { workers.reduce(0) { $0 + $1.steals } }
}
