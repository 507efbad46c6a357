/// Values, each with how often it came: memory grows with the different values, not with all of
/// them. Nothing more of them goes into a statistic of ranks.
package struct CountedValues: Sendable {
  package struct Row: Hashable, Sendable {
    package let value: Double
    package fileprivate(set) var count: Int
    /// How far arithmetic may have moved the value; 0 of a value as it was given.
    let rounding: Double

    package init(value: Double, count: Int, rounding: Double = 0) {
      (self.value, self.count, self.rounding) = (value, count, rounding)
    }
  }

  private var byValue: [Double: Int] = [:]
  /// Of differences that are not exact.
  private var roundings: [Double: Double] = [:]
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

  /// Adds x - y. Differences of decimals that are equal but for rounding, such as 0.3 - 0.1 and 0.5 - 0.3,
  /// count as equal.
  mutating func add(_ x: Double, minus y: Double) {
    let difference = x - y
    add(difference)
    let rounding = Self.rounding(x, y)
    if rounding > 0 {
      roundings[difference] = max(roundings[difference] ?? 0, rounding)
    }
  }

  /// Of a sum or difference; 0 of whole numbers.
  private static func rounding(_ x: Double, _ y: Double) -> Double {
    x == x.rounded() && y == y.rounded() ? 0 : 0x1p-51 * max(abs(x), abs(y))
  }

  package var distinctCount: Int { sorted?.count ?? byValue.count }

  /// Every value plus `shift`; none can be added.
  func shifted(by shift: Double) -> CountedValues {
    guard shift != 0 else { return self }
    let rows = rows.map {
      Row(
        value: $0.value + shift, count: $0.count,
        rounding: max($0.rounding, Self.rounding($0.value, shift)))
    }
    return CountedValues(sorted: rows, count: count)
  }

  private init(sorted rows: [Row], count: Int) {
    sorted = rows
    self.count = count
  }

  /// How many values are 0, but for rounding.
  package var zeroCount: Int {
    rows.reduce(0) { $0 + (abs($1.value) <= $1.rounding ? $1.count : 0) }
  }

  /// By value.
  package var rows: [Row] {
    sorted
      ?? byValue.map { Row(value: $0.key, count: $0.value, rounding: roundings[$0.key] ?? 0) }
      .sorted { $0.value < $1.value }
  }
}

extension [CountedValues.Row] {
  /// Every value times `factor`, in the same order.
  func scaled(by factor: Double) -> [Element] {
    map {
      Element(
        value: $0.value * factor, count: $0.count, rounding: $0.rounding * abs(factor))
    }
  }
}

extension [[CountedValues.Row]] {
  /// Passes the different values of all lists by in ascending order: how often each list has it. Values that are
  /// equal within their rounding are one.
  ///
  /// - Precondition: every list is in ascending order.
  func forEachValue(_ body: (_ value: Double, _ counts: [Int]) -> Void) {
    var places = [Int](repeating: 0, count: count)
    var counts = places
    while true {
      var least: CountedValues.Row?
      for list in indices where places[list] < self[list].count {
        let row = self[list][places[list]]
        if least.map({ row.value < $0.value }) ?? true { least = row }
      }
      guard let least else { return }
      for list in indices {
        counts[list] = 0
        while places[list] < self[list].count {
          let row = self[list][places[list]]
          guard row.value <= least.value + (least.rounding + row.rounding) else { break }
          counts[list] += row.count
          places[list] += 1
        }
      }
      body(least.value, counts)
    }
  }
}
