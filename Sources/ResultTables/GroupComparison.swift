package import Statistics

/// How to compare groups.
package struct ComparisonPlan: Sendable {
  /// nil: that of the effect where it is about times; else log-rank for censored times, and the t
  /// test that fits the pairing.
  package var test: ComparisonTest?
  package var effect: EffectEstimate
  /// Differences within it count as none.
  package var margin: Double?
  package var level: Double
  package var isPaired: Bool
  /// Comparisons that are corrected together, at least 1.
  package var family: Int
  /// Key of the random rearrangements of permutation tests.
  package var key: UInt64

  package init(
    test: ComparisonTest?, effect: EffectEstimate, margin: Double?, level: Double, isPaired: Bool,
    family: Int, key: UInt64
  ) {
    self.test = test
    self.effect = effect
    self.margin = margin
    self.level = level
    self.isPaired = isPaired
    self.family = family
    self.key = key
  }

  /// All levels at once have no effect.
  var needs: ValueNeeds {
    let ofTest = test?.needs ?? []
    return test?.design == .allLevels ? ofTest : ofTest.union(effect.needs)
  }
  /// Whether these are the values of pairs.
  var pairsValues: Bool { isPaired && test?.pairing != .never }

  /// Whether the effect is one of times, reached or not.
  fileprivate var estimatesTimes: Bool { effect == .restrictedMeanDifference }
  /// Whether the times of pairs are looked at together.
  package var pairsTimes: Bool { pairsValues && needs.contains(.times) }
  /// What memory of values grows with.
  var keptNeeds: ValueNeeds { pairsTimes ? needs : needs.subtracting(.times) }

  fileprivate func compared(
    _ groups: [GroupValues], pairs: PairValues?, times: [CountedTimes],
    timePairs: CountedTimePairs? = nil
  ) -> ComparedValues {
    ComparedValues(
      groups, pairs: pairs, times: times, timePairs: timePairs, margin: margin, level: level,
      family: family, key: key)
  }
}

/// One comparison: a row of `comparisons.csv` but for the correction.
///
/// Differences are group a minus group b. What is not defined (an effect of censored times, a
/// test of too few values) is nil.
package struct GroupComparison: Sendable {
  package let levelA, levelB: String
  package let countA, countB: Int
  package let isPaired: Bool
  package let effect: EffectEstimate
  package let estimate: Double?
  package let interval: Interval?
  package let test: String
  package let result: TestResult?
  /// Nil where no margin was asked for, or no two groups of values are compared.
  package let equivalence: Equivalence?
  /// Values that were not reached, of those that `countA` and `countB` count.
  package internal(set) var censoredCount = 0

  /// Up to which time restricted means go; nil of other effects.
  package private(set) var limit: Double?

  /// The replicates of each level that were compared, where the others would have brought more
  /// different values than are kept; nil: all.
  package var firstReplicates: Int?

  /// Whether there is no test because it cannot take the values that were not reached: a result
  /// of the others alone would be one of runs that happened to be fast.
  package var isRefused: Bool {
    censoredCount > 0 && ComparisonTest(rawValue: test)?.censoring != .taken
  }

  /// - Parameters:
  ///   - pairs: needed where the plan asks for pairs.
  ///   - joint: what is judged together with other pairs.
  package init(
    _ a: GatheredGroup, _ b: GatheredGroup, pairs: PairValues?,
    timePairs: CountedTimePairs?, joint: JointMeans.Comparison? = nil, _ plan: ComparisonPlan
  ) {
    censoredCount = a.censoredCount + b.censoredCount
    let isCensored = censoredCount > 0
    let ofValues = isCensored ? .logRank : plan.isPaired ? .pairedT : ComparisonTest.welch
    let test = plan.test ?? (plan.estimatesTimes ? .restrictedMean : ofValues)
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
    self.test = test.rawValue
    let times = [a.times, b.times]
    // Of values some of which were not reached, the others say nothing: tests of values get none.
    var compared =
      isCensored
      ? plan.compared([], pairs: nil, times: times, timePairs: pairedTimes)
      : plan.compared(
        [a.values, b.values], pairs: paired, times: times, timePairs: pairedTimes)
    compared.joint = joint
    let estimated = effect.estimate(of: compared)
    estimate = estimated?.value
    // The interval goes with the test: judged together they hold together.
    interval =
      test.judgesTogether && effect == .meanDifference ? joint?.interval : estimated?.interval
    let means = plan.estimatesTimes ? compared.restrictedMeans : nil
    limit = means?.limit
    equivalence =
      plan.estimatesTimes
      ? plan.margin.map { Equivalence(means, margin: $0, level: plan.level) }
      : compared.equivalence
    result = test.result(of: compared)
  }

  package init(all groups: [GatheredGroup], _ plan: ComparisonPlan) {
    censoredCount = groups.reduce(0) { $0 + $1.censoredCount }
    (levelA, levelB) = ("all", groups.map(\.label).joined(separator: "|"))
    (countA, countB) = (groups.reduce(censoredCount) { $0 + $1.summary.count }, 0)
    isPaired = false
    effect = plan.effect
    (estimate, interval, equivalence) = (nil, nil, nil)
    let test = plan.test ?? .anova
    self.test = test.rawValue
    let compared = plan.compared(
      groups.map(\.values), pairs: nil, times: groups.map(\.times))
    result = censoredCount > 0 && test.censoring == .refused ? nil : test.result(of: compared)
  }
}
