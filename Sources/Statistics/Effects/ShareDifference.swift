import Glibc

/// The difference of the chances of an event in two groups, by inverting a score test.
///
/// The statistic at a difference d is (share a - share b - d) over its standard error, computed with
/// the most likely chances that have this difference. The interval holds all d that the test does not
/// reject: it has a width where both shares are 0, and stays within -1...1. At d = 0 the test is
/// Pearson's chi-square, of pairs McNemar's, both without a correction for continuity: that of
/// `RiskRatio` at 1.
/// Source: Mee (1984), Biometrics 40, 1175, without the factor N/(N-1) of Miettinen and Nurminen;
/// pairs: Tango (1998), doi:10.1002/(SICI)1097-0258(19980430)17:8<891::AID-SIM780>3.0.CO;2-B.
package struct ShareDifference: Inference, Hashable {
  let counts: ShareCounts

  package init(_ counts: ShareCounts) { self.counts = counts }

  package var estimate: Double { counts.difference }

  private var method: IntervalMethod {
    switch counts {
    case .groups: .mee
    case .pairs: .tango
    }
  }

  /// The score statistic at a difference, which falls with it; nil where all runs are as it says.
  private func z(_ difference: Double) -> Double? {
    guard difference >= 0 else {
      return ShareDifference(counts.swapped).z(-difference).map { -$0 }
    }
    let (distance, variance): (Double, Double)
    switch counts {
    case .groups(let a, let n, let b, let m):
      let chance = Self.smallerChance(a, n, b, m, difference)
      let other = min(1, chance + difference)
      distance = a / n - b / m - difference
      variance = other * (1 - other) / n + chance * (1 - chance) / m
    case .pairs(_, let a, let b, let n):
      // Twice n times the chance of an event in b alone is the larger root of a quadratic, here in the
      // form in which nothing cancels.
      let spread = difference * (1 - difference)
      let half = (a + b - (2 * n - a + b) * difference) / 2
      let root = (half * half + 2 * n * b * spread).squareRoot()
      let twice = half > 0 ? half + root : root > half ? 2 * n * b * spread / (root - half) : 0
      distance = a - b - n * difference
      variance = twice + n * spread
    }
    guard variance > 0 else { return distance == 0 ? nil : distance > 0 ? .infinity : -.infinity }
    return distance / variance.squareRoot()
  }

  /// The most likely chance of an event in the second group, where that of the first is larger by
  /// `difference`: where the derivative of the likelihood's logarithm, which falls, is 0.
  ///
  /// It lies between the shares that each group has by itself.
  private static func smallerChance(
    _ a: Double, _ n: Double, _ b: Double, _ m: Double, _ difference: Double
  ) -> Double {
    func slope(_ events: Double, _ runs: Double, _ chance: Double) -> Double {
      (events > 0 ? events / chance : 0) - (events < runs ? (runs - events) / (1 - chance) : 0)
    }
    func slope(_ chance: Double) -> Double {
      slope(a, n, min(1, chance + difference)) + slope(b, m, chance)
    }
    let (one, other) = (min(max(0, a / n - difference), 1 - difference), min(b / m, 1 - difference))
    let (low, high) = (min(one, other), max(one, other))
    if !(slope(low) > 0) { return low }
    if !(slope(high) < 0) { return high }
    return SignChange.between(low, high, slope)
  }

  /// Nil where all runs are as it says. Beyond -1...1 there is no difference.
  package func p(against value: Double) -> OneSided? {
    if abs(value) > 1 { return OneSided(score: value > 0 ? -.infinity : .infinity) }
    return z(value).flatMap { OneSided(score: $0) }
  }

  /// The differences whose statistic is from `-most` to `most`.
  func ends(_ most: Double) -> (lower: Double, upper: Double) {
    (-ShareDifference(counts.swapped).upperEnd(most), upperEnd(most))
  }

  private func upperEnd(_ most: Double) -> Double {
    estimate < 1 ? SignChange.between(estimate, 1) { (z($0) ?? 0) + most } : 1
  }

  package func interval(level: Double) -> Interval? {
    let (lower, upper) = ends(Normal.twoSided(level: level))
    return Interval(lower: lower, upper: upper, method: method)
  }
}

extension ComparedValues {
  /// Of two groups of shares; nil for more, and of means.
  var shareDifference: ShareDifference? {
    isOfShares ? shareCounts.map { ShareDifference($0) } : nil
  }
}
