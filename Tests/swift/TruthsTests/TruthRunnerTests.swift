import SpreadModel
import Synchronization
import TestSupport
import Testing
import Truths
import WorkStealing

@Suite struct TruthRunnerTests {
  private func truth(_ id: String) throws -> Truth {
    try #require([Truth].all(upTo: .quick).first { $0.id == id })
  }

  @Test("ids are unique, so no two truths share their runs")
  func uniqueSeeds() {
    let truths = [Truth].all(upTo: .deep)
    #expect(Set(truths.map(\.id)).count == truths.count)
    #expect(Set(truths.map(\.seed)).count == truths.count)
  }

  /// Of the authors' page, http://www.isthe.com/chongo/tech/comp/fnv/.
  @Test("a seed is the last 53 bits of FNV-1a; the level is that of docs/validation.md")
  func seeds() throws {
    var truth = try truth("L6.push")
    for (id, hash) in [
      ("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8),
    ] as [(String, UInt64)] {
      truth.id = id
      #expect(truth.seed == hash & 0x1f_ffff_ffff_ffff, "\(id)")
    }
    #expect(TruthRunner.standardLevel == 1e-6)
  }

  @Test("all runs of an arm are made once, and no two arms share their numbers")
  func keys() throws {
    var truth = try truth("L6.push")
    truth.arms.append(truth.arms[0])
    truth.runs = 37
    truth.arms[1].maxSteps = 1
    let seen = Mutex<[[RunKey]]>([[], []])
    let runner = TruthRunner(pool: WorkPool(workers: 2), mostRuns: 35) { arm in
      { key, _ in
        seen.withLock { $0[arm.maxSteps == 1 ? 1 : 0].append(key) }
        return RunResult(stopReason: .maxSteps, curve: [1], shape: nil, infectionSteps: nil)
      }
    }
    #expect(runner.finding(truth, level: 1e-6).runs == 70)
    for (arm, keys) in seen.withLock({ $0 }).enumerated() {
      #expect(keys.map(\.replicate).sorted() == Array(0..<35))
      #expect(keys.allSatisfy { $0.point == UInt64(arm) && $0.seed == truth.seed })
    }
  }

  @Test("each tier holds those before it, and none that costs more")
  func tiers() {
    let lists = Tier.allCases.map { [Truth].all(upTo: $0) }
    for (place, list) in lists.enumerated() {
      #expect(Set(list.map(\.tier)) == Set(Tier.allCases.prefix(place + 1)))
      #expect(Set(list.map(\.id)).isSubset(of: lists[2].map(\.id)))
    }
  }

  @Test("the number of threads changes nothing")
  func threads() throws {
    let truth = try truth("L6.push")
    let estimates = [1, 3].map { workers in
      TruthRunner(pool: WorkPool(workers: workers)).finding(truth, level: 1e-6).estimate
    }
    #expect(estimates[0] == estimates[1])
  }

  @Test(
    "the simulator passes every truth; the runs of a function of means are so many that at most 1.2 tolerances are accepted",
    .deep, arguments: [Truth].all(upTo: .deep).map(\.id))
  func passes(_ id: String) throws {
    let truth = try #require([Truth].all(upTo: .deep).first { $0.id == id })
    // That there is a drift needs all runs.
    if case .differs = truth.expected { return }
    let runs = truth.tier == .quick ? truth.runs : max(40, truth.runs / 40)
    let finding = TruthRunner(pool: WorkPool(workers: 2), mostRuns: runs)
      .finding(truth, level: 1e-8)
    #expect(finding.verdict == .passes, "\(finding)")
    guard case .function(_, _, let tolerance) = truth.expected else { return }
    let (low, high) = (try #require(finding.low), try #require(finding.high))
    let error = (high - low) / 2 / 1.96 * (Double(runs) / Double(truth.runs)).squareRoot()
    let level = TruthRunner.standardLevel / Double([Truth].all(upTo: .deep).count)
    // The error of some runs is itself an estimate.
    let slack = runs < truth.runs ? 1.6 : 1
    #expect(
      MadeUpRuns.twoSided(level) * error < slack * 1.2 * tolerance, "\(error) of \(tolerance)")
  }

  /// Not of the slower tiers: their groups are large.
  @Test(
    "runs are those with which the simulator passed every truth",
    arguments: [Truth].all(upTo: .quick).map(\.id))
  func digests(_ id: String) throws {
    let truth = try #require([Truth].all(upTo: .quick).first { $0.id == id })
    var digest = Digest()
    for (number, arm) in truth.arms.enumerated() {
      let run = TruthRunner.engine(arm)
      for replicate in 0..<3 {
        let key = RunKey(seed: truth.seed, point: UInt64(number), replicate: replicate)
        let result = run(key, truth.observation.needsMap)
        for value in truth.observation.values(result, of: arm) { digest.add(value) }
      }
    }
    try expectDigest(digest, id, of: "truths")
  }

  @Test("a run that never reached what is observed fails, whatever the others gave")
  func missing() throws {
    var truth = try truth("L6.push")
    truth.arms[0].maxSteps = 8
    let finding = TruthRunner(pool: WorkPool(workers: 2)).finding(truth, level: 1e-8)
    #expect(finding.verdict == .fails && finding.p == 0)
  }
}
