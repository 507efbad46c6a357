package import Statistics

/// What a comparison needs of one group: only what a test or an effect looks at is kept of its values.
package struct GatheredGroup {
  let label: String
  package private(set) var values: GroupValues
  private(set) var times = CountedTimes()
  /// Empty where nothing looks at replicates.
  private(set) var sample: [ReplicateValue] = []
  /// Values that were not reached.
  private(set) var censoredCount = 0
  var summary: ValueSummary { values.summary }
  /// Values that were reached, and these.
  var timeCount: Int { summary.count + censoredCount }
  private let keepsTimes, keepsReplicates: Bool
  /// Values that take memory each.
  var keptCount: Int { values.keptCount + sample.count }

  /// A group whose values go by one at a time.
  ///
  /// - Parameter mayBeCensored: whether some values may not have been reached.
  package init(label: String, _ plan: ComparisonPlan, mayBeCensored: Bool) {
    self.label = label
    values = GroupValues(plan.pairsValues ? [] : plan.needs)
    keepsTimes = plan.needs.contains(.times) || (plan.test == nil && mayBeCensored)
    keepsReplicates = plan.needs.contains(.replicates)
  }

  /// A group whose values are all in memory, in the order in which they came.
  ///
  /// - Parameters:
  ///   - reached: what was reached.
  ///   - unreached: when watching ended without it.
  ///   - sample: the same by replicate; looked at only where asked for.
  ///   - mayBeCensored: as of a group whose values go by.
  package init(
    label: String, _ plan: ComparisonPlan, reached: [Double], unreached: [Double],
    sample: @autoclosure () -> [ReplicateValue], mayBeCensored: Bool
  ) {
    self.init(label: label, plan, mayBeCensored: mayBeCensored)
    values = GroupValues(plan.pairsValues ? [] : plan.needs, reached)
    censoredCount = unreached.count
    if keepsTimes {
      times = CountedTimes(reached: CountedValues(reached), unreached: CountedValues(unreached))
    }
    if keepsReplicates { self.sample = sample() }
  }

  /// Adds what was reached, or not.
  package mutating func add(_ value: CensoredTime, replicate: Int) {
    if value.happened { values.add(value.time) } else { censoredCount += 1 }
    if keepsTimes { times.add(value.time, happened: value.happened) }
    if keepsReplicates { sample.append(ReplicateValue(replicate: replicate, value: value)) }
  }

  /// Those that all groups have.
  static func commonReplicates(_ groups: [GatheredGroup]) -> Set<Int> {
    groups.dropFirst().reduce(into: Set(groups.first?.sample.map(\.replicate) ?? [])) {
      $0.formIntersection($1.sample.map(\.replicate))
    }
  }
}

extension SimultaneousComparisons {
  /// Of the groups that the pairs compare; nil where the plan judges each pair alone, and where a value
  /// was not reached.
  package init?(_ groups: [GatheredGroup], _ pairs: [(a: Int, b: Int)], _ plan: ComparisonPlan) {
    guard let test = plan.test, test.isFamily,
      groups.allSatisfy({ $0.censoredCount == 0 })
    else { return nil }
    self.init(
      groups.map(\.summary), reference: test.reference == .required ? pairs.first?.b : nil,
      level: plan.level)
  }
}

extension PairValues {
  package init(_ plan: ComparisonPlan) { self.init(plan.pairsValues ? plan.needs : []) }
}
