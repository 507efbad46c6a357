/// A difference of means, one of several, with the interval and the P that hold for all of them together.
///
/// Never narrower than the interval of the difference alone. Where its values do not vary there is no t:
/// the interval and P are those of `ZeroVarianceDifference`, by Bonferroni's bound for all differences.
package struct SimultaneousDifference: Inference {
  private let difference: MeanDifference
  private let all: MaxTDistribution
  /// Number of differences.
  private let count: Int

  package init(_ difference: MeanDifference, among all: MaxTDistribution, count: Int) {
    (self.difference, self.all, self.count) = (difference, all, count)
  }

  package var estimate: Double { difference.estimate }

  package func interval(level: Double) -> Interval? {
    guard difference.constant == nil else {
      return difference.interval(level: 1 - (1 - level) / Double(count))
    }
    let own = StudentT(degreesOfFreedom: difference.degreesOfFreedom).twoSided(level: level)
    let factor = max(all.factor(level: level), own)
    guard factor.isFinite else { return nil }
    return Interval(
      center: estimate, halfWidth: factor * difference.standardError, method: .simultaneous)
  }

  package func p(against value: Double) -> OneSided? {
    guard let alone = difference.p(against: value) else { return nil }
    guard let t = alone.statistic else {
      return OneSided(
        statistic: nil, above: atMostOne(Double(count) * alone.above),
        below: atMostOne(Double(count) * alone.below))
    }
    let tail = max(all.p(abs(t)) / 2, min(alone.above, alone.below))
    return OneSided(
      statistic: t, above: t > 0 ? tail : 1 - tail, below: t < 0 ? tail : 1 - tail)
  }

  /// Where values vary p counts both sides, as each of the differences may lie beyond another end of `region`: it is at most
  /// `alpha` exactly where the interval of level 1 - `alpha` lies within.
  package func test(
    within region: ClosedRange<Double>, better: Better?, alpha: Double
  ) -> TestResult? {
    guard let alone = difference.constant?.test(within: region, better: better, alpha: alpha) else {
      return oneSided(within: region, better: better).flatMap {
        TestResult(statistic: $0.statistic, p: atMostOne(2 * $0.p))
      }
    }
    return TestResult(statistic: nil, p: atMostOne(Double(count) * alone.p))
  }
}
