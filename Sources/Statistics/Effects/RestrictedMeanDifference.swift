import Glibc

/// The difference of two restricted means: of the mean time up to a limit, which needs nobody to know
/// how much later the others would have come.
///
/// The mean of min(time, limit) is the area under the Kaplan-Meier curve up to the limit. The limit is
/// the last time up to which both curves are known: the smaller of the largest times of those groups
/// whose largest time was not reached, or where all were the largest time of both.
///
/// Standard errors are Greenwood's: the root of the sum over events of area² d / (n (n - d)), the area
/// being that from the event to the limit. Of pairs, twice the covariance is taken off, which is the
/// sum over pairs of the product of what each run adds to its group's mean.
/// Source: Irwin (1949), doi:10.1017/S0022172400014443; influence of a run: Andersen, Hansen and Klein
/// (2004), doi:10.1007/s10985-004-4771-0; distribution: normal.
package struct RestrictedMeanDifference: Inference, Hashable {
  /// Up to which the means go.
  package let limit: Double?
  package let means: [Double]
  /// Of each mean.
  package let errors: [Double]
  package let standardError: Double
  package var estimate: Double { means[0] - means[1] }

  /// Of independent groups; nil for a group without times.
  ///
  /// - Parameter limit: nil: the last time up to which both are known.
  package init?(_ a: CountedTimes, _ b: CountedTimes, limit: Double? = nil) {
    self.init(a, b, limit: limit) { _, _ in 0 }
  }

  /// Of pairs; nil without any.
  package init?(_ pairs: CountedTimePairs, limit: Double? = nil) {
    self.init(pairs.a, pairs.b, limit: limit) { a, b in
      let count = Double(pairs.count)
      return pairs.rows.reduce(0) { sum, row in
        sum + Double(row.count) * a.influence(row.a) * b.influence(row.b)
      } / (count * count)
    }
  }

  private init?(
    _ a: CountedTimes, _ b: CountedTimes, limit: Double?,
    covariance: (RestrictedMean, RestrictedMean) -> Double
  ) {
    guard a.count > 0, b.count > 0, let known = Self.limit([a, b]) else { return nil }
    self.limit = limit ?? known
    let both = [a, b].map { RestrictedMean($0, limit: limit ?? known) }
    means = both.map(\.mean)
    errors = both.map(\.standardError)
    // Rounding may take a variance of nothing below it.
    let variance = errors.reduce(0) { $0 + $1 * $1 } - 2 * covariance(both[0], both[1])
    standardError = max(0, variance).squareRoot()
  }

  /// The last time up to which both are known.
  private static func limit(_ groups: [CountedTimes]) -> Double? {
    let last = groups.compactMap(\.last)
    return last.filter(\.isOpen).map(\.time).min() ?? last.map(\.time).max()
  }

  /// Nil where nothing varies: no number of runs is known to be enough.
  package func interval(level: Double) -> Interval? {
    guard standardError > 0 else { return nil }
    return Interval(
      center: estimate, halfWidth: Normal.twoSided(level: level) * standardError,
      method: .normal)
  }

  /// Nil where nothing varies.
  package func p(against value: Double) -> OneSided? {
    standardError > 0 ? OneSided(z: (estimate - value) / standardError) : nil
  }
}

/// The mean of min(time, limit) of one group.
struct RestrictedMean {
  let mean: Double
  let standardError: Double
  private let limit: Double
  private let count: Int
  /// By event up to the limit: the area behind it over those who are left, and the sum so far of that
  /// times events over those at risk: what an event takes off, and what being at risk gives.
  private let events: [(time: Double, step: Double, sum: Double)]

  init(_ times: CountedTimes, limit: Double) {
    let curve = KaplanMeier(times)
    let mean = curve.restrictedMean(to: limit)
    self.limit = limit
    self.mean = mean
    count = times.count
    var (variance, sum) = (0.0, 0.0)
    // Of the area before an event, and the curve from the event before.
    var (before, from, height) = (0.0, 0.0, 1.0)
    var events: [(time: Double, step: Double, sum: Double)] = []
    for row in curve.rows where row.time <= limit {
      let (n, d) = (Double(row.atRisk), Double(row.events))
      before += height * (row.time - from)
      (from, height) = (row.time, row.survival)
      let area = mean - before
      // Where all are there the curve ends, and nothing lies behind.
      let step = row.atRisk > row.events ? area / (n - d) : 0
      variance += area * step * d / n
      sum += step * d / n
      events.append((row.time, step, sum))
    }
    self.events = events
    standardError = variance.squareRoot()
  }

  /// What a run adds to the mean, times the number of runs: 0 in the sum over all.
  func influence(_ time: CensoredTime) -> Double {
    let seen = (0..<events.count).bisected { events[$0].time > time.time }
    guard seen > 0 else { return 0 }
    let last = events[seen - 1]
    let own = time.happened && last.time == time.time ? last.step : 0
    return Double(count) * (last.sum - own)
  }
}

extension ComparisonTest {
  package static let restrictedMean = ComparisonTest(
    "restricted_mean",
    MethodWords(
      "test of restricted means", "Are the mean times up to a limit the same?",
      assumption: "Many runs; censoring does not depend on what would have come.",
      source: "Irwin (1949), doi:10.1017/S0022172400014443"),
    data: .times, pairing: .wherePossible, needs: .times
  ) { $0.restrictedMeans?.p(against: 0)?.difference }
}

extension ComparisonEffect {
  package static let restrictedMeanDifference = ComparisonEffect(
    "restricted_mean_difference",
    MethodWords(
      "restricted mean difference", "Difference of the mean times up to a limit.",
      assumption: "Interval: many runs; censoring does not depend on what would have come.",
      source: "Irwin (1949), doi:10.1017/S0022172400014443"),
    scale: .difference, unit: .response, data: .times, test: .restrictedMean,
    agreesWith: ["restricted_mean"], needs: .times,
    infer: { $0.restrictedMeans })
}
