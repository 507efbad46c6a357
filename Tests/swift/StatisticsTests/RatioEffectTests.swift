import Foundation
import KeyedRandom
import Statistics
import Testing

@Suite("Ratios and bounded curves at their edges") struct RatioEffectTests {
  @Test("groups the other way round have the inverse ratio")
  func inverse() throws {
    var stream = RandomStream(key: 71)
    let (x, y) = (
      ValueDistribution.normal.sample(9, &stream), ValueDistribution.normal.sample(14, &stream)
    )
    let ratio = try #require(RatioOfMeans(ValueSummary(x), ValueSummary(y)))
    let inverse = try #require(RatioOfMeans(ValueSummary(y), ValueSummary(x)))
    #expect(abs(ratio.estimate * inverse.estimate - 1) < 1e-12)
    var lower = try #require(ratio.interval(level: 0.95)?.lower)
    var upper = try #require(inverse.interval(level: 0.95)?.upper)
    #expect(abs(lower * upper - 1) < 1e-9)
    let (risk, back) = (
      RiskRatio(events: 4, of: 30, and: 9, of: 50), RiskRatio(events: 9, of: 50, and: 4, of: 30)
    )
    lower = try #require(risk.interval(level: 0.95)?.lower)
    upper = try #require(back.interval(level: 0.95)?.upper)
    #expect(abs(lower * upper - 1) < 1e-9)
  }

  @Test("of values below 0 the smaller ratio is that of the larger values")
  func negative() throws {
    let ratio = try #require(
      RatioOfMeans(ValueSummary([-10, -11, -12]), ValueSummary([-5, -6, -7])))
    func p(_ better: Better) throws -> Double {
      let found = ComparisonEffect.ratioOfMeans.equivalence(
        ratio, Margin(1.2, better: better), level: 0.95)
      return try #require(found.result?.p)
    }
    #expect(try p(.larger) > 0.9 && p(.smaller) < 0.05)
  }

  @Test("pairs that all have one ratio have it for an interval once they are enough")
  func multiples() throws {
    for (count, isKnown) in [(4, false), (10, true)] {
      var pairs = PairSummary()
      for index in 0..<count {
        let value = Double(50 + index * 3 % 7)
        pairs.add(2 * value, value)
      }
      let interval = try #require(RatioOfMeans(pairs)?.interval(level: 0.95))
      #expect(interval.lower == (isKnown ? 2 : nil) && interval.upper == interval.lower)
    }
  }

  @Test("without spread a margin is one of the differences that its ratios stand for")
  func constantRatio() throws {
    for sign in [1.0, -1] {
      let (x, y) = (
        ValueSummary([Double](repeating: 5.4 * sign, count: 100)),
        ValueSummary([Double](repeating: 5 * sign, count: 100))
      )
      let ratio = ComparisonEffect.ratioOfMeans
      let difference = ComparisonEffect.meanDifference
      for better in [nil, .smaller, .larger] as [Better?] {
        // 1/1.5 to 1.5 of 5 is 5 - 1.667 to 5 + 2.5; the nearer end decides of both sides.
        let room = better == nil || (better == .smaller) == (sign > 0) ? 2.5 : 5 / 3.0
        #expect(
          try abs(
            #require(
              ratio.equivalence(RatioOfMeans(x, y), Margin(1.5, better: better), level: 0.95)
                .result?.p)
              - #require(
                difference.equivalence(
                  MeanDifference(welch: x, y), Margin(room, better: better), level: 0.95
                ).result?.p)) < 1e-9)
      }
    }
  }

  @Test("the interval leaves 1 out exactly where p is below 1 - level")
  func agreement() {
    var stream = RandomStream(key: 72)
    for _ in 0..<300 {
      let level = [0.8, 0.9, 0.95][Int(stream.below(3))]
      let n = 3 + Int(stream.below(12))
      var (pairs, events) = (PairSummary(), PairSummary())
      for _ in 0..<n {
        let shared = stream.unit()
        pairs.add(2 + shared + stream.unit(), 2.5 + shared + 0.5 * stream.unit())
        events.add(shared < 0.5 ? 1 : 0, shared < 0.3 || stream.unit() < 0.5 ? 1 : 0)
      }
      for (interval, p) in [
        (RatioOfMeans(pairs)?.interval(level: level), MeanDifference(pairs)?.result?.p),
        (
          RatioOfMeans(pairs.x, pairs.y)?.interval(level: level),
          MeanDifference(welch: pairs.x, pairs.y)?.result?.p
        ),
        (RiskRatio(events)?.interval(level: level), RiskRatio(events)?.result?.p),
        (
          RiskRatio(events.x, events.y)?.interval(level: level),
          RiskRatio(events.x, events.y)?.result?.p
        ),
      ] {
        guard let interval, let p else { continue }
        #expect(interval.contains(1) == (p >= 1 - level), "\(interval), \(p), \(level)")
      }
    }
  }

  @Test("equal values: a ratio of means where there are enough of them, and none over 0")
  func constant() {
    func ratio(_ a: Double, _ b: Double, _ count: Int) -> RatioOfMeans? {
      RatioOfMeans(
        ValueSummary([Double](repeating: a, count: count)),
        ValueSummary([Double](repeating: b, count: count)))
    }
    #expect(ratio(3, 2, 10)?.interval(level: 0.95)?.lower == 1.5)
    #expect(ratio(3, 2, 2)?.interval(level: 0.95)?.lower == nil)
    #expect(ratio(3, 0, 10) == nil)
    var same = PairSummary()
    for value in 1...10 { same.add(Double(value), Double(value)) }
    #expect(RatioOfMeans(same)?.interval(level: 0.95)?.lower == 1)
    #expect(RatioOfMeans(same)?.interval(level: 0.95)?.upper == 1)
    // A second mean that may be 0 leaves every ratio possible.
    let wide = RatioOfMeans(ValueSummary([5, 6, 7]), ValueSummary([-4, 5, 1]))
    #expect(wide != nil && wide?.interval(level: 0.95) == nil)
    // Of two values with the mean's error 1, t is 12.706.
    for (mean, isFinite) in [(12.7, false), (12.71, true), (-12.7, false), (-12.71, true)] {
      let ratio = RatioOfMeans(ValueSummary([5, 6, 7]), ValueSummary([mean - 1, mean + 1]))
      #expect((ratio?.interval(level: 0.95) != nil) == isFinite, "\(mean)")
    }
    #expect(RatioOfMeans(ValueSummary([1e300, 2e300]), ValueSummary([1e-300, 2e-300])) == nil)
  }

  @Test("counts of pairs and of groups are those of their values; others than 0 and 1 have none")
  func counts() {
    var pairs = PairSummary()
    for (a, b, times) in [(1.0, 1.0, 20), (1, 0, 12), (0, 1, 2), (0, 0, 16)] {
      for _ in 0..<times { pairs.add(a, b) }
    }
    #expect(RiskRatio(pairs) == RiskRatio(both: 20, first: 12, second: 2, pairs: 50))
    #expect(RiskRatio(pairs.x, pairs.y) == RiskRatio(events: 32, of: 50, and: 22, of: 50))
    #expect(RiskRatio(ValueSummary([0, 2]), ValueSummary([0, 1])) == nil)
    #expect(RiskRatio(ValueSummary([0.5]), ValueSummary([0, 1])) == nil)
    #expect(RiskRatio(ValueSummary([]), ValueSummary([0, 1])) == nil)
    // Nothing to tell: no interval, and p is 1.
    let none = RiskRatio(events: 0, of: 5, and: 0, of: 5)
    #expect(none.result?.p == 1 && none.estimate.isNaN)
    #expect(none.interval(level: 0.95) == Interval(lower: nil, upper: nil, method: .score))
    let all = RiskRatio(events: 5, of: 5, and: 5, of: 5)
    #expect(
      all.result?.p == 1 && all.estimate == 1 && all.interval(level: 0.95)?.contains(1) == true)
  }

  @Test("non-inferior exactly where the interval of level 1 - 2 alpha ends before the margin")
  func margins() throws {
    let (x, y) = (ValueSummary([4, 6, 5, 7, 8, 5]), ValueSummary([5, 7, 6, 4, 6]))
    let found = try #require(MeanDifference(welch: x, y))
    let ends = found.interval(level: 0.9)
    let (lower, upper) = (try #require(ends?.lower), try #require(ends?.upper))
    #expect(
      abs(try #require(found.nonInferiority(margin: upper, better: .smaller)?.p) - 0.05) < 1e-9)
    #expect(
      abs(try #require(found.nonInferiority(margin: -lower, better: .larger)?.p) - 0.05) < 1e-9)
    // Of equal values as many as make a worse mean too much of a coincidence.
    func same(_ count: Int) -> TestResult? {
      MeanDifference(
        welch: ValueSummary([Double](repeating: 3, count: count)),
        ValueSummary([Double](repeating: 4, count: count)))?
        .nonInferiority(margin: 0.5, better: .smaller)
    }
    #expect(try #require(same(100)?.p) < 0.05 && #require(same(4)?.p) > 0.05)
  }

  private func curve(
    _ responded: [Double], of runs: Double = 100, floor: Bool = true, plateau: Bool = true
  ) -> DoseResponseFit {
    let levels = responded.enumerated().map {
      DoseLevel(dose: Double($0.offset), responded: $0.element, of: runs)
    }
    return DoseResponseFit(
      .logit, DoseData(.events, levels), fitting: .init(floor: floor, plateau: plateau), level: 0.95
    )
  }

  @Test("a floor of 0 and a plateau of 1 leave the curve without them")
  func ends() throws {
    let fit = curve([0, 2, 12, 50, 88, 98, 100])
    #expect(fit.converged && !fit.isInside(.floor) && !fit.isInside(.plateau))
    #expect(fit.value(of: .floor) == 0 && fit.value(of: .plateau) == 1)
    #expect(fit.error(of: .floor) == nil && fit.set(of: .plateau) == .unknown)
    let plain = DoseResponseFit(.logit, fit.data, level: 0.95)
    #expect(fit.slope == plain.slope && fit.slopeError == plain.slopeError)
    #expect(fit.slopeSet == plain.slopeSet && fit.doseSet(at: 0.5) == plain.doseSet(at: 0.5))
    let one = curve([0, 2, 10, 40, 68, 78, 80])
    #expect(!one.isInside(.floor) && one.isInside(.plateau) && one.value(of: .floor) == 0)
    #expect(one.set(of: .plateau).contains(one.value(of: .plateau)))
    // Nothing is left to fit: the same as without bounds.
    #expect(one.parameterCount == 3 && one.degreesOfFreedom == 4)
  }

  @Test(
    "where the best line is a jump, the interval of an end goes on to where its likelihood excludes it"
  )
  func jump() throws {
    let fit = curve([2, 17, 18, 17], of: 20, floor: false)
    guard case .between(let lower, let upper) = fit.set(of: .plateau) else {
      Issue.record("\(fit.set(of: .plateau))")
      return
    }
    // With a plateau as low, the first dose alone is on the slope, and all others are on the plateau.
    func likelihood(_ mean: Double, _ responded: Double, of runs: Double) -> Double {
      responded * log(mean) + (runs - responded) * log(1 - mean)
    }
    let best = zip(0..., [2.0, 17, 18, 17]).reduce(0) {
      let plateau = fit.value(of: .plateau)
      let mean = plateau * ResponseLink.logit.mean(fit.intercept + fit.slope * Double($1.0))
      return $0 + likelihood(mean, $1.1, of: 20)
    }
    let jumping = likelihood(0.1, 2, of: 20) + likelihood(lower, 52, of: 60)
    #expect(abs(2 * (best - jumping) - 3.841458820694124) < 1e-6, "\(lower), \(upper)")
    #expect(lower < 0.8 && upper > fit.value(of: .plateau))
  }

  @Test("a slope within its error is not significant")
  func slightSlope() {
    let fit = curve([2, 3, 2, 4, 3, 5], of: 8, plateau: false)
    #expect(fit.converged && fit.slopeError != nil && !fit.slopeIsSignificant)
  }

  @Test("without a sure slope the interval of a dose is open; without scatter there is none")
  func doses() {
    let flat = curve([2, 3, 2, 4, 3, 5], of: 8, plateau: false)
    #expect(flat.doseSet(at: 0.4) == .everything && flat.doseError(at: 0.4) == nil)
    // Shares that do not scatter have a curve, and no errors.
    let levels = [0.1, 0.3].enumerated().map { dose, mean in
      var level = DoseLevel(dose: Double(dose))
      for _ in 0..<4 { level.add(mean) }
      return level
    }
    let exact = DoseResponseFit(.logit, DoseData(.shares, levels), fitting: .none, level: 0.95)
    #expect(exact.converged && exact.slopeError == nil && exact.doseSet(at: 0.2) == .unknown)
  }

  @Test("what the doses do not determine has no number")
  func unknown() {
    for (fit, reason) in [
      (curve([10, 11, 9, 80, 81, 80]), "no dose between floor and plateau"),
      (curve([10, 11, 9, 50, 80, 81, 80]), "one dose between them"),
      (curve([50, 50, 50, 50, 50, 50]), "flat"), (curve([10, 50, 90]), "fewer doses than numbers"),
      (curve([0, 0, 0, 0]), "no response"), (curve([0, 0, 100, 100, 100]), "separated"),
    ] {
      #expect(!fit.converged, "\(reason)")
      #expect(
        fit.slopeError == nil && fit.set(of: .plateau) == .unknown
          && fit.doseSet(at: 0.5) == .unknown)
    }
    #expect(curve([10, 50, 90]).hasTooFewDoses)
    let fit = curve([6, 9, 25, 41, 60, 75, 79, 78])
    #expect(fit.converged && fit.dose(at: 0.9) == nil && fit.doseError(at: 0.9) == nil)
    #expect(fit.dose(at: 0.01) == nil && fit.dose(at: 0.5) != nil)
  }

  @Test("doses far from 0 are as good as others")
  func far() throws {
    let responded = [6.0, 9, 12, 25, 41, 60, 71, 75, 79, 78]
    func fit(_ offset: Double) -> DoseResponseFit {
      let levels = responded.enumerated().map {
        DoseLevel(dose: offset + Double($0.offset), responded: $0.element, of: 100)
      }
      return DoseResponseFit(
        .logit, DoseData(.events, levels), fitting: .init(floor: true, plateau: true), level: 0.95)
    }
    let (near, far) = (fit(0), fit(0x1p30))
    #expect(near.slopeIsSignificant && far.slopeIsSignificant)
    #expect(
      abs(near.slope / far.slope - 1) < 1e-12
        && abs(near.value(of: .plateau) - far.value(of: .plateau)) < 1e-12)
    let doses = try [near, far].map { try #require($0.dose(at: 0.5)) }
    #expect(abs(doses[0] - (doses[1] - 0x1p30)) < 1e-6)
    let errors = try [near, far].map { try #require($0.doseError(at: 0.5)) }
    #expect(abs(errors[0] / errors[1] - 1) < 1e-9)
  }
}
