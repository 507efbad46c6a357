import Statistics
import Testing

@Suite("Estimates on their edges")
struct EstimateTests {
  @Test("too few values leave moments and intervals undefined, not zero")
  func tooFew() {
    let none = Moments()
    #expect(none.mean == nil && none.sd == nil && none.min == nil)
    let one = Moments(of: [4])
    #expect(one.mean == 4 && one.variance == nil && one.meanInterval(level: 0.95) == nil)
    #expect(SortedSample([]).median == nil)
    #expect(SortedSample([]).quantileInterval(0.5, level: 0.95) == nil)
    #expect(Proportion(successes: 0, trials: 0).interval(level: 0.95) == nil)
    #expect(Proportion(successes: 0, trials: 0).estimate.isNaN)
    for trials in 1...50 {
      let none = Proportion(successes: 0, trials: trials).interval(level: 0.95)
      let all = Proportion(successes: trials, trials: trials).interval(level: 0.95)
      #expect(none?.lower == 0 && all?.upper == 1)
    }
    let ends = Interval(lower: 1, upper: 2, method: .t)
    #expect([0.9, 1, 1.5, 2, 2.1].map(ends.contains) == [false, true, true, true, false])
    let open = Interval(lower: nil, upper: nil, method: .t)
    #expect(open.contains(-1e300) && open.contains(1e300) && open.halfWidth == nil)
    #expect(KaplanMeier([]).median == nil && KaplanMeier([]).medianInterval(level: 0.95) == nil)
  }

  @Test("equal values have no spread, whatever their sum rounds to")
  func constant() {
    let moments = Moments(of: Array(repeating: 0.1, count: 1_000))
    #expect(moments.mean == 0.1 && moments.sd == 0)
  }

  @Test("counts are summed exactly in any order and grouping")
  func countsAreExact() {
    let values = (0..<1_000).map { 1_000_000_000 - ($0 * 7_919) % 1_000 }
    var forward = CountMoments()
    for value in values { forward.add(value) }
    var (odd, even) = (CountMoments(), CountMoments())
    for value in values.reversed() {
      if value.isMultiple(of: 2) { even.add(value) } else { odd.add(value) }
    }
    odd.merge(even)
    #expect(forward == odd)
    // 0...999 once each, shifted: variance n (n + 1) / 12.
    #expect(forward.variance == 1_000 * 1_001 / 12.0)
  }

  @Test("without censoring the Kaplan-Meier median is an order statistic, its interval around it")
  func kaplanMeierMedian() {
    let curve = KaplanMeier((1...20).map { CensoredTime(time: Double($0), happened: true) })
    #expect(curve.median == 10)
    // By hand: the lower limit falls to 0.49994 at 5, the upper one from 0.50135 at 14 to
    // 0.44853 at 15.
    let interval = curve.medianInterval(level: 0.95)
    #expect(interval?.lower == 5 && interval?.upper == 15)
  }

  @Test("a median never reached leaves the upper side open")
  func openMedian() {
    let values = (1...10).map { CensoredTime(time: Double($0), happened: $0 <= 4) }
    let curve = KaplanMeier(values)
    #expect(curve.median == nil)
    let interval = curve.medianInterval(level: 0.95)
    #expect(interval?.lower != nil && interval?.upper == nil)
  }

  /// `median_confint_hs` of quantileCI 0.0.0.9000 for R (Höhle 2019), of the first values.
  static let continuousMedians: [(count: Int, level: Double, low: Double, high: Double)] = [
    (6, 0.8, 2.9891304347826084, 8.1086956521739140),
    (6, 0.9, 2.8716216216216215, 9.2837837837837860),
    (6, 0.95, 2.6785714285714288, 11.2142857142857117),
    (7, 0.95, 2.8666666666666671, 15.1333333333333311),
    (10, 0.8, 4.3929618768328442, 26.2609970674486846),
    (10, 0.95, 3.3288288288288288, 41.1891891891891788),
    (13, 0.9, 5.2827037773359828, 85.7960238568588665),
    (13, 0.95, 4.5269482884195202, 89.3153678077203210),
  ]

  @Test("the interval of a continuous median lies between order statistics")
  func continuousMedian() throws {
    let values = [2.5, 3, 3.5, 5, 8, 13, 21, 34, 55, 89, 90, 91, 92]
    for (count, level, low, high) in Self.continuousMedians {
      let ends = SortedSample.continuousMedianRanks(count: count, level: level).ends {
        values[$0 - 1]
      }
      #expect(abs(try #require(ends.lower) - low) < 1e-12 * low)
      #expect(abs(try #require(ends.upper) - high) < 1e-12 * high)
    }
    // Of 6: I = (1/40 - 1/64) / (6/64) = 1/10, and the ends lie 5 I / (1 + 4 I) of the way.
    let six = SortedSample.continuousMedianRanks(count: 6, level: 0.95)
    #expect(six.lower == 1 && six.upper == 6 && abs(six.inward - 5 / 14.0) < 1e-12)
    for count in 0..<6 {
      let few = SortedSample.continuousMedianRanks(count: count, level: 0.95).ends { Double($0) }
      #expect(few.lower == nil && few.upper == nil)
    }
    // Equal values stay what they are.
    let equal = six.ends { _ in 0.1 }
    #expect(equal.lower == 0.1 && equal.upper == 0.1)
  }

  @Test("a difference of unpaired times in milliseconds since 1970 keeps its digits")
  func farFromZero() throws {
    let base = 1_700_000_000_000.0
    // One of 1,700 runs ends a millisecond later; doubles there are 0.00024 ms apart.
    let nearX = [1.0] + [Double](repeating: 0, count: 1_699)
    let nearY = (0..<900).map { Double($0 % 2) }
    let (x, y) = (nearX.map { base + $0 }, nearY.map { base + $0 })
    let near = try #require(MeanDifference(welch: nearX, nearY))
    let far = try #require(MeanDifference(welch: x, y))
    #expect(abs(far.estimate - (1.0 / 1_700 - 0.5)) < 1e-12)
    #expect(abs(far.standardError / near.standardError - 1) < 1e-12)
    let nearP = try #require(near.result?.p)
    let farP = try #require(far.result?.p)
    #expect(abs(farP / nearP - 1) < 1e-9)
  }
}
