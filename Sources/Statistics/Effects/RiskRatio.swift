import Glibc

/// The ratio of the chances of an event in two groups, by inverting a score test.
///
/// The statistic at a ratio r is (share a - r share b) over its standard error, computed with the
/// most likely chances that have this ratio. The interval holds all r that the test does not reject;
/// it needs no correction for a share of 0 or 1. At r = 1 the test is Pearson's chi-square, of pairs
/// McNemar's, both without a correction for continuity.
/// Source: Koopman (1984), doi:10.2307/2531405; pairs: Tang, Tang and Chan (2003),
/// doi:10.1002/sim.1403.
package struct RiskRatio: Inference, Hashable {
  private let counts: ShareCounts

  package init(_ counts: ShareCounts) { self.counts = counts }

  package var estimate: Double { counts.shares.a / counts.shares.b }

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

  /// Against a ratio above 0; nil where there are no events to tell.
  package func p(against value: Double) -> OneSided? {
    z(value).flatMap { OneSided(score: $0) }
  }

  /// The test that both chances are equal; p is 1 where no runs differ.
  package var result: TestResult? {
    p(against: 1).map(\.difference) ?? TestResult(statistic: 0, p: 1)
  }

  /// From 0 without events in the first group; open above without any in the second.
  package func interval(level: Double) -> Interval? {
    let most = Normal.twoSided(level: level)
    let (a, b) = counts.shares
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
  /// Of two groups of 0 and 1; nil for more, and for other values.
  var riskRatio: RiskRatio? { shareCounts.map { RiskRatio($0) } }
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
    data: .flags, pairing: .wherePossible, isPooled: true
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
    infer: { $0.riskRatio })
}
