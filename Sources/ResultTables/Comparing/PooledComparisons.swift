import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The rows of a request that is pooled over the other factors: each pair of levels averaged over their
/// combinations.
///
/// - Throws: `RunStoreError`.
func pooledComparisons(
  of request: ComparisonRequest, _ pooled: PooledStrata, _ plan: ComparisonPlan,
  in results: CountedRuns
) throws -> [NamedComparison] {
  guard let response = request.response else { return [] }
  let pairs = pooled.pairs(reference: request.reference)
  var plan = plan
  plan.isPaired = plan.isPaired && plan.test?.pairing != .never
  let runs = try PooledRuns(response, of: pooled, pairs, plan, in: results)
  let labels = pooled.levels.map(\.description)
  let others = results.cells(fixedIn: pooled)
  return pairs.indices.map {
    NamedComparison(
      others: others, factor: request.factor.name, response: request.subject.name,
      comparison: GroupComparison(averaged: $0, pairs[$0], labels, runs, plan))
  }
}

extension GroupComparison {
  /// - Parameter place: index of the pair among those that were gathered.
  fileprivate init(
    averaged place: Int, _ pair: (a: Int, b: Int), _ labels: [String], _ runs: PooledRuns,
    _ plan: ComparisonPlan
  ) {
    (levelA, levelB) = (labels[pair.a], labels[pair.b])
    let unreached = runs.censored.reduce(0) { $0 + $1[pair.a] + $1[pair.b] }
    isPaired = plan.isPaired
    let isCounted = isPaired && unreached == 0
    countA = isCounted ? runs.pairs[place].count : runs.count(pair.a)
    countB = isCounted ? runs.pairs[place].count : runs.count(pair.b)
    effect = .meanDifference
    usualTest = .usual(
      isPaired: isPaired, isCensored: unreached > 0, isOfShares: plan.isOfShares)
    let ofShares: ComparisonTest? = plan.isOfShares ? .riskScore : nil
    let ofMeans = ComparisonTest.usual(isPaired: isPaired, isCensored: false, isOfShares: false)
    test = plan.test == nil || plan.test == ofShares ? ofShares ?? ofMeans : ofMeans
    // Of values some of which were not reached, the others say nothing.
    let difference = unreached == 0 ? runs.difference(place, pair) : nil
    let shares = plan.isOfShares ? runs.shareDifference(place, pair) : nil
    let inference: (any Inference)? = if let shares { shares } else { difference }
    estimate = inference?.estimate
    interval = inference?.interval(level: plan.level)
    let tested: (any Inference)? = if test == ofShares { shares } else { difference }
    let result = tested?.p(against: 0)?.difference
    self.result = result
    equivalence = plan.margin.map {
      ComparisonEffect.meanDifference.equivalence(inference, $0, level: plan.level)
    }
    let fewest = runs.cells.flatMap { [$0[pair.a], $0[pair.b]] }
    shortfall =
      result == nil
      ? isPaired && countA < 2
        ? .pairs(countA)
        : fewest.contains { $0.count < 2 }
          ? .values(level: "a combination", count: fewest.map(\.count).min() ?? 0) : .spread
      : nil
    censoredCount = unreached
  }
}
