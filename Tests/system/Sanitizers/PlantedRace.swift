import Dispatch
import Glibc
import Synchronization

/// Four threads add to one counter, and ThreadSanitizer must tell right from wrong.
///
/// | argument    | who takes the mutex | reports      |
/// |-------------|---------------------|--------------|
/// | `all`       | all of them         | none         |
/// | `allButOne` | all but one         | at least one |
/// | `none`      | nobody              | at least one |
@main enum PlantedRace {
  static func main() {
    let kind = CommandLine.arguments.last ?? ""
    let counter = Counter()
    let all = DispatchGroup()
    let arrived = Atomic(0)
    for thread in 0..<4 {
      DispatchQueue(label: "adder \(thread)").async(group: all) {
        for round in 1...20 {
          // All at once, each time. Relaxed, so that it orders nothing between them.
          arrived.add(1, ordering: .relaxed)
          while arrived.load(ordering: .relaxed) < 4 * round { sched_yield() }
          for _ in 0..<500 {
            if kind == "all" || (kind == "allButOne" && thread > 0) {
              counter.mutex.withLock { _ in counter.value += 1 }
            } else {
              counter.value += 1
            }
          }
        }
      }
    }
    all.wait()
    print("\(kind): counted \(counter.value) of 40000")
  }
}

/// Unchecked, because the mistake is the purpose.
final class Counter: @unchecked Sendable {
  let mutex = Mutex(())
  var value = 0
}
