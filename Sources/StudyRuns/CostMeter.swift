import Glibc
import Synchronization

/// What the runs of one point cost.
package struct PointCost: Hashable, Sendable {
  package var runs = 0
  /// Processor time of simulating them, storing aside.
  package var cpuSeconds = 0.0

  package init() {}
}

/// Adds up what the runs of each point cost; all workers add to it.
final class CostMeter: Sendable {
  private let costs: Mutex<[PointCost]>

  init(points: Int) {
    costs = Mutex([PointCost](repeating: PointCost(), count: points))
  }

  /// Processor time of this thread, in seconds.
  static func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
  }

  /// - Parameter start: `now()` on the same thread, before the runs.
  /// - Returns: `now()`, before the next ones.
  func add(runs: Int, since start: Double, to point: Int) -> Double {
    let now = Self.now()
    let seconds = now - start
    costs.withLock {
      $0[point].runs += runs
      $0[point].cpuSeconds += seconds
    }
    return now
  }

  /// By point, in plan order.
  func read() -> [PointCost] { costs.withLock { $0 } }
}
