internal import Dispatch
internal import Synchronization

/// Runs independent tasks on a fixed number of workers that steal from each other.
///
/// Each worker has a queue of its own, which is one thread, also beyond the number of cores; the
/// first works on the caller's thread. Where the system makes no more threads, those that are there
/// do all the work. A pool keeps nothing between runs. Source: docs/reliability.md, "The pool".
package struct WorkPool: Sendable {
  /// 1 or more.
  package let workers: Int

  /// - Precondition: at least one worker.
  package init(workers: Int) {
    precondition(workers >= 1, "a pool has a worker")
    self.workers = workers
  }

  /// Runs `body(worker, task)` once for each task in 0..<count, unless cancelled, and returns
  /// when all have ended.
  ///
  /// Tasks are dealt in turn and each worker takes its own in order, so give the largest first.
  /// - Precondition: fewer than 2^40 tasks.
  package func run(
    tasks count: Int, cancel: CancelToken, body: @Sendable (_ worker: Int, _ task: Int) -> Void
  ) -> PoolReport {
    let workers = workers
    return run(.inTurn(count, workers: workers), count: count, cancel: cancel) { worker, place in
      body(worker, TaskDeal.turn(place, of: count, workers: workers))
    }
  }

  /// As `run(tasks:cancel:body:)`, dealt by expected cost: each next task to the worker with the
  /// least so far. Tasks of one size should be neighbors; the largest come first.
  ///
  /// - Parameter cost: expected cost of a task in any unit; called once per task beforehand.
  package func run(
    tasks count: Int, cost: (Int) -> Double, cancel: CancelToken,
    body: @Sendable (_ worker: Int, _ task: Int) -> Void
  ) -> PoolReport {
    var groups: [TaskDeal.Group] = []
    for task in 0..<count {
      let cost = cost(task)
      if let last = groups.indices.last, groups[last].cost == cost {
        groups[last].tasks = groups[last].tasks.lowerBound..<task + 1
      } else {
        groups.append(TaskDeal.Group(tasks: task..<task + 1, cost: cost))
      }
    }
    return run(
      .balanced(groups, workers: workers), count: count, cancel: cancel, body: body)
  }

  /// Runs the chunks of a plan; memory does not grow with their number.
  package func run(
    _ plan: ChunkPlan, cancel: CancelToken,
    body: @Sendable (_ worker: Int, _ chunk: ChunkPlan.Chunk) -> Void
  ) -> PoolReport {
    run(.balanced(plan.taskGroups, workers: workers), count: plan.count, cancel: cancel) {
      worker, task in body(worker, plan[task])
    }
  }

  private func run(
    _ deal: TaskDeal, count: Int, cancel: CancelToken, body: @Sendable (Int, Int) -> Void
  ) -> PoolReport {
    let shift = PoolRun(deal, count: count, cancel: cancel)
    let logs = Mutex([WorkerLog](repeating: WorkerLog(), count: workers))
    let start = ContinuousClock.now
    let helpers = ThreadCount.available(upTo: workers - 1)
    withoutActuallyEscaping(body) { body in
      let work = { @Sendable (worker: Int) in
        let log = shift.work(as: worker, body)
        logs.withLock { $0[worker] = log }
      }
      let group = DispatchGroup()
      for worker in 0..<helpers {
        // A serial queue is one thread, also beyond the number of cores.
        DispatchQueue(label: "spreadlab.worker").async(group: group) { work(worker + 1) }
      }
      work(0)
      group.wait()
    }
    let end = ContinuousClock.now
    let elapsed = end - start
    return PoolReport(
      workers: logs.withLock { $0 }.map { log in
        PoolReport.Worker(
          tasks: log.tasks, steals: log.steals,
          idleSeconds: max(0, (elapsed - log.busy) / .seconds(1)),
          lastWaitSeconds: (log.lastEnd.map { end - $0 } ?? elapsed) / .seconds(1))
      }, threads: helpers + 1, elapsedSeconds: elapsed / .seconds(1))
  }
}
