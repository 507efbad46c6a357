/// How many runs an answer needs, from a pilot's standard deviation.
package enum SampleSize {
  /// More runs than this are answered by nil.
  package static let largest = 1_000_000_000

  /// The smallest n with t(n - 1) sd / sqrt(n) <= `halfWidth`, where sd is at least `rare` / sqrt(n)
  /// (`OutbreakSample`); nil above `largest`.
  ///
  /// The interval of the study varies with its own sd: plan with `upperBound(sd:)` to be safe.
  /// - Precondition: `halfWidth` > 0, `sd` >= 0.
  package static func forHalfWidth(
    _ halfWidth: Double, sd: Double, rare: Double = 0, level: Double
  ) -> Int? {
    precondition(halfWidth > 0 && sd >= 0)
    return smallest(from: 2) { n in
      let t = StudentT(degreesOfFreedom: Double(n - 1)).twoSided(level: level)
      let root = Double(n).squareRoot()
      return t * max(sd, rare / root) / root <= halfWidth
    }
  }

  /// The smallest n whose Wilson interval is at most ± `halfWidth` when `share` is seen.
  package static func forShare(
    _ share: Double, halfWidth: Double, level: Double
  ) -> Int? {
    precondition(halfWidth > 0 && (0...1).contains(share))
    return smallest(from: 1) {
      Proportion.halfWidth(share, trials: $0, level: level) <= halfWidth
    }
  }

  /// The smallest n after which equal values of the given size count as known to `halfWidth`: the
  /// rule of three bounds the probability of other values, each as far away as the value's own
  /// size (at least 1). As in `PrecisionJudge`.
  package static func forEqualValues(
    _ size: Double, halfWidth: Double, level: Double
  ) -> Int? {
    precondition(halfWidth > 0)
    return smallest(from: 1) { n in
      Proportion.ruleOfThreeBound(trials: n, level: level) * max(abs(size), 1) <= halfWidth
    }
  }

  /// Runs per group to find a true `difference` of means with probability `power`.
  ///
  /// n (t(1 - alpha/2) + t(power))^-2 >= 2 sd^2 / difference^2, with sd of one group and
  /// 2 (n - 1) degrees of freedom; for `paired` runs sd is that of the differences, the 2 falls
  /// away, and n counts pairs. Within two runs of the noncentral t distribution's answer.
  /// Source: Lachin (1981), doi:10.1016/0197-2456(81)90001-5.
  package static func forDifference(
    _ difference: Double, sd: Double, paired: Bool, alpha: Double = 0.05, power: Double = 0.9
  ) -> Int? {
    precondition(difference != 0 && sd >= 0 && 0 < alpha && alpha < 1 && 0 < power && power < 1)
    let ratio = (paired ? 1 : 2) * sd * sd / (difference * difference)
    return smallest(from: 2) { n in
      let distribution = StudentT(degreesOfFreedom: Double(paired ? n - 1 : 2 * (n - 1)))
      let sum = distribution.twoSided(level: 1 - alpha) + distribution.upperQuantile(1 - power)
      return sum > 0 && sum * sum * ratio <= Double(n)
    }
  }

  /// A standard deviation that the true one exceeds only with probability 1 - `confidence`, for
  /// normal values: sd sqrt((n - 1) / chi-square quantile).
  ///
  /// A plan made with the pilot's own sd falls short in half of all cases.
  /// Source: Browne (1995), doi:10.1002/sim.4780141709. Nil for a pilot of fewer than two runs.
  package static func upperBound(
    sd: Double, pilotCount: Int, confidence: Double = 0.8
  ) -> Double? {
    guard pilotCount > 1 else { return nil }
    let df = Double(pilotCount - 1)
    return sd * (df / ChiSquare(degreesOfFreedom: df).quantile(1 - confidence)).squareRoot()
  }

  /// The first n from `start` on for which `holds`, which then holds for all larger ones.
  private static func smallest(from start: Int, where holds: (Int) -> Bool) -> Int? {
    var high = start
    while !holds(high) {
      guard high < largest else { return nil }
      high = min(2 * high, largest)
    }
    return (start..<high).bisected(holds)
  }
}
