import Glibc

/// The ratio of two means, by Fieller's method.
///
/// The interval holds the ratios r for which a t test does not reject that the mean of a is r times
/// that of b: t = (mean a - r mean b) / error, with Welch's degrees of freedom at r for independent
/// groups, and with one less than pairs for pairs. At r = 1 these are the tests `welch` and
/// `paired_t`, so that the interval leaves 1 out exactly where their p is below 1 - level.
///
/// Chosen before the log scale, whose interval is wrong for means that may be 0 or negative, and
/// agrees with no test of this program.
/// Source: Fieller (1954), doi:10.1111/j.2517-6161.1954.tb00159.x; degrees of freedom: Satterthwaite
/// (1946), doi:10.2307/3002019.
package struct RatioOfMeans: Inference {
  package let estimate: Double
  private let difference: MeanDifference
  /// Of the second group.
  private let mean: Double
  /// Of both means, and of their difference in pairs.
  private let errors: (a: Double, b: Double, pairs: Double?)
  private let counts: (a: Int, b: Int)

  /// Independent groups; nil for fewer than two values in one, or a second mean of 0.
  package init?(_ x: ValueSummary, _ y: ValueSummary) {
    self.init(x, y, MeanDifference(welch: x, y), pairs: nil)
  }

  /// Nil for fewer than two pairs, or a second mean of 0.
  package init?(_ pairs: PairSummary) {
    self.init(
      pairs.x, pairs.y, MeanDifference(pairs), pairs: pairs.differences.moments.standardError)
  }

  private init?(
    _ x: ValueSummary, _ y: ValueSummary, _ difference: MeanDifference?, pairs: Double?
  ) {
    guard let difference, let mean = y.moments.mean, mean != 0,
      let a = x.moments.standardError, let b = y.moments.standardError
    else { return nil }
    estimate = 1 + difference.estimate / mean
    guard estimate.isFinite else { return nil }
    self.difference = difference
    self.mean = mean
    errors = (a, b, pairs)
    counts = (x.count, y.count)
  }

  /// Whether all pairs have this ratio, but for rounding.
  private var isSameInAllPairs: Bool {
    guard let pairs = errors.pairs, estimate != 0 else { return false }
    let (x, y, d) = (errors.a * errors.a, errors.b * errors.b, pairs * pairs)
    let square = (1 - estimate) * (x - estimate * y) + estimate * d
    return abs(square) <= 0x1p-40
      * (abs(1 - estimate) * (x + abs(estimate) * y) + abs(estimate) * d)
  }

  /// Of mean a - `ratio` mean b: t and its degrees of freedom; nil without any spread.
  private func t(_ ratio: Double) -> (t: Double, degreesOfFreedom: Double)? {
    let distance = difference.estimate + (1 - ratio) * mean
    let (a, b) = (errors.a, abs(ratio) * errors.b)
    guard let pairs = errors.pairs else {
      let error = hypot(a, b)
      guard error > 0 else { return nil }
      // Shares of the squared error, as in `MeanDifference`.
      let spread =
        pow(a / error, 4) / Double(counts.a - 1) + pow(b / error, 4) / Double(counts.b - 1)
      return (distance / error, 1 / spread)
    }
    // The variance of a - r b without the covariance, whose digits are lost where pairs agree.
    let unit = max(errors.a, errors.b, pairs)
    guard unit > 0 else { return nil }
    let (x, y, d) = (errors.a / unit, errors.b / unit, pairs / unit)
    let square = (1 - ratio) * (x * x - ratio * y * y) + ratio * d * d
    guard square > 0 else { return nil }
    return (distance / (unit * square.squareRoot()), Double(counts.a - 1))
  }

  /// Of means below 0 the larger ratio is that of smaller values.
  package var fallsWithValues: Bool { mean < 0 }

  /// Without spread that of the differences that the ratios stand for.
  package func test(
    within region: ClosedRange<Double>, better: Better?, alpha: Double
  ) -> TestResult? {
    guard let constant = difference.constant else {
      return oneSided(within: region, better: better)
    }
    let ends = [region.lowerBound, region.upperBound].map { ($0 - 1) * mean }.sorted()
    return constant.test(
      within: ends[0]...ends[1], better: fallsWithValues ? better?.other : better, alpha: alpha)
  }

  /// Nil without any spread.
  package func p(against value: Double) -> OneSided? {
    guard difference.constant == nil, let found = t(value) else { return nil }
    // The ratio is larger where the difference is further on the side of the second mean.
    return OneSided(
      t: mean > 0 ? found.t : -found.t, degreesOfFreedom: found.degreesOfFreedom)
  }

  /// Nil where the second mean cannot be distinguished from 0, so that no ratio is too large.
  package func interval(level: Double) -> Interval? {
    // How far a ratio lies outside of the interval.
    func excess(_ ratio: Double) -> Double {
      guard let found = t(ratio) else { return .infinity }
      let most = StudentT(degreesOfFreedom: found.degreesOfFreedom).twoSided(level: level)
      return abs(found.t) - most
    }
    if let constant = difference.constant {
      let isKnown = constant.interval(level: level)?.lower != nil
      if !isKnown || difference.estimate == 0 || errors.a == 0 && errors.b == 0 {
        let end = isKnown ? estimate : nil
        return Interval(lower: end, upper: end, method: .fieller)
      }
    }
    // As of differences without spread: known once so many signs of a difference would be significant.
    if isSameInAllPairs {
      let end = pow(2, Double(1 - counts.a)) <= 1 - level ? estimate : nil
      return Interval(lower: end, upper: end, method: .fieller)
    }
    let last = StudentT(degreesOfFreedom: Double(counts.b - 1)).twoSided(level: level)
    guard abs(mean) > last * errors.b else { return nil }
    // Nothing but 0, whatever the other group: t is that of its mean at every other ratio.
    if estimate == 0, errors.a == 0 { return Interval(lower: 0, upper: 0, method: .fieller) }
    let step = max(
      hypot(errors.a, estimate * errors.b) / abs(mean), 1e-9 * abs(estimate))
    return Interval(
      lower: SignChange.find(from: estimate, step: -step, excess),
      upper: SignChange.find(from: estimate, step: step, excess), method: .fieller)
  }
}

extension ComparedValues {
  /// Of two groups; nil for more.
  fileprivate var ratioOfMeans: RatioOfMeans? {
    pairs.map { RatioOfMeans($0.summary) } ?? two { RatioOfMeans($0.summary, $1.summary) }
  }
}

extension ComparisonEffect {
  package static let ratioOfMeans = ComparisonEffect(
    "ratio_of_means",
    MethodWords(
      "ratio of means",
      "Mean of one level divided by mean of the other; of 0 and 1, the risk ratio.",
      assumption: "Interval: normal values, or many runs.",
      source: "Fieller (1954), doi:10.1111/j.2517-6161.1954.tb00159.x"),
    scale: .ratio, unit: .none, agreesWith: ["welch", "paired_t"],
    infer: { groups -> (any Inference)? in
      if groups.isOfShares { groups.riskRatio } else { groups.ratioOfMeans }
    })
}
