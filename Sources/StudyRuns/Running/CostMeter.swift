import Glibc
import StudyFiles
import Synchronization

/// What the runs of one point cost.
package struct PointCost: Hashable, Sendable {
  package var runs = 0
  /// Processor time of simulating them, storing aside.
  package var cpuSeconds = 0.0

  package init() {}

  /// Nil before there was any run.
  var nanosecondsPerRun: Double? { runs > 0 ? cpuSeconds / Double(runs) * 1e9 : nil }
}

/// Adds up what the runs of each point cost; all workers add to it.
final class CostMeter: Sendable {
  /// By the identity of the point.
  private let costs = Mutex<[UInt64: PointCost]>([:])

  /// Processor time of this thread, in seconds.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// - Parameters:
  ///   - start: `now()` on the same thread, before the runs.
  ///   - made: runs of points, by their identity, that took the same time each.
  /// - Returns: `now()`, before the next ones.
  func add(since start: Double, to made: [(runs: Int, point: UInt64)]) -> Double {
    let now = Self.now()
    let perRun = (now - start) / Double(max(1, made.reduce(0) { $0 + $1.runs }))
    costs.withLock { costs in
      for (runs, point) in made {
        costs[point, default: PointCost()].runs += runs
        costs[point, default: PointCost()].cpuSeconds += Double(runs) * perRun
      }
    }
    return now
  }

  /// By point, in the given order.
  func read(_ points: [Point]) -> [PointCost] {
    costs.withLock { costs in points.map { costs[$0.identity] ?? PointCost() } }
  }
}
