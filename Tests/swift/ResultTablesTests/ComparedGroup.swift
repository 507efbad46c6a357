import ResultTables
import Statistics
import Tables

/// The values of one level of a factor, all in memory, each with what names it.
struct ComparedGroup {
  struct Item {
    /// Pairs have the same key in both groups.
    var key: Int
    /// nil where the value is missing or was not reached.
    var value: Double?
    /// When watching ended, for times that were not reached.
    var censoredAt: Double?

    /// Nil of a missing value.
    var time: CensoredTime? {
      value.map { CensoredTime(time: $0, happened: true) }
        ?? censoredAt.map { CensoredTime(time: $0, happened: false) }
    }
  }

  var label: String
  var items: [Item]

  func gathered(_ plan: ComparisonPlan) -> GatheredGroup {
    var group = GatheredGroup(label: label, plan, mayBeCensored: true)
    for item in items { item.time.map { group.add($0) } }
    return group
  }
}

extension GroupComparison {
  init(
    _ a: ComparedGroup, _ b: ComparedGroup, _ plan: ComparisonPlan
  ) {
    var (pairs, times) = (PairValues(plan), CountedTimePairs())
    let partners = Dictionary(b.items.map { ($0.key, $0) }) { first, _ in first }
    for item in a.items {
      guard let partner = partners[item.key] else { continue }
      if let value = item.value, let other = partner.value { pairs.add(value, other) }
      if let time = item.time, let other = partner.time { times.add(time, other) }
    }
    self.init(
      a.gathered(plan), b.gathered(plan), pairs: plan.isPaired ? pairs : nil,
      timePairs: plan.pairsTimes(mayBeCensored: true) ? times : nil, plan)
  }

  init(all groups: [ComparedGroup], _ plan: ComparisonPlan, _ test: ComparisonTest) {
    self.init(all: groups.map { $0.gathered(plan) }, plan, test)
  }
}

extension ComparisonRows {
  /// The column `verdict`.
  var verdicts: [Verdict] {
    let table = comparisonTable(self)
    let place = table.columns.firstIndex { $0.name == "verdict" }
    return table.rows.compactMap { row in place.flatMap { Verdict(rawValue: row[$0].csv) } }
  }
}
