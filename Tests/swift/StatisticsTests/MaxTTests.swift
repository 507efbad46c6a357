import KeyedRandom
import Statistics
import TestSupport
import Testing

/// Groups, all pairs of which are compared, and what is said of all together.
private struct JointGroups {
  let differences: [MeanDifference]
  let all: MaxTDistribution
  let pairs: [(a: Int, b: Int)]

  init?(_ groups: [[Double]], isPaired: Bool, draws: Int, key: UInt64) {
    pairs = groups.indices.flatMap { b in (0..<b).map { (a: $0, b: b) } }
    differences = pairs.compactMap { a, b in
      isPaired
        ? MeanDifference(paired: groups[a], groups[b]) : MeanDifference(welch: groups[a], groups[b])
    }
    guard differences.count == pairs.count else { return nil }
    all = MaxTDistribution(groups, pairs: pairs, isPaired: isPaired, draws: draws, key: key)
  }

  var joint: [SimultaneousDifference] {
    differences.map { SimultaneousDifference($0, among: all, count: pairs.count) }
  }
}

@Suite("Differences of means together (max_t)") struct MaxTTests {
  private static func normal(_ stream: inout RandomStream) -> Double {
    Normal.quantile(stream.unit() + 0x1p-54)
  }

  @Test("an interval leaves out 0 exactly where P is at most 1 - level; neither is below its own")
  func agreement() throws {
    var stream = RandomStream(key: 81)
    for study in 0..<30 {
      let isPaired = study % 2 == 0
      let groups = (0..<4).map { level in
        (0..<15).map { _ in Double(level) * 0.4 + Self.normal(&stream) }
      }
      let found = try #require(
        JointGroups(groups, isPaired: isPaired, draws: 500, key: stream.next()))
      for (alone, joint) in zip(found.differences, found.joint) {
        let p = try #require(joint.p(against: 0)?.difference?.p)
        for level in [0.5, 0.8, 0.9, 0.95] {
          let interval = try #require(joint.interval(level: level))
          #expect(interval.contains(0) == (p > 1 - level), "\(level)")
          #expect(
            try #require(interval.halfWidth)
              >= #require(alone.interval(level: level)?.halfWidth) * (1 - 1e-12))
        }
        #expect(try p >= #require(alone.p(against: 0)?.difference?.p))
      }
    }
  }

  @Test("a difference is within a margin where its interval is, and P is never below its own")
  func margins() throws {
    var stream = RandomStream(key: 83)
    for study in 0..<20 {
      let isPaired = study % 2 == 0
      let groups = (0..<3).map { level in
        (0..<15).map { _ in Double(level) * 0.4 + Self.normal(&stream) }
      }
      let found = try #require(
        JointGroups(groups, isPaired: isPaired, draws: 500, key: stream.next()))
      for (alone, joint) in zip(found.differences, found.joint) {
        for margin in [0.05, 0.3, 0.8, 1.5, 3] {
          for better in [nil, .smaller, .larger] as [Better?] {
            let p = try #require(
              joint.test(within: -margin...margin, better: better, alpha: 0.1)?.p)
            #expect(
              try p >= #require(alone.test(within: -margin...margin, better: better)?.p))
            for level in [0.5, 0.8, 0.9, 0.95] {
              let interval = try #require(joint.interval(level: level))
              let (low, high) = (try #require(interval.lower), try #require(interval.upper))
              let isWithin =
                (better == .smaller || low > -margin) && (better == .larger || high < margin)
              #expect(isWithin == (p <= 1 - level), "\(p), \(level), \(margin)")
            }
          }
        }
      }
    }
  }

  @Test("one difference is itself: p of t within the error of the draws")
  func single() throws {
    var stream = RandomStream(key: 82)
    let groups = (0..<2).map { _ in (0..<60).map { _ in Self.normal(&stream) } }
    for isPaired in [false, true] {
      let found = try #require(JointGroups(groups, isPaired: isPaired, draws: 4_000, key: 3))
      for t in [0.5, 1, 2, 2.5] {
        let own = 2 * StudentT(degreesOfFreedom: isPaired ? 59 : 118).above(t)
        #expect(abs(found.all.p(t) - own) < 0.02, "\(t)")
      }
    }
  }

  /// R's multcomp 1.4-22, `glht(aov(y ~ g), mcp(g = "Tukey"))` of PlantGrowth: p 0.3909, 0.1980, 0.0120.
  /// The groups have 10 values and nearly equal variances; Welch's t and the draws move p by some hundredths.
  @Test("of groups with equal variances P is that of R's multcomp")
  func multcomp() throws {
    let groups = [
      [4.17, 5.58, 5.18, 6.11, 4.50, 4.61, 5.17, 4.53, 5.33, 5.14],
      [4.81, 4.17, 4.41, 3.59, 5.87, 3.83, 6.03, 4.89, 4.32, 4.69],
      [6.31, 5.12, 5.54, 5.50, 5.37, 5.29, 4.92, 6.15, 5.80, 5.26],
    ]
    let found = try #require(JointGroups(groups, isPaired: false, draws: 10_000, key: 5))
    for (joint, wanted) in zip(found.joint, [0.3909, 0.1980, 0.0120]) {
      let p = try #require(joint.p(against: 0)?.difference?.p)
      #expect(abs(p - wanted) < 0.1, "\(p), \(wanted)")
    }
  }

  @Test("a difference without spread has no t, and the bound for all differences")
  func constant() throws {
    var stream = RandomStream(key: 84)
    let shared = (0..<12).map { _ in Self.normal(&stream) }
    let groups = [shared, shared.map { $0 + 2 }, (0..<12).map { _ in Self.normal(&stream) }]
    let found = try #require(JointGroups(groups, isPaired: true, draws: 200, key: 6))
    let p = try #require(found.joint[0].p(against: 0)?.difference?.p)
    #expect(p == 3 * 2.0 / 4_096)
    #expect(found.joint[0].interval(level: 0.95)?.upper == found.differences[0].estimate)
    #expect(found.joint[0].interval(level: 0.9999)?.upper == nil)
  }

  /// Of normal values whose standard deviations lie between 1 and 3.
  @Test(
    "all differences lie within their intervals in 93.5 % of studies or more", .deep,
    arguments: [10, 30, 100], [3, 5, 10])
  func coverage(runs: Int, levels: Int) {
    for isPaired in [false, true] {
      let share = Simulation.share(key: UInt64(8_500 + runs + levels + (isPaired ? 1 : 0))) {
        stream in
        let shared = (0..<runs).map { _ in isPaired ? 2 * Self.normal(&stream) : 0 }
        let groups = (0..<levels).map { level in
          shared.map { $0 + (1 + 2 * Double(level) / Double(levels - 1)) * Self.normal(&stream) }
        }
        return JointGroups(groups, isPaired: isPaired, draws: 999, key: stream.next())?.joint
          .allSatisfy { $0.interval(level: 0.95)?.contains(0) ?? true } ?? false
      }
      Simulation.report("max_t, \(levels) levels, n = \(runs), paired: \(isPaired)", share)
      #expect(share >= 0.935)
    }
  }
}
