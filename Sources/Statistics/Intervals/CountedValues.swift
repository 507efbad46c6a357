/// Values, each with how often it came: memory grows with the different values, not with all of
/// them. Nothing more of them goes into a statistic of ranks.
package struct CountedValues: Sendable {
  package struct Row: Hashable, Sendable {
    package let value: Double
    package fileprivate(set) var count: Int

    package init(value: Double, count: Int) {
      self.value = value
      self.count = count
    }
  }

  private var byValue: [Double: Int] = [:]
  /// Of values that came all at once.
  private let sorted: [Row]?
  package private(set) var count = 0

  package init() { sorted = nil }

  /// All values at once, to which none can be added: they are sorted here, and not for each question.
  package init(_ values: [Double]) {
    var rows: [Row] = []
    for value in values.sorted() {
      if rows.last?.value == value {
        rows[rows.count - 1].count += 1
      } else {
        rows.append(Row(value: value, count: 1))
      }
    }
    sorted = rows
    count = values.count
  }

  package mutating func add(_ value: Double, times: Int = 1) {
    precondition(sorted == nil, "these are all")
    count += times
    byValue[value, default: 0] += times
  }

  package var distinctCount: Int { sorted?.count ?? byValue.count }

  /// Every value plus `shift`; none can be added.
  func shifted(by shift: Double) -> CountedValues {
    CountedValues(sorted: rows.map { Row(value: $0.value + shift, count: $0.count) }, count: count)
  }

  private init(sorted rows: [Row], count: Int) {
    sorted = rows
    self.count = count
  }

  /// By value.
  package var rows: [Row] {
    sorted
      ?? byValue.map { Row(value: $0.key, count: $0.value) }.sorted { $0.value < $1.value }
  }
}

extension [CountedValues.Row] {
  /// Every value times `factor`, in the same order.
  func scaled(by factor: Double) -> [Element] {
    map { Element(value: $0.value * factor, count: $0.count) }
  }
}

extension [[CountedValues.Row]] {
  /// Passes the different values of all lists by in ascending order: how often each list has it.
  ///
  /// - Precondition: every list is in ascending order.
  func forEachValue(_ body: (_ value: Double, _ counts: [Int]) -> Void) {
    var places = [Int](repeating: 0, count: count)
    var counts = places
    while true {
      var least: Double?
      for list in indices where places[list] < self[list].count {
        let value = self[list][places[list]].value
        if least.map({ value < $0 }) ?? true { least = value }
      }
      guard let least else { return }
      for list in indices {
        counts[list] = 0
        if places[list] < self[list].count, self[list][places[list]].value == least {
          counts[list] = self[list][places[list]].count
          places[list] += 1
        }
      }
      body(least, counts)
    }
  }
}
