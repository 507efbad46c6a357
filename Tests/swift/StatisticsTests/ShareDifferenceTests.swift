import Foundation
import Statistics
import Testing

@Suite("Differences of shares") struct ShareDifferenceTests {
  private func ends(_ counts: ShareCounts, level: Double = 0.95) throws -> (Double, Double) {
    let found = try #require(ShareDifference(counts).interval(level: level))
    return (try #require(found.lower), try #require(found.upper))
  }

  /// Newcombe (1998), doi:10.1002/(SICI)1097-0258(19980430)17:8<873::AID-SIM779>3.0.CO;2-I, Table II,
  /// method of Mee; Fagerland, Lydersen and Laake (2014), doi:10.1002/sim.6148, method of Tango; Tango
  /// (1998), the lenses.
  @Test("intervals are those published")
  func published() throws {
    for (a, n, b, m, low, high) in [
      (56, 70, 48, 80, 0.0533, 0.3377), (9, 10, 3, 10, 0.1821, 0.8370),
      (6, 7, 2, 7, 0.0544, 0.8478), (5, 56, 0, 29, -0.0313, 0.1926),
      (0, 10, 0, 20, -0.1611, 0.2775), (0, 10, 0, 10, -0.2775, 0.2775),
    ] {
      let (lower, upper) = try ends(ShareCounts(events: a, of: n, and: b, of: m))
      #expect(abs(lower - low) < 6e-5 && abs(upper - high) < 6e-5, "\(a), \(n), \(b), \(m)")
    }
    for (both, a, b, n, level, low, high) in [
      (59, 6, 16, 161, 0.95, -0.1240, -0.0054), (1, 1, 7, 21, 0.95, -0.517, -0.026),
      (43, 0, 1, 44, 0.9, -0.096, 0.037),
    ] {
      let (lower, upper) = try ends(
        ShareCounts(both: both, first: a, second: b, pairs: n), level: level)
      #expect(abs(lower - low) < 6e-4 && abs(upper - high) < 6e-4, "\(both), \(a), \(b), \(n)")
    }
  }

  /// Made by brentq of scipy 1.17, from the definitions.
  @Test("intervals are those of another program, to twelve digits")
  func scipy() throws {
    for (counts, low, high) in [
      (ShareCounts(events: 7, of: 34, and: 1, of: 34), 0.02837050796899956, 0.34393992194574036),
      (
        ShareCounts(events: 3, of: 200, and: 0, of: 150), -0.010131710228105769,
        0.04316572879269027
      ),
      (ShareCounts(events: 1, of: 1, and: 0, of: 1), -0.31523954498669465, 1),
      (
        ShareCounts(events: 199, of: 200, and: 180, of: 190), 0.017925516930615795,
        0.08975529990504988
      ),
      (
        ShareCounts(both: 9, first: 5, second: 2, pairs: 40), -0.06568459310702389,
        0.22339591445469195
      ),
      (
        ShareCounts(both: 6, first: 0, second: 3, pairs: 9), -0.6457978644196033,
        0.06552673122605875
      ),
      (
        ShareCounts(both: 0, first: 12, second: 0, pairs: 300), 0.02302732148794231,
        0.06860421203864005
      ),
    ] {
      let (lower, upper) = try ends(counts)
      #expect(abs(lower - low) < 1e-11 && abs(upper - high) < 1e-11, "\(counts)")
    }
    for (counts, value, z) in [
      (ShareCounts(events: 7, of: 34, and: 1, of: 34), 0.05, 1.7129427032776152),
      (ShareCounts(events: 7, of: 34, and: 1, of: 34), -0.02, 2.4553807539120758),
      (ShareCounts(both: 9, first: 5, second: 2, pairs: 40), 0.1, -0.3763325826207202),
      (ShareCounts(both: 9, first: 5, second: 2, pairs: 40), -0.1, 2.3352664843798436),
    ] {
      let against = try #require(ShareDifference(counts).p(against: value))
      #expect(abs(try #require(against.statistic) - z) < 1e-10, "\(counts), \(value)")
    }
  }

  @Test("a margin of 1 or more holds all differences of shares")
  func widest() throws {
    for counts in [
      ShareCounts(events: 3, of: 10, and: 5, of: 10),
      ShareCounts(both: 1, first: 2, second: 4, pairs: 10),
    ] {
      for value in [1, 1.5] {
        #expect(try #require(ShareDifference(counts).p(against: value)?.smaller?.p) < 1e-300)
        #expect(try #require(ShareDifference(counts).p(against: -value)?.larger?.p) < 1e-300)
      }
    }
  }

  /// Of n runs without an event beside m likewise z² = n d / (1-d); of pairs likewise.
  @Test("shares of 0 and 1 have an interval with a width", arguments: [1, 10, 100, 1_000_000])
  func zeros(n: Int) throws {
    let z2 = 1.959963984540054 * 1.959963984540054
    let wanted = z2 / (Double(n) + z2)
    for counts in [
      ShareCounts(events: 0, of: n, and: 0, of: n), ShareCounts(events: n, of: n, and: n, of: n),
      ShareCounts(both: 0, first: 0, second: 0, pairs: n),
      ShareCounts(both: n, first: 0, second: 0, pairs: n),
    ] {
      let (lower, upper) = try ends(counts)
      #expect(abs(upper / wanted - 1) < 1e-9 && abs(lower / wanted + 1) < 1e-9, "\(counts)")
      #expect(ShareDifference(counts).estimate == 0)
    }
    // All and none: z² = 2 n (1-d) / (1+d).
    let (lower, upper) = try ends(ShareCounts(events: n, of: n, and: 0, of: n))
    let end = (2 * Double(n) - z2) / (2 * Double(n) + z2)
    #expect(upper == 1 && abs(lower - end) < 1e-9)
  }

  @Test("the interval excludes 0 exactly where the score test's p is below 1 - level")
  func agreement() throws {
    var tables: [ShareCounts] = []
    for a in 0...9 {
      for b in 0...7 {
        tables.append(ShareCounts(events: a, of: 9, and: b, of: 7))
        if a + b <= 9 { tables.append(ShareCounts(both: 0, first: a, second: b, pairs: 9)) }
      }
    }
    for counts in tables {
      let p = try #require(RiskRatio(counts).result?.p)
      if let against = ShareDifference(counts).p(against: 0)?.difference?.p {
        #expect(abs(against - p) < 1e-12, "\(counts)")
      } else {
        #expect(p == 1, "\(counts)")
      }
      for level in [0.5, 0.8, 0.95, 0.99] {
        let interval = try #require(ShareDifference(counts).interval(level: level))
        #expect(interval.contains(0) == (p >= 1 - level), "\(counts), \(level)")
        #expect(interval.contains(ShareDifference(counts).estimate), "\(counts), \(level)")
      }
    }
  }

  /// Sums of the probabilities of all tables whose interval holds the true difference, as computed by
  /// scipy; Welch's t interval covers 69 % of the first.
  @Test(
    "of rare events intervals cover as often as they say",
    arguments: [(0.01, 0.002, 0.996_779_401_376_590_4), (0.01, 0.01, 0.986_496_134_021_964_6)])
  func coverage(p: Double, q: Double, wanted: Double) throws {
    func chance(_ events: Int, of runs: Int, _ share: Double) -> Double {
      let (n, k) = (Double(runs), Double(events))
      let ways = lgamma(n + 1) - lgamma(k + 1) - lgamma(n - k + 1)
      return exp(ways + k * log(share) + (n - k) * log1p(-share))
    }
    var covered = 0.0
    for a in 0..<16 {
      for b in 0..<12 {
        let counts = ShareCounts(events: a, of: 100, and: b, of: 100)
        if ShareDifference(counts).interval(level: 0.95)?.contains(p - q) == true {
          covered += chance(a, of: 100, p) * chance(b, of: 100, q)
        }
      }
    }
    #expect(abs(covered - wanted) < 1e-9, "\(covered)")
  }

  @Test("pooled, the interval comes from those of the combinations")
  func pooled() throws {
    let counts = [(3, 40, 0, 40), (5, 40, 1, 30), (0, 40, 0, 40)].map {
      ShareCounts(events: $0.0, of: $0.1, and: $0.2, of: $0.3)
    }
    // By scipy, as above.
    let found = try #require(PooledShareDifference(counts))
    let interval = try #require(found.interval(level: 0.95))
    #expect(abs(found.estimate - 1.0 / 18) < 1e-15 && interval.method == .mover)
    #expect(abs(try #require(interval.lower) + 0.009189706912959734) < 1e-10)
    #expect(abs(try #require(interval.upper) - 0.12491188792460764) < 1e-10)
    let p = try #require(found.p(against: 0)?.difference?.p)
    #expect(abs(p - 0.07590542148271517) < 1e-9)
    #expect(abs(try #require(found.interval(level: 1 - p)?.lower)) < 1e-9)
    // One combination is itself; nothing in all of them still has a width.
    let one = try #require(PooledShareDifference([counts[1]])?.interval(level: 0.9))
    let own = try #require(ShareDifference(counts[1]).interval(level: 0.9))
    #expect(abs(try #require(one.lower) - #require(own.lower)) < 1e-12)
    #expect(abs(try #require(one.upper) - #require(own.upper)) < 1e-12)
    let none = try #require(PooledShareDifference([counts[2], counts[2], counts[2], counts[2]]))
    #expect(abs(try #require(none.interval(level: 0.95)?.upper) - wilson(40) / 2) < 1e-9)
    #expect(PooledShareDifference([]) == nil)
    #expect(found.p(against: -0.9)?.larger.map { $0.p < 1e-9 } == true)
  }

  private func wilson(_ n: Double) -> Double {
    let z2 = 1.959963984540054 * 1.959963984540054
    return z2 / (n + z2)
  }

  @Test("pooled runs that share their random numbers count once where they are the same")
  func pooledPairs() throws {
    func means(_ rows: [(Double, Double, Int)]) -> PairSummary {
      var means = PairSummary()
      for (a, b, times) in rows { for _ in 0..<times { means.add(a, b) } }
      return means
    }
    let counts = ShareCounts(both: 10, first: 6, second: 1, pairs: 40)
    let own = try #require(ShareDifference(counts).interval(level: 0.95))
    // The same runs in both combinations: as one; other runs in each: narrower by √2.
    let same = try #require(
      PooledShareDifference(
        [counts, counts], means: means([(1, 1, 10), (1, 0, 6), (0, 1, 1), (0, 0, 23)])))
    #expect(abs(try #require(same.interval(level: 0.95)?.upper) - #require(own.upper)) < 1e-9)
    let apart = try #require(
      PooledShareDifference(
        [counts, counts],
        means: means([(0.5, 0, 12), (0, 0.5, 2), (0.5, 0.5, 20), (0, 0, 6)])))
    let narrow = try #require(apart.interval(level: 0.95)?.upper) - apart.estimate
    #expect(narrow < (try #require(own.upper) - apart.estimate) / 1.4)
    // Without a run that differs nothing is known of how they go together.
    let none = ShareCounts(both: 3, first: 0, second: 0, pairs: 40)
    let unknown = try #require(
      PooledShareDifference([none, none, none], means: means([(1, 1, 3), (0, 0, 37)])))
    #expect(abs(try #require(unknown.interval(level: 0.95)?.upper) - wilson(40)) < 1e-9)
  }

  @Test("a margin of shares is judged by the same test as the interval")
  func margins() throws {
    let groups = [[1.0, 1, 1, 1, 0, 1, 1, 1], [1, 1, 0, 1, 1, 1, 1, 1]].map {
      GroupValues([], $0)
    }
    func compared(_ isOfShares: Bool) -> ComparedValues {
      ComparedValues(
        groups, pairs: nil, times: [], isOfShares: isOfShares, level: 0.9, key: 1)
    }
    let effect = ComparisonEffect.meanDifference
    let shares = try #require(effect.inference(of: compared(true)))
    let ends = try #require(shares.interval(level: 0.9))
    let upper = try #require(ends.upper)
    #expect(ends.method == .mee)
    #expect(effect.equivalence(shares, Margin(upper + 1e-9), level: 0.9).isWithinMargin)
    let at = effect.equivalence(shares, Margin(upper - 1e-9), level: 0.9)
    let p = try #require(at.result?.p)
    #expect(!at.isWithinMargin && abs(p - 0.05) < 1e-6)
    #expect(effect.inference(of: compared(false))?.interval(level: 0.9)?.method == .t)
  }

  @Test("a group of zeros: the ratio is 0 and nothing else; over it there is a lower bound alone")
  func ratios() throws {
    let (zeros, others) = ([Double](repeating: 0, count: 12), (1...12).map(Double.init))
    func estimate(_ effect: ComparisonEffect, _ x: [Double], _ y: [Double], shares: Bool)
      -> (value: Double, interval: Interval?)?
    {
      effect.inference(
        of: ComparedValues(
          [GroupValues([], x), GroupValues([], y)], pairs: nil, times: [], isOfShares: shares,
          level: 0.95, key: 1)
      ).map { ($0.estimate, $0.interval(level: 0.95)) }
    }
    let means = try #require(estimate(.ratioOfMeans, zeros, others, shares: false))
    #expect(means.value == 0 && means.interval?.lower == 0 && means.interval?.upper == 0)
    let half = others.map { $0 > 6 ? 1.0 : 0 }
    for effect in [ComparisonEffect.riskRatio, .ratioOfMeans] {
      let under = try #require(estimate(effect, zeros, half, shares: true))
      #expect(under.value == 0 && under.interval?.lower == 0)
      #expect(try #require(under.interval?.upper) < 1)
      let over = try #require(estimate(effect, half, zeros, shares: true))
      #expect(over.value == .infinity && over.interval?.upper == nil)
      #expect(
        abs(try #require(over.interval?.lower) * #require(under.interval?.upper) - 1) < 1e-9)
    }
  }

  @Test("ratios are as far from 1 as their logarithms from 0")
  func distances() {
    let ratio = ComparisonEffect.riskRatio
    #expect(ratio.distance(1) == 0 && abs(ratio.distance(4) + ratio.distance(0.25)) < 1e-15)
    #expect(ratio.distance(0) < ratio.distance(.leastNonzeroMagnitude))
    #expect(ratio.distance(-1).isFinite)
    #expect(ComparisonEffect.meanDifference.distance(-3) == -3)
  }
}
