package import Statistics

/// What a comparison needs of one group: only what a test or an effect looks at is kept of its values.
package struct GatheredGroup {
  let label: String
  package private(set) var values: GroupValues
  private(set) var times = CountedTimes()
  /// Values that were not reached.
  private(set) var censoredCount = 0
  var summary: ValueSummary { values.summary }
  /// Values that were reached, and these.
  var timeCount: Int { summary.count + censoredCount }
  private let keepsTimes: Bool
  /// Values that take memory each.
  var keptCount: Int { values.keptCount }

  /// A group whose values go by one at a time.
  ///
  /// - Parameter mayBeCensored: whether some values may not have been reached.
  package init(label: String, _ plan: ComparisonPlan, mayBeCensored: Bool) {
    self.label = label
    values = GroupValues(plan.pairsValues ? [] : plan.needs)
    keepsTimes = plan.looksAtTimes(mayBeCensored: mayBeCensored)
  }

  /// A group whose values are all in memory, in the order in which they came.
  ///
  /// - Parameters:
  ///   - reached: what was reached.
  ///   - unreached: when watching ended without it.
  ///   - mayBeCensored: as of a group whose values go by.
  package init(
    label: String, _ plan: ComparisonPlan, reached: [Double], unreached: [Double],
    mayBeCensored: Bool
  ) {
    self.init(label: label, plan, mayBeCensored: mayBeCensored)
    values = GroupValues(plan.pairsValues ? [] : plan.needs, reached)
    censoredCount = unreached.count
    if keepsTimes {
      times = CountedTimes(reached: CountedValues(reached), unreached: CountedValues(unreached))
    }
  }

  /// Adds what was reached, or not.
  package mutating func add(_ value: CensoredTime) {
    if value.happened { values.add(value.time) } else { censoredCount += 1 }
    if keepsTimes { times.add(value.time, happened: value.happened) }
  }
}

extension PairValues {
  package init(_ plan: ComparisonPlan) { self.init(plan.pairsValues ? plan.needs : []) }
}
