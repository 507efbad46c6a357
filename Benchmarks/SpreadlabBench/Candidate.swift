internal import Foundation
import SpreadEngine
internal import SpreadModel

/// One way to do a workload, timed in rounds.
struct Candidate {
  let name: String
  /// Thread CPU seconds of runs first..<first + count.
  let seconds: (_ first: Int, _ count: Int) -> Double
  var runsPerRound = 1
  var times: [Double] = []

  /// - Parameter together: runs asked for at a time; 256 as a study does.
  static func engine(
    _ name: String, _ workload: Workload, vectors: SIMDLevel = .chosen, together: Int = 256
  ) -> Candidate {
    let engine = Simulator(workload.scenario, vectors: vectors)
    return Candidate(name: name) { first, count in
      let begun = threadSeconds()
      var people = 0
      for number in stride(from: first, to: first + count, by: together) {
        let keys = (number..<min(number + together, first + count)).map(Workload.key)
        for result in engine.runs(keys) { people += Int(result.curve[result.steps]) }
      }
      let seconds = threadSeconds() - begun
      precondition(people == count * workload.people, "a run ended early")
      return seconds
    }
  }

  /// Finds how many runs fill a slice, then forgets the time.
  mutating func warmUp(slice: Double) {
    _ = seconds(0, 1)
    var runs = 1
    var spent = seconds(0, 1)
    while spent < slice && runs < 1 << 20 {
      runs *= 2
      spent = seconds(0, runs)
    }
    runsPerRound = max(1, Int(Double(runs) * slice / spent))
  }

  var median: Double { times.sorted()[times.count / 2] }
}

/// CPU time of this thread: what other programs do hardly shows in it.
func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}
