internal import Glibc
internal import Synchronization

/// One run of a pool: the workers' deques and how many tasks nobody has begun.
final class PoolRun: Sendable {
  private let deques: [WorkDeque]
  private let cancel: CancelToken
  /// Tasks not begun; at 0 nobody finds work any more.
  private let left: Atomic<Int>

  /// - Precondition: `count` is the number of tasks dealt.
  init(_ deal: TaskDeal, count: Int, cancel: CancelToken) {
    self.cancel = cancel
    left = Atomic(count)
    deques = deal.shares.map { share in
      let pieces = share.reversed().flatMap(\.halves)
      // Besides its share, a worker holds the halves of the range it has just taken or stolen.
      let deque = WorkDeque(capacity: pieces.count + 64)
      for piece in pieces { deque.push(TaskRange(piece)) }
      return deque
    }
  }

  /// Works until no task is left or the run is cancelled.
  ///
  func work(as worker: Int, _ body: (_ worker: Int, _ task: Int) -> Void) -> WorkerLog {
    var log = WorkerLog()
    var rest = Backoff()
    var victim = worker
    let own = deques[worker]
    while left.load(ordering: .relaxed) > 0, !cancel.isCancelled {
      var range = own.take()
      if range == nil {
        range = steal(for: worker, next: &victim)
        if range != nil { log.steals += 1 }
      }
      guard let range else {
        rest.wait()
        continue
      }
      let begin = ContinuousClock.now
      run(range, as: worker, body)
      let end = ContinuousClock.now
      log.busy += end - begin
      log.lastEnd = end
      log.tasks += 1
      rest = Backoff()
    }
    return log
  }

  /// Runs the first task of a range; the rest, halved, is there for all.
  private func run(_ range: TaskRange, as worker: Int, _ body: (Int, Int) -> Void) {
    let tasks = range.tasks
    for piece in tasks.dropFirst().halves { deques[worker].push(TaskRange(piece)) }
    left.subtract(1, ordering: .relaxed)
    body(worker, tasks.lowerBound)
  }

  /// Tries every other worker once, going on where the last theft was.
  private func steal(for thief: Int, next victim: inout Int) -> TaskRange? {
    for _ in deques.indices {
      while victim != thief {
        switch deques[victim].steal() {
        case .range(let range): return range
        case .lost: continue
        case .empty: break
        }
        break
      }
      victim = victim + 1 < deques.count ? victim + 1 : 0
    }
    return nil
  }
}

/// What one worker did in a shift.
struct WorkerLog: Sendable {
  var tasks = 0
  var steals = 0
  /// Time in tasks.
  var busy = Duration.zero
  /// When its last task ended; nil if it had none.
  var lastEnd: ContinuousClock.Instant?
}

/// Ever longer waits of a worker that finds nothing: first it only lets others run, then it
/// sleeps, at most 0.2 ms, the length of a short task.
private struct Backoff {
  private var rounds: UInt32 = 0

  mutating func wait() {
    if rounds < 16 { sched_yield() } else { usleep(min(rounds, 200)) }
    rounds = min(rounds + 8, 200)
  }
}
