import KeyedRandom
import Statistics
import Testing

@Suite("Adaptive precision")
struct PrecisionJudgeTests {
  private func decide(
    _ target: PrecisionTarget, _ plan: PrecisionJudge.Plan, _ value: (Int) -> Double
  ) -> PrecisionJudge.Decision {
    var judge = PrecisionJudge(plan: plan, targets: [target])
    for replicate in 0..<plan.maximum { judge.add([value(replicate)]) }
    return judge.decision
  }

  @Test("judging happens at the minimum, after whole batches, and at the maximum")
  func checkpoints() {
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 170, batch: 50)
    var (seen, count) = ([Int](), 0)
    while let next = plan.checkpoint(after: count) {
      seen.append(next)
      count = next
    }
    #expect(seen == [30, 80, 130, 170])
    #expect(plan.checkpoint(after: 31) == 80 && plan.checkpoint(after: 79) == 80)
  }

  @Test("a target must hold twice in a row, and the decision stands from then on")
  func confirmed() {
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 1_000, batch: 50)
    let target = PrecisionTarget(kind: .mean, width: .absolute(100))
    #expect(decide(target, plan) { Double($0 % 2) } == .precise(count: 80))
    // Wild values between both looks undo the first success.
    let late = decide(target, plan) { (30..<80).contains($0) ? Double($0 % 2) * 2_000 : 1 }
    #expect((late.count ?? 0) > 80)
    var judge = PrecisionJudge(
      plan: PrecisionJudge.Plan(minimum: 2, maximum: 2, batch: 1), targets: [target])
    judge.add([1])
    #expect(judge.decision == .undecided(needed: 2))
    judge.add([2])
    judge.add([1e9])
    #expect(judge.decision == .precise(count: 2))
  }

  @Test("equal values need as many runs as the rule of three asks")
  func zeroVariance() {
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 5_000, batch: 10)
    // 1 - 0.05^(1/n) <= 0.01 from n = 299 on: checkpoints 300 and 310.
    let relative = PrecisionTarget(kind: .mean, width: .relative(0.01))
    #expect(decide(relative, plan) { _ in 40 } == .precise(count: 310))
    #expect(decide(relative, plan) { _ in -40 } == .precise(count: 310))
    let absolute = PrecisionTarget(kind: .mean, width: .absolute(0.4))
    #expect(decide(absolute, plan) { _ in 40 } == .precise(count: 310))
    // Wilson's half-width for n of n is z^2 / 2 / (n + z^2): 0.01 from n = 189 on.
    let share = PrecisionTarget(kind: .share, width: .absolute(0.01))
    #expect(decide(share, plan) { _ in 1 } == .precise(count: 200))
    #expect(decide(share, plan) { _ in 0 } == .precise(count: 200))
    // Relative to a share of 9 in 10: its half-width is 0.09 from n = 50 on (Wilson), not 0.01.
    let often = PrecisionTarget(kind: .share, width: .relative(0.1))
    #expect(decide(often, plan) { $0 % 10 == 0 ? 0 : 1 } == .precise(count: 60))
    #expect((decide(often, plan) { $0 % 10 == 0 ? 1 : 0 }.count ?? 0) > 3_000)
    // Relative to 0 nothing is precise.
    #expect(decide(relative, plan) { _ in 0 } == .exhausted(count: 5_000))
  }

  @Test(
    "a failed run ends the judgement at the next number of replicates that is judged, not precise")
  func failedRuns() {
    let target = PrecisionTarget(kind: .mean, width: .absolute(100))
    for (first, count) in [(0, 30), (29, 30), (30, 80), (95, 130)] {
      var judge = PrecisionJudge(
        plan: PrecisionJudge.Plan(minimum: 30, maximum: 200, batch: 50, fewestValues: 100),
        targets: [target])
      for replicate in 0..<200 {
        judge.add([replicate == first ? .failed : .known(Double(replicate % 2))])
      }
      #expect(judge.decision == .exhausted(count: count), "\(first)")
    }
  }

  @Test("censored times are judged by the Kaplan-Meier median")
  func censored() {
    let target = PrecisionTarget(kind: .mean, width: .absolute(1))
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 400, batch: 50)
    var judge = PrecisionJudge(plan: plan, targets: [target])
    for replicate in 0..<400 {
      let time = Double(10 + replicate % 5)
      judge.add([time < 13 ? .known(time) : .censored(at: 13)])
    }
    guard case .precise = judge.decision else {
      Issue.record("\(judge.decision)")
      return
    }
    var never = PrecisionJudge(plan: plan, targets: [target])
    for _ in 0..<400 { never.add([.censored(at: 100)]) }
    #expect(never.decision == .exhausted(count: 400))
  }

  @Test("of runs that lack a response the others are judged, by their median, of enough values")
  func missing() {
    let target = PrecisionTarget(kind: .mean, width: .absolute(1))
    func decide(_ value: (Int) -> JudgedValue, maximum: Int = 1_000) -> PrecisionJudge.Decision {
      var judge = PrecisionJudge(
        plan: PrecisionJudge.Plan(minimum: 50, maximum: maximum, batch: 50, fewestValues: 30),
        targets: [target])
      for replicate in 0..<maximum { judge.add([value(replicate)]) }
      return judge.decision
    }
    // Values of 3 and 5 in turn; their median's interval is 3...5 and no wider than asked.
    #expect(
      decide { $0 % 4 < 2 ? .known(Double(3 + 2 * ($0 % 2))) : .missing } == .precise(count: 150))
    // Of 40 runs one has a value: 25 values of 1,000 runs are too few.
    #expect(decide { $0 % 40 == 0 ? .known(3) : .missing } == .exhausted(count: 1_000))
    #expect(decide { _ in .missing } == .exhausted(count: 1_000))
    // Far apart, with as many as missing ones: no median is sure.
    #expect(
      decide { $0 % 4 < 2 ? .known(Double(9 * ($0 % 2))) : .missing } == .exhausted(count: 1_000))
  }

  @Test("runs without the response are counted when the number of replicates is foretold")
  func foretold() {
    let target = PrecisionTarget(kind: .mean, width: .absolute(0.1))
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 100_000, batch: 10)
    var (all, third) = (
      PrecisionJudge(plan: plan, targets: [target]), PrecisionJudge(plan: plan, targets: [target])
    )
    for replicate in 0..<29 {
      all.add([Double(replicate % 3)])
      third.add([replicate % 3 == 0 ? .known(Double(replicate % 2) * 2) : .missing])
    }
    // (1.96 * 0.8 / 0.1)^2 for the mean; a median of three times as few values needs far more.
    #expect((250...350).contains(all.expectedCount))
    #expect(third.expectedCount > 3 * all.expectedCount)
  }

  @Test("all targets must hold at once")
  func severalTargets() {
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 10_000, batch: 50)
    let loose = PrecisionTarget(kind: .mean, width: .absolute(1))
    let tight = PrecisionTarget(kind: .share, width: .absolute(0.02))
    var stream = RandomStream(key: 6)
    var judge = PrecisionJudge(plan: plan, targets: [loose, tight])
    while case .undecided = judge.decision {
      judge.add([stream.unit(), stream.unit() < 0.5 ? 1 : 0])
    }
    // 0.25 z^2 / 0.02^2 = 2401.
    #expect((2_350...2_600).contains(judge.decision.count ?? 0))
  }

  @Test("what is foretold is the minimum and whole batches beyond it, one more than is needed")
  func foretoldBatches() {
    // Nearly equal values need fewer runs than the minimum.
    for (batch, count) in [(1, 31), (2, 32), (50, 80)] {
      var judge = PrecisionJudge(
        plan: .init(minimum: 30, maximum: 1_000, batch: batch),
        targets: [PrecisionTarget(kind: .mean, width: .absolute(1))])
      for replicate in 0..<29 { judge.add([.known(Double(replicate % 2) * 0.1)]) }
      #expect(judge.expectedCount == count, "\(batch)")
    }
    // 300 values take as many runs, or four times as many.
    for (every, count) in [(1, 310), (4, 1_210)] {
      var judge = PrecisionJudge(
        plan: .init(minimum: 30, maximum: 10_000, batch: 10, fewestValues: 300),
        targets: [PrecisionTarget(kind: .mean, width: .absolute(100))])
      for replicate in 0..<28 {
        judge.add([replicate % every == 0 ? .known(Double(replicate % 8)) : .missing])
      }
      #expect(judge.expectedCount == count, "\(every)")
    }
    // Of none in 29 the half-width z^2 / 2 / (29 + z^2) = 0.0585 falls with the number: 169.6.
    var none = PrecisionJudge(
      plan: .init(minimum: 30, maximum: 1_000, batch: 10),
      targets: [PrecisionTarget(kind: .share, width: .absolute(0.01))])
    for _ in 0..<29 { none.add([0]) }
    #expect(none.expectedCount == 180)
  }
}
