package import Statistics

/// How to compare groups.
package struct ComparisonPlan: Sendable {
  /// nil: that of the effect, or the usual one.
  package var test: ComparisonTest?
  package var effect: ComparisonEffect
  /// Differences within it count as none.
  package var margin: Margin?
  package var level: Double
  package var isPaired: Bool
  /// Whether the values are 0 and 1, so that their means are shares.
  package var isOfShares: Bool
  /// Key of the random draws of permutation tests.
  package var key: UInt64

  package init(
    test: ComparisonTest?, effect: ComparisonEffect, margin: Margin?, level: Double, isPaired: Bool,
    isOfShares: Bool = false, key: UInt64
  ) {
    self.test = test
    self.effect = effect
    self.margin = margin
    self.level = level
    self.isPaired = isPaired
    self.isOfShares = isOfShares
    self.key = key
  }

  /// The test, if it compares all levels at once.
  package var testOfAll: ComparisonTest? { test.flatMap { $0.question == .all ? $0 : nil } }

  var needs: RequiredData {
    (test?.needs ?? []).union(testOfAll == nil ? effect.needs : [])
  }
  /// Whether these are the values of pairs.
  var pairsValues: Bool { isPaired && test?.pairing != .never }

  /// Whether times are looked at with whether they were reached.
  ///
  /// - Parameter mayBeCensored: whether some values may not have been reached.
  func looksAtTimes(mayBeCensored: Bool) -> Bool {
    needs.contains(.times) || test == nil && mayBeCensored
  }

  /// Whether the times of pairs are looked at together.
  package func pairsTimes(mayBeCensored: Bool) -> Bool {
    pairsValues && looksAtTimes(mayBeCensored: mayBeCensored)
  }

  fileprivate func compared(
    _ groups: [GroupValues], pairs: PairValues?, times: [CountedTimes],
    timePairs: CountedTimePairs? = nil, isPaired: Bool
  ) -> ComparedValues {
    ComparedValues(
      groups, pairs: pairs, times: times, timePairs: timePairs, isPaired: isPaired,
      isOfShares: isOfShares, level: level, key: key)
  }
}

/// A setting of a comparison that takes times that were not reached.
package struct ComparisonRemedy: Hashable, Sendable {
  /// `test`, or `estimate` where a margin is asked for, which is one of the effect.
  package let setting: String
  package let name: String
}

/// One comparison: a row of `comparisons.csv` but for the correction.
///
/// Differences are group a minus group b. What is not defined (an effect of censored times, a
/// test of too few values) is nil.
package struct GroupComparison: Sendable {
  package let levelA, levelB: String
  package let countA, countB: Int
  package let isPaired: Bool
  package let effect: ComparisonEffect
  package let estimate: Double?
  package internal(set) var interval: Interval?
  package let test: ComparisonTest
  /// The test where none is named.
  package let usualTest: ComparisonTest
  package let result: TestResult?
  /// Why there is no outcome of the test; nil where there is one.
  let shortfall: Shortfall?
  /// Nil where no margin was asked for, or no two groups of values are compared.
  package internal(set) var equivalence: Equivalence?
  /// The difference of means that is tested; nil where another effect is, or none.
  private(set) var means: MeanDifference?
  /// With the other rows of its request, nil where it has too few runs for that; none: the row is alone.
  var joint: SimultaneousDifference??
  /// Values that were not reached, of those that `countA` and `countB` count.
  package internal(set) var censoredCount = 0

  /// Of whole curves the step of the estimate, at which they differ most clearly; nil of values, and of equal curves.
  package internal(set) var step: Int?

  /// Pairs whose values are equal; 0 where they are not counted.
  private(set) var equalPairs = 0

  /// The last time up to which the effect looks; nil where it looks at all values.
  package private(set) var limit: Double?

  /// The replicates of each level that were compared, where the others would have brought more
  /// different values than are kept; nil: all.
  package var firstReplicates: Int?

  /// Whether there is no test because it cannot take the values that were not reached: a result
  /// of the others alone would be one of runs that happened to be fast.
  package var isRefused: Bool {
    censoredCount > 0 && test.data != .times && result == nil
  }

  /// What takes the values that its test cannot take.
  var remedy: ComparisonRemedy {
    test.claim == .difference
      ? ComparisonRemedy(setting: "test", name: usualTest.rawValue)
      : ComparisonRemedy(
        setting: "estimate", name: ComparisonEffect.restrictedMeanDifference.rawValue)
  }

  /// - Parameter pairs: needed where the plan asks for pairs.
  package init(
    _ a: GatheredGroup, _ b: GatheredGroup, pairs: PairValues?,
    timePairs: CountedTimePairs?, _ plan: ComparisonPlan
  ) {
    censoredCount = a.censoredCount + b.censoredCount
    let isCensored = censoredCount > 0
    usualTest = .usual(
      isPaired: plan.isPaired, isCensored: isCensored, isOfShares: plan.isOfShares)
    test =
      plan.test
      ?? plan.effect.usualTest(
        isPaired: plan.isPaired, isCensored: isCensored, isOfShares: plan.isOfShares)
    isPaired = plan.isPaired && test.pairing != .never
    (levelA, levelB) = (a.label, b.label)
    let paired = isPaired ? pairs : nil
    let pairedTimes = isPaired ? timePairs : nil
    (countA, countB) =
      pairedTimes.map { ($0.count, $0.count) }
      ?? (isCensored
        ? (a.timeCount, b.timeCount)
        : paired.map { ($0.summary.count, $0.summary.count) } ?? (a.summary.count, b.summary.count))
    effect = plan.effect
    // Of values some of which were not reached, the others say nothing: tests of values get none.
    var compared = plan.compared(
      isCensored ? [] : [a.values, b.values], pairs: isCensored ? nil : paired,
      times: [a.times, b.times], timePairs: pairedTimes, isPaired: isPaired)
    let inference = effect.inference(of: compared)
    let isShown = effect.question == test.question
    estimate = isShown ? inference.flatMap { $0.estimate.isFinite ? $0.estimate : nil } : nil
    interval = isShown ? inference?.interval(level: plan.level) : nil
    limit = inference?.limit
    equivalence = plan.margin.map {
      plan.effect.equivalence(inference, $0, level: plan.level)
    }
    compared.equivalence = equivalence
    means = inference as? MeanDifference
    equalPairs = compared.pairs?.differences.zeroCount ?? 0
    let result = test.result(of: compared)
    self.result = result
    shortfall =
      result == nil
      ? Shortfall(
        [a, b].map { ($0.label, $0.summary, isCensored ? $0.timeCount : $0.summary.count) },
        pairs: isPaired ? countA : nil, test,
        isOfRatio: test.claim != .difference && effect.scale == .ratio,
        means: compared.restrictedMeans) : nil
  }

  /// All groups at once.
  package init(all groups: [GatheredGroup], _ plan: ComparisonPlan, _ test: ComparisonTest) {
    censoredCount = groups.reduce(0) { $0 + $1.censoredCount }
    (levelA, levelB) = ("all", groups.map(\.label).joined(separator: "|"))
    self.test = test
    usualTest = .usual(
      isPaired: plan.isPaired, isCensored: censoredCount > 0, isOfShares: plan.isOfShares)
    isPaired = false
    countA = groups.reduce(censoredCount) { $0 + $1.summary.count }
    countB = 0
    effect = plan.effect
    (estimate, interval, equivalence) = (nil, nil, nil)
    let result =
      censoredCount == 0
      ? test.result(of: plan.compared(groups.map(\.values), pairs: nil, times: [], isPaired: false))
      : nil
    self.result = result
    shortfall =
      result == nil
      ? Shortfall(groups.map { ($0.label, $0.summary, $0.summary.count) }, pairs: nil, test) : nil
  }
}
