/// Do several groups follow one survival curve within each stratum, whatever the curves of the strata
/// are?
///
/// Events seen and expected, and their covariances, are added over the strata. Where replicates share
/// their random numbers each replicate is a stratum of one run per group: it counts if one of its two
/// runs was there first, and the test is the sign test of who was.
/// Source: Kalbfleisch and Prentice (2002), doi:10.1002/9781118032985, section 1.5.
package enum StratifiedLogRank {
  /// - Parameter strata: the groups of each, in one order, with how often such a stratum came.
  /// - Returns: nil for no stratum in which an event could distinguish groups.
  package static func sum(
    _ strata: some Sequence<(groups: [CountedTimes], times: Int)>
  ) -> LogRank? {
    var sums: LogRank.Sums?
    for stratum in strata where stratum.groups.allSatisfy({ $0.count > 0 }) {
      let of = LogRank.Sums(stratum.groups)
      if sums == nil { sums = LogRank.Sums(groups: stratum.groups.count) }
      sums?.add(of, times: stratum.times)
    }
    return sums.flatMap { LogRank($0) }
  }

  /// Of pairs, each a stratum.
  package static func test(_ pairs: CountedTimePairs) -> LogRank? {
    sum(
      pairs.rows.lazy.map { row in
        ([CountedTimes([row.a]), CountedTimes([row.b])], row.count)
      })
  }
}

extension ComparisonTest {
  package static let stratifiedLogRank = ComparisonTest(
    "stratified_log_rank",
    MethodWords(
      "stratified log-rank test", "Which of two paired runs gets there first?",
      assumption: "Censoring does not depend on what would have come.",
      source: "Kalbfleisch and Prentice (2002), doi:10.1002/9781118032985"),
    data: .times, pairing: .always, needs: .times
  ) { $0.timePairs.flatMap { StratifiedLogRank.test($0) }?.result }
}
