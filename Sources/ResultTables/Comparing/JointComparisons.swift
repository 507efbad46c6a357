import SpreadModel
import Statistics
import StudyFiles

/// Differences of means whose intervals and P hold for all of them together (correction `max_t`).
package struct JointComparisons {
  /// Values of all groups together that the distribution of the largest |t| is from, and always those of
  /// `fewest` runs of each. It depends only on how the differences are correlated: more would not move it.
  private static let mostValues = 1 << 18
  private static let fewest = 256

  /// How many runs of each group are looked at.
  package static func runs(groups: Int) -> Int { max(fewest, mostValues / max(1, groups)) }

  /// - Parameters:
  ///   - rows: a row of each pair.
  ///   - values: of each group the values of its first runs, nil where one is missing; paired: those at one
  ///     index share their random numbers.
  /// - Returns: the rows, with the intervals and P of all.
  package static func joined(
    _ rows: [GroupComparison], _ pairs: [(a: Int, b: Int)], values: [[Double?]],
    _ plan: ComparisonPlan
  ) -> [GroupComparison] {
    let isPaired = rows.contains(where: \.isPaired)
    let fewest = MaxTDistribution.fewestValues
    let taken = rows.indices.filter {
      rows[$0].means != nil && min(rows[$0].countA, rows[$0].countB) >= fewest
    }
    let groups = Set(taken.flatMap { [pairs[$0].a, pairs[$0].b] }).sorted()
    let places = Dictionary(uniqueKeysWithValues: zip(groups, groups.indices))
    var known = groups.map { values[$0] }
    if isPaired {
      // Runs that all groups have: of a difference that has more, t is as large as theirs.
      let most = known.map(\.count).min() ?? 0
      let whole = (0..<most).filter { run in known.allSatisfy { $0[run] != nil } }
      known = known.map { group in whole.map { group[$0] } }
    }
    let all = known.map { $0.compactMap(\.self) }
    let isEnough = !taken.isEmpty && all.allSatisfy { $0.count >= fewest }
    let largest =
      isEnough
      ? MaxTDistribution(
        all, pairs: taken.map { (places[pairs[$0].a] ?? 0, places[pairs[$0].b] ?? 0) },
        isPaired: isPaired, key: plan.key) : nil
    let joint = Set(taken)
    return rows.enumerated().map { place, row in
      var row = row
      row.join(joint.contains(place) ? largest : nil, count: taken.count, plan)
      return row
    }
  }

  /// The same of a study's request.
  ///
  /// - Throws: `RunStoreError`.
  static func joined(
    _ rows: [NamedComparison], of request: ComparisonRequest, _ strata: [Stratum],
    _ plan: ComparisonPlan, in results: CountedRuns
  ) throws -> [NamedComparison] {
    guard let response = request.response else { return rows }
    let pairs = strata.flatMap { stratum in
      stratum.pairs(reference: request.reference).map {
        (a: stratum.places[$0.a], b: stratum.places[$0.b])
      }
    }
    let compared = Set(pairs.flatMap { [$0.a, $0.b] })
    let values: [[Double?]] = try results.mapped(results.points.count) { place in
      guard compared.contains(place) else { return [] }
      let point = results.points[place]
      var values = [Double?](
        repeating: nil, count: min(point.replicates, runs(groups: compared.count)))
      try results.forEachValue(response, of: point, replicates: values.indices) {
        replicate, value, _ in
        values[replicate] = value
      }
      return values
    }
    return zip(rows, joined(rows.map(\.comparison), pairs, values: values, plan)).map {
      NamedComparison(
        others: $0.others, factor: $0.factor, response: $0.response, comparison: $1)
    }
  }
}

extension GroupComparison {
  /// Gives the row the interval and P that hold for all rows; nil where it has too few runs for them.
  fileprivate mutating func join(
    _ all: MaxTDistribution?, count: Int, _ plan: ComparisonPlan
  ) {
    guard let means else { return }
    let inference = all.map { SimultaneousDifference(means, among: $0, count: count) }
    joint = .some(inference)
    interval = inference?.interval(level: plan.level)
    equivalence = plan.margin.map {
      effect.equivalence(inference, $0, level: plan.level)
    }
  }
}
