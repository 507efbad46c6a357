import Glibc

/// The difference of two restricted means: of the mean time up to a limit, which needs nobody to know
/// how much later the others would have come.
///
/// The mean of min(time, limit) is the area under the Kaplan-Meier curve up to the limit. The limit is
/// the last time up to which both curves are known: the smaller of the largest times of those groups
/// whose largest time was not reached, or where all were the largest time of both.
///
/// Greenwood's squared error of a mean is the sum over events of area² d / (n (n - d)), the area being
/// that from the event to the limit. It divides by the number of runs; times n / (n - 1) it is s² / n where
/// all who were not reached were watched up to the limit. So the difference of independent groups is
/// Welch's of min(time, limit) there, with his degrees of freedom. Of pairs, the squared error is that of
/// the mean of differences between what both runs add to their groups' means: where all were watched up to
/// the limit, this is the paired t test of min(time, limit).
/// Source: Irwin (1949), doi:10.1017/S0022172400014443; influence of a run: Andersen, Hansen and Klein
/// (2004), doi:10.1007/s10985-004-4771-0; degrees of freedom: Welch (1947), doi:10.1093/biomet/34.1-2.28.
package struct RestrictedMeanDifference: Inference, Hashable {
  /// Up to which the means go.
  package let limit: Double?
  package let means: [Double]
  /// Greenwood's, of each mean.
  package let errors: [Double]
  private let student: StudentEstimate
  package var estimate: Double { student.estimate }
  /// NaN below two runs of a group; 0 where nothing varies.
  package var standardError: Double { student.standardError }
  package var degreesOfFreedom: Double { student.degreesOfFreedom }
  /// Whether a time was reached before the limit.
  package var hasEvents: Bool { limit.map { limit in means.contains { $0 < limit } } ?? false }

  /// Of independent groups; nil for a group without times.
  ///
  /// - Parameter limit: nil: the last time up to which both are known.
  package init?(_ a: CountedTimes, _ b: CountedTimes, limit: Double? = nil) {
    self.init(a, b, limit: limit) { means in
      let parts = zip(means, [a.count, b.count]).map { mean, count in
        let n = Double(count)
        return (squaredError: mean.standardError * mean.standardError * n / (n - 1), count: count)
      }
      return (
        parts[0].squaredError + parts[1].squaredError, StudentEstimate.degreesOfFreedom(parts)
      )
    }
  }

  /// Of pairs; nil without any.
  package init?(_ pairs: CountedTimePairs, limit: Double? = nil) {
    self.init(pairs.a, pairs.b, limit: limit) { means in
      let count = Double(pairs.count)
      let squares = pairs.rows.reduce(0) { sum, row in
        let difference = means[0].influence(row.a) - means[1].influence(row.b)
        return sum + Double(row.count) * difference * difference
      }
      return (squares / (count * (count - 1)), count - 1)
    }
  }

  private init?(
    _ a: CountedTimes, _ b: CountedTimes, limit: Double?,
    spread: ([RestrictedMean]) -> (squaredError: Double, degreesOfFreedom: Double)
  ) {
    guard a.count > 0, b.count > 0, let known = Self.limit([a, b]) else { return nil }
    self.limit = limit ?? known
    let both = [a, b].map { RestrictedMean($0, limit: limit ?? known) }
    means = both.map(\.mean)
    errors = both.map(\.standardError)
    let (square, degrees) = spread(both)
    // Pairs that differ by one amount differ in the last digits of what their runs add.
    let isRounding = square.squareRoot() <= 0x1p-40 * means.map(abs).reduce(0, max)
    student = StudentEstimate(
      means[0] - means[1],
      standardError: min(a.count, b.count) < 2 ? .nan : isRounding ? 0 : square.squareRoot(),
      degreesOfFreedom: degrees)
  }

  /// The last time up to which both are known.
  private static func limit(_ groups: [CountedTimes]) -> Double? {
    let last = groups.compactMap(\.last)
    return last.filter(\.isOpen).map(\.time).min() ?? last.map(\.time).max()
  }

  /// Nil below two runs of a group, and where nothing varies: no number of runs is known to be enough.
  package func interval(level: Double) -> Interval? {
    standardError > 0 ? student.interval(level: level) : nil
  }

  /// Nil where there is no interval.
  package func p(against value: Double) -> OneSided? {
    standardError > 0 ? student.p(against: value) : nil
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
      assumption: "Normal values, or many runs; censoring does not depend on what would have come.",
      source: "Irwin (1949), doi:10.1017/S0022172400014443"),
    data: .times, pairing: .wherePossible, needs: .times
  ) { $0.restrictedMeans?.p(against: 0)?.difference }
}

extension ComparisonEffect {
  package static let restrictedMeanDifference = ComparisonEffect(
    "restricted_mean_difference",
    MethodWords(
      "restricted mean difference", "Difference of the mean times up to a limit.",
      assumption:
        "Interval: normal values, or many runs; censoring does not depend on what would have come.",
      source: "Irwin (1949), doi:10.1017/S0022172400014443"),
    scale: .difference, unit: .response, data: .times, test: .restrictedMean,
    agreesWith: ["restricted_mean"], needs: .times,
    infer: { $0.restrictedMeans })
}
