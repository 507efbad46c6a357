import Statistics

/// What a comparison needs of one group: its values go by one at a time and are kept only where a
/// test or an effect looks at each of them.
struct GatheredGroup {
  let label: String
  private(set) var summary = ValueSummary()
  private(set) var values: [Double] = []
  private(set) var times = CountedTimes()
  /// Values that were not reached.
  private(set) var censoredCount = 0
  /// Values that were reached, and these.
  var timeCount: Int { summary.count + censoredCount }
  private let keepsValues: Bool
  private let keepsTimes: Bool

  /// - Parameter mayBeCensored: whether some values may not have been reached.
  init(label: String, _ plan: ComparisonPlan, mayBeCensored: Bool) {
    self.label = label
    keepsValues = plan.needsValues && !plan.pairsValues
    keepsTimes = plan.test.map { $0 == .logRank } ?? mayBeCensored
  }

  init(_ group: ComparedGroup, _ plan: ComparisonPlan) {
    self.init(label: group.label, plan, mayBeCensored: true)
    for item in group.items { add(item.value, censoredAt: item.censoredAt) }
  }

  mutating func add(_ value: Double?, censoredAt: Double?) {
    if let value {
      summary.add(value)
      if keepsValues { values.append(value) }
      if keepsTimes { times.add(value, happened: true) }
    } else if let censoredAt {
      censoredCount += 1
      if keepsTimes { times.add(censoredAt, happened: false) }
    }
  }
}

/// What a comparison needs of pairs.
struct GatheredPairs {
  private(set) var summary = PairSummary()
  private(set) var x: [Double] = []
  private(set) var y: [Double] = []
  private let keepsValues: Bool

  init(_ plan: ComparisonPlan) { keepsValues = plan.needsValues && plan.pairsValues }

  /// Values of the keys that both groups have, in the order of `a`.
  init(_ a: ComparedGroup, _ b: ComparedGroup, _ plan: ComparisonPlan) {
    self.init(plan)
    var partners: [Int: Double] = [:]
    for item in b.items { if let value = item.value { partners[item.key] = value } }
    for item in a.items {
      if let value = item.value, let partner = partners[item.key] { add(value, partner) }
    }
  }

  mutating func add(_ one: Double, _ other: Double) {
    summary.add(one, other)
    if keepsValues {
      x.append(one)
      y.append(other)
    }
  }
}
