import Glibc

/// The ratio of the chances of an event in two groups, by inverting a score test.
///
/// The statistic at a ratio r is (share a - r share b) over its standard error, computed with the
/// most likely chances that have this ratio. The interval holds all r that the test does not reject;
/// it needs no correction for a share of 0 or 1. At r = 1 the test is Pearson's chi-square, of pairs
/// McNemar's, both without a correction for continuity.
/// Source: Koopman (1984), doi:10.2307/2531405; pairs: Tang, Tang and Chan (2003),
/// doi:10.1002/sim.1403.
package struct RiskRatio: Hashable, Sendable {
  private enum Counts: Hashable {
    /// Events of runs, in each group.
    case groups(a: Double, n: Double, b: Double, m: Double)
    /// Pairs with an event in both, in the first alone, in the second alone; all pairs.
    case pairs(both: Double, a: Double, b: Double, of: Double)
  }

  private let counts: Counts

  /// Independent groups; nil for an empty one, and for other values than 0 and 1.
  package init?(_ x: ValueSummary, _ y: ValueSummary) {
    guard let a = Self.events(x), let b = Self.events(y) else { return nil }
    self.init(events: a, of: x.count, and: b, of: y.count)
  }

  /// - Precondition: events among one run or more.
  package init(events a: Int, of n: Int, and b: Int, of m: Int) {
    precondition(0...n ~= a && 0...m ~= b && n > 0 && m > 0)
    counts = .groups(a: Double(a), n: Double(n), b: Double(b), m: Double(m))
  }

  /// Nil without pairs, and for other values than 0 and 1.
  package init?(_ pairs: PairSummary) {
    guard let a = Self.events(pairs.x), let b = Self.events(pairs.y),
      let mean = pairs.differences.moments.mean
    else { return nil }
    let differences = pairs.differences.moments
    let squares = differences.sumOfSquaredDeviations + Double(pairs.count) * mean * mean
    let apart = Int(squares.rounded())  // pairs whose runs differ
    let alone = (apart + a - b) / 2
    self.init(both: a - alone, first: alone, second: apart - alone, pairs: pairs.count)
  }

  /// - Precondition: no more events than pairs, and a pair.
  package init(both: Int, first: Int, second: Int, pairs: Int) {
    precondition(min(both, first, second) >= 0 && both + first + second <= pairs && pairs > 0)
    counts = .pairs(
      both: Double(both), a: Double(first), b: Double(second), of: Double(pairs))
  }

  private static func events(_ values: ValueSummary) -> Int? {
    guard let mean = values.moments.mean, let least = values.moments.min,
      let most = values.moments.max, least >= 0, most <= 1, values.isWhole
    else { return nil }
    return Int((mean * Double(values.count)).rounded())
  }

  private var shares: (a: Double, b: Double) {
    switch counts {
    case .groups(let a, let n, let b, let m): (a / n, b / m)
    case .pairs(let both, let a, let b, let n): ((both + a) / n, (both + b) / n)
    }
  }

  /// Nil without events in the second group.
  package var estimate: Double? { shares.b > 0 ? shares.a / shares.b : nil }

  /// The score statistic at a ratio above 0; nil where all runs, or none, are as it says.
  private func z(_ ratio: Double) -> Double? {
    let (distance, variance): (Double, Double)
    switch counts {
    case .groups(let a, let n, let b, let m):
      // The likelihood's derivative is 0 at the smaller root of a quadratic in the chance of b.
      let half = (n * ratio + a + m + b * ratio) / 2
      let root = max(0, half * half - (n + m) * ratio * (a + b)).squareRoot()
      let chance = (a + b) / (half + root)
      distance = a / n - ratio * b / m
      variance =
        ratio * chance * (1 - ratio * chance) / n + ratio * ratio * chance * (1 - chance) / m
    case .pairs(let both, let a, let b, _):
      let (inA, inB, inAny) = (both + a, both + b, both + a + b)
      distance = inA - ratio * inB
      // n (1 + r) q + inAny (r - 1), q being the chance of an event in b alone: the larger root of
      // a quadratic, put in so that nothing cancels.
      let square = ratio * ratio * inB
      let root = hypot((inA - square) / 2, ratio * (a * b).squareRoot())
      variance = ratio * inAny * (1 - ratio * both / (root + (inA + square) / 2))
    }
    guard variance > 0 else { return distance == 0 ? nil : distance > 0 ? .infinity : -.infinity }
    return distance / variance.squareRoot()
  }

  /// What the data say against the ratio `value`, above 0; nil where there are no events to tell.
  package func against(_ value: Double) -> OneSided? {
    z(value).flatMap { $0.isFinite ? OneSided(z: $0) : nil }
  }

  /// The test that both chances are equal; p is 1 where no runs differ.
  package var result: TestResult? {
    guard let z = z(1) else { return TestResult(statistic: 0, p: 1) }
    return OneSided(z: z).difference
  }

  /// From 0 without events in the first group; open above without any in the second.
  package func interval(level: Double) -> Interval {
    let most = Normal.twoSided(level: level)
    let (a, b) = shares
    // The statistic falls with the ratio.
    func first(_ bound: Double) -> Double {
      firstDouble(from: 1e-100, through: 1e100) {
        (z($0) ?? 0) <= bound
      }
    }
    return Interval(
      lower: a > 0 ? first(most) : b > 0 ? 0 : nil, upper: b > 0 ? first(-most) : nil,
      method: .score)
  }
}

extension ComparedValues {
  /// Of two groups of 0 and 1; nil for more.
  fileprivate var riskRatio: RiskRatio? {
    pairs.map { RiskRatio($0.summary) } ?? two { RiskRatio($0.summary, $1.summary) }
  }
}

extension ComparisonTest {
  package static let riskScore = ComparisonTest(
    "risk_score",
    MethodWords(
      "score test of two shares",
      "Are the shares of runs the same, by Pearson\u{2019}s or McNemar\u{2019}s test?",
      assumption: "About five runs of each kind, or more.",
      source:
        "Pearson (1900), doi:10.1080/14786440009463897; McNemar (1947), doi:10.1007/BF02295996"),
    data: .flags, pairing: .wherePossible
  ) { $0.riskRatio?.result }
}

extension ComparisonEffect {
  package static let riskRatio = ComparisonEffect(
    "risk_ratio",
    MethodWords(
      "risk ratio", "Share of runs of one level divided by that of the other.",
      assumption: "Interval: about five runs of each kind, or more.",
      source:
        "Koopman (1984), doi:10.2307/2531405; Tang, Tang and Chan (2003), doi:10.1002/sim.1403"),
    scale: .ratio, unit: .none, data: .flags, test: .riskScore, agreesWith: ["risk_score"],
    against: { $0.riskRatio?.against($1) },
    run: { groups in
      groups.riskRatio.flatMap { ratio in
        ratio.estimate.map { ($0, ratio.interval(level: groups.level)) }
      }
    })
}
