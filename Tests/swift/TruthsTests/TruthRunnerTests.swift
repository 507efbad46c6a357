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
  func seeds() {
    var truth = MadeUpRuns.truth(.always)
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
    for (claim, points) in [
      (Truth.Claim.means([1]), [0, 1]), (.always, [0, 1]),
    ] as [(Truth.Claim, [UInt64])] {
      var truth = MadeUpRuns.truth(claim, arms: 2)
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
        #expect(keys.allSatisfy { $0.point == points[arm] && $0.seed == truth.seed })
      }
    }
  }

  @Test("an id that says people, or a share, says those of its scenario")
  func idsOfGroups() throws {
    let numbers = [
      "two": 2, "three": 3, "four": 4, "five": 5, "eight": 8, "nine": 9, "ten": 10,
      "twelve": 12,
    ]
    let shares = ["half": 1.0 / 2, "fifth": 1.0 / 5, "eighth": 1.0 / 8]
    let truths = [Truth].all(upTo: .quick).filter { truth in
      ["G1", "G2", "C2", "C4", "C5"].contains { truth.matches($0) }
    }
    #expect(truths.count == 27)
    for truth in truths {
      let arm = truth.arms[0]
      let words = truth.id.split { "._".contains($0) }.dropFirst().map(String.init)
      #expect(numbers[words[0]] == arm.grid.people, "\(truth.id)")
      let from = words.firstIndex(of: "from").map { numbers[words[$0 + 1]] } ?? 1
      let introduced =
        if case .people(let people) = arm.introductions[0].place { people.count } else { 1 }
      #expect(from == introduced, "\(truth.id)")
      if words.count > 1, let share = shares[words[1]] {
        #expect(arm.infectionProbability == share, "\(truth.id)")
      }
    }
  }

  @Test("each tier holds those before it, and none that costs more")
  func tiers() {
    let lists = Tier.allCases.map { [Truth].all(upTo: $0) }
    #expect(lists.map(\.count) == [195, 263, 276])
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
    "what leaves nothing to chance holds: waves, and neighborhoods of every metric")
  func withoutChance() {
    let runner = TruthRunner(pool: WorkPool(workers: 2), mostRuns: 3)
    let truths = [Truth].all(upTo: .quick).filter {
      if case .always = $0.claim { true } else { false }
    }
    #expect(truths.count == 21)
    for truth in truths {
      let finding = runner.finding(truth, level: 1e-6)
      #expect(finding.verdict == .passes && finding.runs == 3 * truth.arms.count, "\(truth.id)")
    }
  }

  @Test("what courses and contacts leave to chance holds, as far as some runs can tell")
  func courses() {
    let runner = TruthRunner(pool: WorkPool(workers: 2), mostRuns: 1_000)
    let truths = [Truth].all(upTo: .quick).filter { truth in
      if case .always = truth.claim { return false }
      return truth.id.hasPrefix("C") || truth.id.hasPrefix("G")
    }
    #expect(truths.count == 96)
    for truth in truths {
      #expect(runner.finding(truth, level: 1e-8).verdict == .passes, "\(truth.id)")
    }
  }

  @Test(
    "so do the slower tiers; all their runs tell an estimate to within three tolerances", .slow,
    arguments: [Truth].all(upTo: .deep).filter { $0.tier != .quick }.map(\.id))
  func slowerTiers(_ id: String) throws {
    let truth = try #require([Truth].all(upTo: .deep).first { $0.id == id })
    // That there is a drift needs all runs.
    if case .drift(isZero: false) = truth.claim { return }
    let runs = max(40, truth.runs / 40)
    let finding = TruthRunner(pool: WorkPool(workers: 2), mostRuns: runs)
      .finding(truth, level: 1e-8)
    #expect(finding.verdict == .passes, "\(finding)")
    guard case .estimate(_, let tolerance, _) = truth.claim else { return }
    let (low, high) = (try #require(finding.low), try #require(finding.high))
    let error = (high - low) / 2 * (Double(runs) / Double(truth.runs)).squareRoot()
    #expect(error < 3 * tolerance, "\(error) of \(tolerance)")
  }

  /// docs/validation.md, "Truths that each fault breaks".
  @Test("what the quick tier leaves to chance has runs enough to see a fault of a few percent")
  func samples() {
    for truth in [Truth].all(upTo: .quick) {
      if case .always = truth.claim { continue }
      #expect((10_000...56_000).contains(truth.runs), "\(truth.id): \(truth.runs)")
    }
  }

  @Test("a run that never reached what is observed fails, whatever the others gave")
  func missing() throws {
    var truth = try truth("L6.push")
    truth.arms[0].maxSteps = 8
    let finding = TruthRunner(pool: WorkPool(workers: 2)).finding(truth, level: 1e-8)
    #expect(finding.verdict == .fails && finding.p == 0)
  }
}
