import Statistics

/// What a comparison needs of one group: its values go by one at a time, and only what a test or an
/// effect looks at is kept of them.
struct GatheredGroup {
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
  init(label: String, _ plan: ComparisonPlan, mayBeCensored: Bool) {
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

  init(_ group: ComparedGroup, _ plan: ComparisonPlan) {
    self.init(label: group.label, plan, mayBeCensored: true)
    for item in group.items { add(item.value, censoredAt: item.censoredAt) }
  }

  mutating func add(_ value: Double?, censoredAt: Double?) {
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

extension CountedTimePairs {
  /// Times of the keys that both groups have, in the order of `a`.
  init(_ a: ComparedGroup, _ b: ComparedGroup) {
    self.init()
    var partners: [Int: CensoredTime] = [:]
    for item in b.items { partners[item.key] = item.time }
    for item in a.items {
      if let time = item.time, let partner = partners[item.key] { add(time, partner) }
    }
  }
}

extension ComparedGroup.Item {
  /// Nil of a missing value.
  fileprivate var time: CensoredTime? {
    value.map { CensoredTime(time: $0, happened: true) }
      ?? censoredAt.map { CensoredTime(time: $0, happened: false) }
  }
}

extension PairValues {
  init(_ plan: ComparisonPlan) { self.init(plan.pairsValues ? plan.needs : []) }

  /// Values of the keys that both groups have, in the order of `a`.
  init(_ a: ComparedGroup, _ b: ComparedGroup, _ plan: ComparisonPlan) {
    self.init(plan)
    var partners: [Int: Double] = [:]
    for item in b.items { if let value = item.value { partners[item.key] = value } }
    for item in a.items {
      if let value = item.value, let partner = partners[item.key] { add(value, partner) }
    }
  }
}
