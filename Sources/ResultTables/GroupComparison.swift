package import Statistics
package import StudyFiles

/// The values of one level of a factor, each with what names it.
package struct ComparedGroup: Sendable {
  package struct Item: Hashable, Sendable {
    /// Pairs have the same key in both groups: the replicate, or a column of the user's.
    package var key: String
    /// nil where the value is missing or was not reached.
    package var value: Double?
    /// When watching ended, for times that were not reached.
    package var censoredAt: Double?

    package init(key: String, value: Double?, censoredAt: Double?) {
      self.key = key
      self.value = value
      self.censoredAt = censoredAt
    }
  }

  package var label: String
  package var items: [Item]

  package init(label: String, items: [Item]) {
    self.label = label
    self.items = items
  }

  var values: [Double] { items.compactMap(\.value) }
  var censoredCount: Int { items.count { $0.value == nil && $0.censoredAt != nil } }
  var times: [CensoredTime] {
    items.compactMap { item in
      (item.value ?? item.censoredAt).map {
        CensoredTime(time: $0, happened: item.value != nil)
      }
    }
  }
}

/// How to compare groups.
package struct ComparisonPlan: Sendable {
  /// nil: log-rank for censored times, else the t test that fits the pairing.
  package var test: ComparisonTest?
  package var effect: EffectEstimate
  /// Differences within it count as none.
  package var margin: Double?
  package var level: Double
  package var isPaired: Bool
  /// Key of the random rearrangements of permutation tests.
  package var key: UInt64

  package init(
    test: ComparisonTest?, effect: EffectEstimate, margin: Double?, level: Double, isPaired: Bool,
    key: UInt64
  ) {
    self.test = test
    self.effect = effect
    self.margin = margin
    self.level = level
    self.isPaired = isPaired
    self.key = key
  }
}

/// One comparison: a row of `comparisons.csv` but for the correction.
///
/// Differences are group a minus group b. What is not defined (an effect of censored times, a
/// test without any spread) is nil.
package struct GroupComparison: Sendable {
  package let levelA, levelB: String
  package let countA, countB: Int
  package let isPaired: Bool
  package let effect: EffectEstimate
  package let estimate: Double?
  package let interval: Interval?
  package let test: String
  package let result: TestResult?
  /// p of the two one-sided tests of equivalence; nil without a margin.
  package let equivalenceP: Double?
  /// Differences within it count as none; nil where equivalence is not judged.
  package private(set) var margin: Double?
  /// Values that were not reached, of those that `countA` and `countB` count.
  package private(set) var censoredCount = 0

  /// Whether there is no test because it cannot take the values that were not reached: a result
  /// of the others alone would be one of runs that happened to be fast.
  package var isRefused: Bool {
    censoredCount > 0 && ComparisonTest(rawValue: test)?.takesCensored == false
  }

  /// Two groups.
  package init(_ a: ComparedGroup, _ b: ComparedGroup, _ plan: ComparisonPlan) {
    censoredCount = a.censoredCount + b.censoredCount
    let isCensored = censoredCount > 0
    let test = plan.test ?? (isCensored ? .logRank : plan.isPaired ? .pairedT : .welch)
    isPaired = plan.isPaired && test.pairing != .never
    let (x, y) = isPaired ? Self.pairs(a, b) : (a.values, b.values)
    (levelA, levelB) = (a.label, b.label)
    let times = (a.times, b.times)
    (countA, countB) = isCensored ? (times.0.count, times.1.count) : (x.count, y.count)
    effect = plan.effect
    self.test = test.rawValue
    if isCensored {
      (estimate, interval) = (nil, nil)
    } else {
      (estimate, interval) = Self.effect(plan.effect, x, y, isPaired: isPaired, level: plan.level)
    }
    let difference =
      isCensored ? nil : isPaired ? MeanDifference(paired: x, y) : MeanDifference(welch: x, y)
    margin = plan.margin
    let equivalence = plan.margin.flatMap { difference?.equivalence(margin: $0) }
    equivalenceP = equivalence?.p
    guard !isCensored || test.takesCensored else {
      result = nil
      return
    }
    result =
      switch test {
      case .welch: TTest.welch(x, y)
      case .pairedT: isPaired ? TTest.paired(x, y) : nil
      case .mannWhitney: MannWhitney(x, y)?.result
      case .wilcoxon: isPaired ? WilcoxonSignedRank(x, y)?.result : nil
      case .kolmogorovSmirnov: KolmogorovSmirnov(x, y)?.result
      case .kruskalWallis: KruskalWallis.test([x, y])
      case .anova: AnalysisOfVariance([x, y])?.classic
      case .permutation:
        isPaired
          ? PermutationTest(paired: x, y, key: plan.key)?.result
          : PermutationTest(x, y, key: plan.key)?.result
      case .logRank: LogRank([times.0, times.1])?.result
      case .tost: equivalence
      }
  }

  /// Several groups at once, for the tests that take them.
  package init(all groups: [ComparedGroup], _ plan: ComparisonPlan) {
    let values = groups.map(\.values)
    censoredCount = groups.reduce(0) { $0 + $1.censoredCount }
    (levelA, levelB) = ("all", groups.map(\.label).joined(separator: "|"))
    (countA, countB) = (values.reduce(censoredCount) { $0 + $1.count }, 0)
    isPaired = false
    effect = plan.effect
    (estimate, interval, equivalenceP) = (nil, nil, nil)
    let test = plan.test ?? .anova
    self.test = test.rawValue
    guard censoredCount == 0 || test.takesCensored else {
      result = nil
      return
    }
    result =
      switch test {
      case .kruskalWallis: KruskalWallis.test(values)
      case .logRank: LogRank(groups.map(\.times))?.result
      default: AnalysisOfVariance(values)?.classic
      }
  }

  /// Values of the keys that both groups have, in the order of `a`.
  private static func pairs(_ a: ComparedGroup, _ b: ComparedGroup) -> ([Double], [Double]) {
    var partners: [String: Double] = [:]
    for item in b.items { if let value = item.value { partners[item.key] = value } }
    var x: [Double] = []
    var y: [Double] = []
    for item in a.items {
      if let value = item.value, let partner = partners[item.key] {
        x.append(value)
        y.append(partner)
      }
    }
    return (x, y)
  }

  private static func effect(
    _ effect: EffectEstimate, _ x: [Double], _ y: [Double], isPaired: Bool, level: Double
  ) -> (Double?, Interval?) {
    switch effect {
    case .meanDifference:
      let difference = isPaired ? MeanDifference(paired: x, y) : MeanDifference(welch: x, y)
      return (difference?.estimate, difference?.interval(level: level))
    case .hedgesG:
      let size = StandardizedDifference(x, y)
      return (size?.hedgesG, size?.interval(level: level))
    case .cliffsDelta:
      let delta = CliffsDelta(x, y)
      return (delta?.estimate, delta?.interval(level: level))
    case .hodgesLehmann:
      let shift =
        isPaired
        ? HodgesLehmann(paired: x, y, level: level) : HodgesLehmann(x, y, level: level)
      return (shift?.estimate, shift?.interval)
    }
  }
}
