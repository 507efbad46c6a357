/// Values, each with how often it came: memory grows with the different values, not with all of
/// them. Nothing more of them goes into a statistic of ranks.
package struct CountedValues: Sendable {
  package struct Row: Hashable, Sendable {
    package let value: Double
    package let count: Int
  }

  private var byValue: [Double: Int] = [:]
  package private(set) var count = 0

  package init() {}

  package init(_ values: [Double]) {
    for value in values { add(value) }
  }

  package mutating func add(_ value: Double, times: Int = 1) {
    count += times
    byValue[value, default: 0] += times
  }

  package var distinctCount: Int { byValue.count }

  /// By value.
  package var rows: [Row] {
    byValue.map { Row(value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
  }
}

extension [CountedValues] {
  /// Passes the different values of all groups by in ascending order: how often each group has it.
  func forEachValue(_ body: (_ counts: [Int]) -> Void) {
    let rows = map(\.rows)
    var next = map { _ in 0 }
    var counts = next
    func value(_ group: Int) -> Double? {
      next[group] < rows[group].count ? rows[group][next[group]].value : nil
    }
    while let least = indices.lazy.compactMap(value).min() {
      for group in indices {
        let isHere = value(group) == least
        counts[group] = isHere ? rows[group][next[group]].count : 0
        if isHere { next[group] += 1 }
      }
      body(counts)
    }
  }
}
