import SpreadModel
import Statistics
import StudyFiles

/// The statistics of one response of one point: a row of `summary.csv`.
///
/// Times that were not always reached are right-censored: their mean says nothing, so it stays
/// empty, and their quantiles come from Kaplan-Meier (docs/statistics.md). Shape responses that
/// are missing in some runs have no mean either; their quantiles are those of the runs that have
/// one.
struct SummaryStatistics {
  var mean, sd, standardError: Double?
  /// Of the mean.
  var interval: Interval?
  var minimum, q05, q25, median, q75, q95, maximum: Double?
  var medianLow, medianHigh: Double?

  /// - Parameters:
  ///   - endings: steps at which the runs without a value ended.
  ///   - key: of bootstrap resamples.
  ///   - medianRanks: those that bound the median of so many values.
  init(
    of response: Response, values: SortedTally, endings: SortedTally, analysis: Analysis,
    key: UInt64, medianRanks: (_ count: Int) -> SortedSample.QuantileRanks
  ) {
    let level = analysis.confidence
    let isCensored = response.kind == .time && endings.count > 0
    if endings.count == 0, values.count > 0 {
      let (mean, sd) = values.moments()
      let student = StudentEstimate(mean: mean, sd: sd, count: values.count)
      (self.mean, self.sd, standardError) = (mean, sd, student?.standardError)
      interval =
        response.kind == .flag
        ? Proportion(
          successes: Int((mean * Double(values.count)).rounded()), trials: values.count
        ).interval(level: level)
        : Self.bootstrap(values, analysis, key: key)?.interval(level: level)
          ?? student?.interval(level: level)
    }
    guard values.count > 0 else { return }
    minimum = values.smallest
    if isCensored {
      let survival = KaplanMeier(censored: values, endings)
      q05 = survival.quantile(0.05)
      q25 = survival.quantile(0.25)
      median = survival.median
      q75 = survival.quantile(0.75)
      q95 = survival.quantile(0.95)
      let interval = survival.medianInterval(level: level)
      medianLow = interval?.lower
      medianHigh = interval?.upper
    } else {
      q05 = values.quantile(0.05)
      q25 = values.quantile(0.25)
      median = values.quantile(0.5)
      q75 = values.quantile(0.75)
      q95 = values.quantile(0.95)
      maximum = values.largest
      let ranks =
        response.isContinuous
        ? SortedSample.continuousMedianRanks(count: values.count, level: level)
        : medianRanks(values.count)
      (medianLow, medianHigh) = ranks.ends { values.value(atRank: $0 - 1) }
    }
  }

  /// For more values than this the t interval is as good, and faster.
  private static let mostBootstrapped = 10_000

  /// Nil where it is not defined or not asked for.
  private static func bootstrap(_ values: SortedTally, _ analysis: Analysis, key: UInt64)
    -> Bootstrap?
  {
    guard analysis.meanInterval == .bootstrapBCa, values.count <= mostBootstrapped else {
      return nil
    }
    var list: [Double] = []
    values.visit { value, times in list += [Double](repeating: value, count: times) }
    return Bootstrap(list, resamples: 2_000, key: key)
  }
}

extension KaplanMeier {
  /// Of times that were reached, and of the steps at which the other runs ended.
  init(censored reached: SortedTally, _ endings: SortedTally) {
    var times = CountedTimes()
    for (tally, happened) in [(reached, true), (endings, false)] {
      tally.visit { value, count in times.add(value, happened: happened, times: count) }
    }
    self.init(times)
  }
}
