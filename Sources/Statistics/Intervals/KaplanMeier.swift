import Glibc

/// A time after which something happened, or until which it had not happened yet.
package struct CensoredTime: Hashable, Sendable {
  package var time: Double
  /// False: right-censored, the run ended at `time` without the event.
  package var happened: Bool

  package init(time: Double, happened: Bool) {
    self.time = time
    self.happened = happened
  }
}

/// The product-limit estimate of "not yet happened" over time.
///
/// For times that were not reached in every run. A value censored at t counts as at risk at t.
/// Source: Kaplan and Meier (1958), doi:10.1080/01621459.1958.10501452; variance: Greenwood;
/// log-log interval: Kalbfleisch and Prentice (2002), doi:10.1002/9781118032985, section 1.4.
package struct KaplanMeier: Hashable, Sendable {
  /// One time at which something happened.
  package struct Row: Hashable, Sendable {
    package let time: Double
    /// Values with time >= this one.
    package let atRisk: Int
    package let events: Int
    /// Share not yet happened just after `time`.
    package let survival: Double
    /// Sum of d / (n (n - d)) up to here; infinite once nobody is left.
    package let greenwoodSum: Double

    /// Greenwood's standard error of `survival`; nil where the survival is 0.
    package var standardError: Double? {
      survival == 0 ? nil : survival * greenwoodSum.squareRoot()
    }

    /// S^exp(± z sqrt(G) / ln S); nil where S is 0.
    package func interval(level: Double) -> Interval? {
      guard survival > 0 else { return nil }
      let z = Normal.twoSided(level: level)
      let shift = z * greenwoodSum.squareRoot() / log(survival)
      return Interval(
        lower: pow(survival, exp(-shift)), upper: pow(survival, exp(shift)),
        method: .kaplanMeier)
    }
  }

  package let rows: [Row]
  package let count: Int
  package let events: Int

  package init(_ values: [CensoredTime]) { self.init(CountedTimes(values)) }

  package init(_ times: CountedTimes) {
    var rows: [Row] = []
    var survival = 1.0
    var greenwood = 0.0
    var left = times.count
    for row in times.rows {
      let (atRisk, events) = (left, row.events)
      left -= row.events + row.censored
      guard events > 0 else { continue }
      survival = events == atRisk ? 0 : survival * (Double(atRisk - events) / Double(atRisk))
      greenwood += Double(events) / (Double(atRisk) * Double(atRisk - events))
      rows.append(
        Row(
          time: row.time, atRisk: atRisk, events: events, survival: survival,
          greenwoodSum: greenwood)
      )
    }
    self.rows = rows
    count = times.count
    events = times.events
  }

  /// Products of rounded ratios may miss a level such as 1/2 by an ulp or two.
  private static let tolerance = 1e-12

  /// The first time with S <= 1 - p; nil if it is never reached.
  package func quantile(_ p: Double) -> Double? {
    rows.first { $0.survival <= 1 - p + Self.tolerance }?.time
  }

  /// First time with S <= 1/2; nil if more than half were censored before it.
  package var median: Double? { quantile(0.5) }

  /// The times at which the pointwise log-log interval of S covers 1 - p: from the first time
  /// whose lower limit is at most 1 - p to the first whose upper limit is; nil without events.
  ///
  /// Source: Brookmeyer and Crowley (1982), doi:10.2307/2530286.
  package func quantileInterval(_ p: Double, level: Double) -> Interval? {
    guard events > 0 else { return nil }
    let bound = 1 - p + Self.tolerance
    func first(_ limit: (Interval) -> Double?) -> Double? {
      rows.first { $0.interval(level: level).flatMap(limit).map { $0 <= bound } ?? true }?.time
    }
    return Interval(
      lower: first(\.lower), upper: first(\.upper), method: .kaplanMeier)
  }

  package func medianInterval(level: Double) -> Interval? {
    quantileInterval(0.5, level: level)
  }

  /// Area under S from 0 to `tau`: the mean of min(time, tau).
  package func restrictedMean(to tau: Double) -> Double {
    var area = 0.0
    var (from, height) = (0.0, 1.0)
    for row in rows where row.time < tau {
      area += height * (row.time - from)
      (from, height) = (row.time, row.survival)
    }
    return area + height * (tau - from)
  }
}
