/// Values, each with how often it came: memory grows with the different values, not with all of
/// them, and not even with these where they are kept elsewhere. Nothing more of them goes into a
/// statistic of ranks.
package struct CountedValues: Sendable {
  package struct Row: Hashable, Sendable {
    package let value: Double
    package let count: Int

    package init(value: Double, count: Int) {
      self.value = value
      self.count = count
    }
  }

  private var byValue: [Double: Int] = [:]
  private let stored: (any StoredValues)?
  package private(set) var count = 0

  package init() { stored = nil }

  /// Values that were counted elsewhere; none can be added.
  package init(_ stored: any StoredValues) {
    self.stored = stored
    count = stored.count
  }

  package init(_ values: [Double]) {
    self.init()
    for value in values { add(value) }
  }

  package mutating func add(_ value: Double, times: Int = 1) {
    precondition(stored == nil, "values kept elsewhere are complete")
    count += times
    byValue[value, default: 0] += times
  }

  package var distinctCount: Int { stored?.distinctCount ?? byValue.count }

  /// By value, all in memory.
  package var rows: [Row] {
    stored.map { $0.rows(0..<$0.distinctCount) }
      ?? byValue.map { Row(value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
  }

  /// By value.
  var ordered: OrderedValues { stored.map { OrderedValues($0) } ?? OrderedValues(rows) }
}
