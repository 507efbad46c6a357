import RunStore
import SpreadModel
import Statistics
import StudyFiles

/// The rows of a request that is pooled over the other factors: each pair of levels averaged over their
/// combinations, and whether the factor does the same in all of them.
///
/// - Throws: `RunStoreError`.
func pooledComparisons(
  of request: ComparisonRequest, _ pooled: PooledStrata, _ plan: ComparisonPlan,
  in results: StudyResults, ignoringCensoring: Bool
) throws -> [NamedComparison] {
  guard let response = request.response else { return [] }
  let pairs = pooled.pairs(reference: request.reference)
  var plan = plan
  plan.isPaired = plan.isPaired && request.test?.pairing != .never
  let runs = try PooledRuns(
    response, of: pooled, pairs, plan, in: results, ignoringCensoring: ignoringCensoring)
  let labels = pooled.levels.map(\.description)
  let compared =
    pairs.indices.map { GroupComparison(averaged: $0, pairs[$0], labels, runs, plan) }
    + [GroupComparison(interactionOf: labels, runs, plan)]
  let others = results.cells(fixedIn: pooled)
  return compared.map {
    NamedComparison(
      others: others, factor: request.factor.name, response: request.subject.name, comparison: $0)
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
    test = .usual(isPaired: isPaired, isCensored: false)
    // Of values some of which were not reached, the others say nothing.
    let difference = unreached == 0 ? runs.difference(place, pair) : nil
    estimate = difference?.estimate
    interval = difference?.interval(level: plan.level)
    result = difference?.result
    equivalence = plan.margin.map { Equivalence(difference, $0, level: plan.level) }
    censoredCount = unreached
  }

  fileprivate init(interactionOf labels: [String], _ runs: PooledRuns, _ plan: ComparisonPlan) {
    (levelA, levelB) = ("all", labels.joined(separator: "|"))
    let unreached = runs.censored.joined().reduce(0, +)
    isPaired = plan.isPaired
    countA =
      isPaired && unreached == 0
      ? runs.together?.count ?? 0 : labels.indices.reduce(0) { $0 + runs.count($1) }
    countB = 0
    effect = .meanDifference
    test = isPaired ? .repeatedMeasures : .anovaType
    (estimate, interval, equivalence) = (nil, nil, nil)
    result =
      unreached > 0
      ? nil : isPaired ? runs.together?.interaction : FactorInteraction.test(runs.cells)
    censoredCount = unreached
  }
}
