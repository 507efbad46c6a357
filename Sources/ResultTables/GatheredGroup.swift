package import Statistics

/// What a comparison needs of one group: its values go by one at a time, and only what a test or an
/// effect looks at is kept of them.
package struct GatheredGroup {
  let label: String
  private(set) var values: GroupValues
  private(set) var times = CountedTimes()
  /// Values that were not reached.
  private(set) var censoredCount = 0
  var summary: ValueSummary { values.summary }
  /// Values that were reached, and these.
  var timeCount: Int { summary.count + censoredCount }
  private let keepsTimes: Bool

  /// - Parameter mayBeCensored: whether some values may not have been reached.
  package init(label: String, _ plan: ComparisonPlan, mayBeCensored: Bool) {
    self.label = label
    values = GroupValues(plan.pairsValues ? [] : plan.needs)
    keepsTimes = plan.needs.contains(.times) || (plan.test == nil && mayBeCensored)
  }

  /// A group that was gathered elsewhere.
  ///
  /// - Parameter times: nil where nobody looks at them.
  init(label: String, values: GroupValues, times: CountedTimes?, censoredCount: Int) {
    self.label = label
    self.values = values
    self.times = times ?? CountedTimes()
    self.censoredCount = censoredCount
    keepsTimes = times != nil
  }

  package mutating func add(_ value: Double?, censoredAt: Double?) {
    if let value {
      values.add(value)
      if keepsTimes { times.add(value, happened: true) }
    } else if let censoredAt {
      censoredCount += 1
      if keepsTimes { times.add(censoredAt, happened: false) }
    }
  }
}

extension JointMeans {
  /// Of the groups that the pairs compare; nil where the plan judges each pair alone, and where a value
  /// was not reached.
  init?(_ groups: [GatheredGroup], _ pairs: [(a: Int, b: Int)], _ plan: ComparisonPlan) {
    guard let test = plan.test, test.judgesTogether,
      groups.allSatisfy({ $0.censoredCount == 0 })
    else { return nil }
    self.init(
      groups.map(\.summary), reference: test == .dunnett ? pairs.first?.b : nil,
      level: plan.level)
  }
}

extension PairValues {
  package init(_ plan: ComparisonPlan) { self.init(plan.pairsValues ? plan.needs : []) }
}
