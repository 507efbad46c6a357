import Dispatch
import Foundation
import Synchronization
import TestSupport
import Testing
import WorkStealing

/// How often each task was run.
final class Tally: Sendable {
  private nonisolated(unsafe) let counts: UnsafeMutablePointer<Atomic<Int32>>
  let count: Int

  init(_ count: Int) {
    self.count = count
    counts = .allocate(capacity: count)
    for place in 0..<count { (counts + place).initialize(to: Atomic(0)) }
  }

  deinit {
    counts.deinitialize(count: count)
    counts.deallocate()
  }

  func add(_ task: Int) {
    precondition(0 <= task && task < count)
    counts[task].add(1, ordering: .relaxed)
  }

  /// Tasks that were not run exactly once.
  var wrong: Int {
    (0..<count).count { counts[$0].load(ordering: .relaxed) != 1 }
  }
}

/// Work that takes about `rounds` nanoseconds and cannot be removed.
@inline(never) private func spin(_ rounds: Int) -> UInt64 {
  var word = UInt64(rounds)
  for _ in 0..<rounds { word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407 }
  return word
}

@Suite struct WorkPoolTests {
  @Test(
    "many tiny tasks are each run exactly once", arguments: [1, 2, 3, 7, 16, 64])
  func tiny(workers: Int) {
    let count = TestDepth.isSanitized ? 30_000 : 300_000
    let tally = Tally(count)
    let report = WorkPool(workers: workers).run(tasks: count, cancel: CancelToken()) { _, task in
      tally.add(task)
    }
    #expect(tally.wrong == 0)
    #expect(report.tasks == count)
    #expect(report.workers.count == workers)
  }

  @Test("few tasks, or none, are each run exactly once", arguments: 0...20)
  func few(count: Int) {
    for workers in [1, 2, 5, 8, 21] {
      let tally = Tally(max(count, 1))
      let report = WorkPool(workers: workers).run(tasks: count, cancel: CancelToken()) { _, task in
        tally.add(task)
      }
      #expect(report.tasks == count)
      #expect(count == 0 || tally.wrong == 0)
    }
  }

  @Test("tasks dealt by wrong estimates are each run exactly once", arguments: [1, 2, 9, 64])
  func wrongEstimates(workers: Int) {
    let count = 5000
    let tally = Tally(count)
    let sink = Atomic<UInt64>(0)
    func estimate(_ task: Int) -> Double { Double((task * 7919) % 13) }
    let report = WorkPool(workers: workers).run(
      tasks: count, cost: estimate, cancel: CancelToken()
    ) { _, task in
      sink.wrappingAdd(spin(task < 50 ? 50_000 : 10), ordering: .relaxed)
      tally.add(task)
    }
    #expect(tally.wrong == 0)
    #expect(report.tasks == count)
  }

  /// By worker, the costs of its tasks: each next task goes to the worker with the least so far, of
  /// equal ones to the first; those without a cost go round.
  private static func dealt(_ costs: [Double], workers: Int) -> [[Double]] {
    costs.reduce(into: Array(repeating: [], count: workers)) { shares, cost in
      func order(_ worker: Int) -> (Int, Double, Int) {
        (shares[worker].count { $0 == 0 }, shares[worker].reduce(0, +), worker)
      }
      shares[(0..<workers).min { order($0) < order($1) } ?? 0].append(cost)
    }
  }

  @Test(
    "tasks are dealt to the worker with the least expected work: none has to be stolen",
    arguments: [1, 2, 3, 5], 0..<20 as Range<UInt64>)
  func dealtByLoad(workers: Int, round: UInt64) {
    var word = round
    func random(_ bound: UInt64) -> Int {
      word = word &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int((word >> 33) % bound)
    }
    var costs = (0...random(4)).flatMap { _ in
      [Double](repeating: Double(1 << random(10) - 1), count: 1 + random(9))
    }
    costs += [Double](repeating: 0, count: max(0, workers - costs.count))
    costs.sort(by: >)
    let expected = Self.dealt(costs, workers: workers)
    let taken = Mutex([[Double]](repeating: [], count: workers))
    let begun = DispatchGroup()
    for _ in costs { begun.enter() }
    let known = costs
    func cost(_ task: Int) -> Double { known[task] }
    let report = WorkPool(workers: workers).run(
      tasks: costs.count, cost: cost, cancel: CancelToken()
    ) { worker, task in
      let count = taken.withLock {
        $0[worker].append(known[task])
        return $0[worker].count
      }
      begun.leave()
      // With its last task a worker waits for all to begin: it steals what was dealt otherwise.
      guard count == expected[worker].count else { return }
      #expect(begun.wait(timeout: .now() + .seconds(60)) == .success)
    }
    #expect(report.steals == 0 && taken.withLock { $0 } == expected)
  }

  @Test("a worker number belongs to one thread at a time")
  func workerIsExclusive() {
    let busy = Mutex([Bool](repeating: false, count: 16))
    let clashes = Atomic(0)
    _ = WorkPool(workers: 16).run(tasks: 20_000, cancel: CancelToken()) { worker, _ in
      busy.withLock { busy in
        if busy[worker] { clashes.add(1, ordering: .relaxed) }
        busy[worker] = true
      }
      _ = spin(100)
      busy.withLock { $0[worker] = false }
    }
    #expect(clashes.load(ordering: .relaxed) == 0)
  }

  @Test("a pool gives the addresses back that it tried its threads with")
  func addresses() throws {
    func size() throws -> Int {
      let text = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8)
      return try #require(text.split(separator: " ").first.flatMap { Int($0) })
    }
    func run() { _ = WorkPool(workers: 4).run(tasks: 8, cancel: CancelToken()) { _, _ in } }
    run()
    let before = try size()
    for _ in 0..<20 { run() }
    // Each time it tried five threads with 64 MB, and Dispatch may keep some with their stacks.
    #expect((try size() - before) * sysconf(Int32(_SC_PAGESIZE)) < 20 * 64 << 20)
  }

  @Test("the first worker is the caller's own thread; the report tells how many there were")
  func threads() {
    let caller = pthread_self()
    let isCaller = Atomic(true)
    let report = WorkPool(workers: 1).run(tasks: 10, cancel: CancelToken()) { _, _ in
      if pthread_equal(pthread_self(), caller) == 0 { isCaller.store(false, ordering: .relaxed) }
    }
    #expect(isCaller.load(ordering: .relaxed) && report.threads == 1)
    for workers in 2...5 {
      let report = WorkPool(workers: workers).run(tasks: 10, cancel: CancelToken()) { _, _ in }
      #expect(report.threads == workers)
    }
  }

  @Test("workers that run dry get what others hold: nobody starves")
  func nobodyStarves() {
    let report = WorkPool(workers: 8).run(tasks: 401, cancel: CancelToken()) { _, _ in
      sleep(milliseconds: 2)
    }
    for worker in report.workers { #expect(worker.tasks > 20) }
    // Task 0 ends only when all others are done: its worker's other 75 tasks must be taken from it.
    let left = Atomic(303)
    let allOthersDone = DispatchSemaphore(value: 0)
    let blocked = WorkPool(workers: 4).run(tasks: 304, cancel: CancelToken()) { _, task in
      if task == 0 {
        #expect(allOthersDone.wait(timeout: .now() + .seconds(60)) == .success)
      } else if left.subtract(1, ordering: .relaxed).newValue == 0 {
        allOthersDone.signal()
      }
    }
    #expect(blocked.steals > 0)
  }

  @Test("what is taken from another worker is counted once")
  func steals() {
    // Task 1 waits for task 0, so each begins with its own; task 0 waits for task 2, which comes behind it.
    let ends = (0..<3).map { _ in DispatchSemaphore(value: 0) }
    let report = WorkPool(workers: 2).run(tasks: 3, cancel: CancelToken()) { _, task in
      if task == 0 { ends[1].signal() }
      if task == 2 { ends[0].signal() } else { ends[task].wait() }
    }
    #expect(report.workers.map(\.steals) == [0, 1] && report.workers.map(\.tasks) == [1, 2])
  }

  @Test("no task begins after a cancellation")
  func cancelled() {
    for workers in [1, 2, 8, 64] {
      let cancel = CancelToken()
      let begun = Atomic(0)
      let begunBefore = Atomic(0)
      // So few that all of them would take seconds if nobody obeyed the cancellation.
      let report = WorkPool(workers: workers).run(tasks: 3_000, cancel: cancel) { _, task in
        let number = begun.add(1, ordering: .sequentiallyConsistent).newValue
        sleep(milliseconds: 1)
        if number == 100 {
          cancel.cancel()
          begunBefore.store(begun.load(ordering: .sequentiallyConsistent), ordering: .relaxed)
        }
      }
      // Each other worker may have looked at the token just before.
      #expect(report.tasks >= 100)
      #expect(report.tasks < begunBefore.load(ordering: .relaxed) + workers)
      #expect(report.tasks == begun.load(ordering: .relaxed))
    }
    let before = CancelToken()
    before.cancel()
    let none = WorkPool(workers: 3).run(tasks: 10, cancel: before) { _, _ in
      Issue.record("a task began")
    }
    #expect(none.tasks == 0)
  }

  @Test("a signal source on its own queue cancels while all workers are busy")
  func signalSource() {
    let cancel = CancelToken()
    let timer = DispatchSource.makeTimerSource(queue: DispatchQueue(label: "test.timer"))
    timer.schedule(deadline: .now() + .milliseconds(50))
    timer.setEventHandler { cancel.cancel() }
    timer.resume()
    let sink = Atomic<UInt64>(0)
    // A task takes some 10 us: all of them keep 8 workers busy for seconds, and then it is too late.
    let tasks = 2_000_000
    let report = WorkPool(workers: 8).run(tasks: tasks, cancel: cancel) { _, _ in
      sink.wrappingAdd(spin(10_000), ordering: .relaxed)
    }
    #expect(cancel.isCancelled)
    #expect(report.tasks < tasks, "cancelled in time")
  }

  @Test("10^12 tasks begin at once: no memory per task")
  func huge() {
    let cancel = CancelToken()
    let begun = Atomic(0)
    let report = WorkPool(workers: 4).run(tasks: 1 << 39, cancel: cancel) { _, _ in
      if begun.add(1, ordering: .relaxed).newValue == 10_000 { cancel.cancel() }
    }
    #expect(report.tasks >= 10_000 && report.tasks == begun.load(ordering: .relaxed))
  }

  @Test("idle time is what the tasks leave of the workers' time")
  func idleTime() {
    let report = WorkPool(workers: 4).run(tasks: 1, cancel: CancelToken()) { _, _ in
      sleep(milliseconds: 100)
    }
    let idle = report.workers.reduce(0) { $0 + $1.idleSeconds }
    let idleShare = idle / (4 * report.elapsedSeconds)
    // One of four workers was busy, for 0.1 s at least and for all of the time at most.
    #expect(idleShare > 0.749)
    #expect(idleShare < 1.001 - 0.1 / (4 * report.elapsedSeconds))
    for worker in report.workers {
      let waited = report.elapsedSeconds - (worker.tasks == 0 ? 0 : 0.1)
      #expect((0...waited).contains(worker.lastWaitSeconds))
      #expect(worker.tasks > 0 || worker.lastWaitSeconds == worker.idleSeconds)
    }
  }
}

/// Sleeps at least this long.
func sleep(milliseconds: Int) {
  let semaphore = DispatchSemaphore(value: 0)
  _ = semaphore.wait(timeout: .now() + .milliseconds(milliseconds))
}
