import Glibc
import SpreadEngine
import SpreadModel
import StudyFiles

/// What a plan will take, from its expected work and a few short probes.
package struct PlanEstimate: Sendable {
  package var points: Int
  /// Runs of the first round: all of them, unless precision decides.
  package var runs: Int
  /// Runs in the end; with a precision target by extrapolating the probes' intervals.
  package var expectedRuns: Double
  /// CPU time over all cores, in seconds.
  package var cpuSeconds: Double
  /// Peak memory with the given number of threads, in bytes.
  package var memoryBytes: Double
  /// Size of the store and of all tables together, in bytes.
  package var diskBytes: Double

  /// Fewer replicates than this say nothing of how intervals shrink.
  private static let fewestForGrowth = 10

  /// Probes up to `mostProbes` points for about `seconds` in all.
  package init(
    _ plan: RunPlan, threads: Int, seconds: Double = 0.4, mostProbes: Int = 24
  ) {
    points = plan.points.count
    runs = plan.runCount
    var expected = 0.0
    var taken = 0.0
    // Steps of a run, summed over the probed points: each counts once, however often it was run.
    var steps = 0.0
    var probes = 0.0
    // With a precision target: replicates in the end over those of the first round, and the same
    // weighted with their work.
    var replicateGrowth = Growth()
    var workGrowth = Growth()
    let stride = max(1, plan.points.count / mostProbes)
    let start = threadSeconds()
    for index in Swift.stride(from: 0, to: plan.points.count, by: stride) {
      // A group so large that one run outlasts all probes is left to the expected work.
      guard plan.work[index] < seconds * 0.5e9 || probes == 0 else { continue }
      guard plan.work[index] < 20e9 else { continue }
      let point = plan.points[index]
      let engine = Simulator(point.scenario)
      let begin = threadSeconds()
      // Together where a study makes them together.
      let together = engine.goesSideBySide ? 25 : 1
      var replicates = 0
      var pointSteps = 0
      var judge = plan.study.judgedPoint()
      repeat {
        let keys = (replicates..<replicates + together).map {
          plan.study.key(of: point, replicate: $0)
        }
        for result in engine.runs(keys) ?? [] {
          pointSteps += result.steps + 1
          judge?.add(ResponseList.all.values(of: result, people: point.groupSize))
        }
        replicates += together
      } while replicates < 50 && threadSeconds() - begin < seconds / Double(mostProbes)
      steps += Double(pointSteps) / Double(replicates)
      probes += 1
      expected += plan.work[index] * Double(replicates)
      if let judge, replicates >= Self.fewestForGrowth {
        let (first, last) = (Double(plan.study.replicates.first), Double(judge.expected))
        replicateGrowth.add(first, to: last)
        workGrowth.add(first * plan.work[index], to: last * plan.work[index])
      }
      taken += threadSeconds() - begin
      if threadSeconds() - start > seconds { break }
    }
    let perExpected = expected > 0 ? taken / expected : 1e-9
    expectedRuns = Double(runs) * replicateGrowth.factor
    // Storing a run and writing its row take about as long as the smallest of runs; a point's
    // summary takes as long as hundreds of them. Measured: docs/reliability.md, "Estimates".
    cpuSeconds =
      plan.totalWork * workGrowth.factor * perExpected + expectedRuns * 2.5e-6
      + Double(points) * 0.7e-3 + 0.05
    let meanSteps = probes > 0 ? steps / probes : 100
    let curves = plan.study.record.curvesKept(of: Int(expectedRuns), points: points)
    cpuSeconds += Double(curves) * meanSteps * 0.2e-6
    diskBytes =
      expectedRuns * 230 + Double(curves) * meanSteps * 17.5 + Double(points) * 4_000 + 45_000
    if curves > 0 { diskBytes += Double(points) * meanSteps * 150 }
    let people = Double(plan.points.map(\.groupSize).max() ?? 1)
    diskBytes += Double(min(plan.study.record.maps * points, runs)) * people * 25
    memoryBytes =
      40e6 + Double(threads) * people * (plan.study.record.maps > 0 ? 8 : 1.5)
      + Double(points) * 600
    // Rows of points that wait for their turn in the tables.
    memoryBytes += Double(threads - 1) * min(diskBytes / Double(max(1, points)), 2e6)
  }
}

/// How much larger sums over points are in the end than in the first round.
private struct Growth {
  private var first = 0.0
  private var last = 0.0

  mutating func add(_ first: Double, to last: Double) {
    self.first += first
    self.last += last
  }

  /// 1 where nothing is known.
  var factor: Double { first > 0 ? last / first : 1 }
}

extension Study {
  /// A judge of a point's precision; nil where the number of replicates is fixed.
  fileprivate func judgedPoint() -> JudgedPoint? {
    guard case .adaptive(let rule) = replicates else { return nil }
    return JudgedPoint(rule, level: analysis.confidence, responses: .all)
  }
}

extension Record {
  /// How many of `runs` runs over `points` points keep their curve.
  func curvesKept(of runs: Int, points: Int) -> Int {
    switch curves {
    case .all: runs
    case .none: 0
    case .first(let count): min(runs, count * points)
    }
  }
}

private func threadSeconds() -> Double {
  var time = timespec()
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
  return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
}
