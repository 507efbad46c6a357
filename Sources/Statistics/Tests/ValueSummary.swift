/// What tests and effects of means need to know of a group, in memory that does not grow with its
/// values: they are added one at a time, in a fixed order.
package struct ValueSummary: Hashable, Sendable {
  package private(set) var moments = Moments()
  package private(set) var first: Double?
  package private(set) var isWhole = true

  package init() {}

  package init(_ values: [Double]) {
    for value in values { add(value) }
  }

  /// All values of several groups.
  init(joining groups: [ValueSummary]) {
    for group in groups {
      if first == nil { first = group.first }
      moments.merge(group.moments)
      if !group.isWhole { isWhole = false }
    }
  }

  package mutating func add(_ value: Double) {
    if first == nil { first = value }
    moments.add(value)
    if value != value.rounded() { isWhole = false }
  }

  package var count: Int { moments.count }
  /// Whether all values are equal, but for rounding.
  package var isConstant: Bool {
    guard let least = moments.min, let most = moments.max else { return true }
    return most - least <= rounding
  }
  /// Whether all values are 0 or 1.
  package var isOfShares: Bool {
    isWhole && (moments.min ?? 0) >= 0 && (moments.max ?? 0) <= 1
  }
  /// How far rounding may have moved a value: decimals such as 0.3 - 0.2 and 0.1 differ in their last digits only. Whole
  /// numbers are what they are, however large.
  var rounding: Double {
    isWhole ? 0 : 0x1p-50 * max(abs(moments.min ?? 0), abs(moments.max ?? 0))
  }
}

/// The same of pairs: both groups and the differences x - y.
package struct PairSummary: Hashable, Sendable {
  package private(set) var x = ValueSummary()
  package private(set) var y = ValueSummary()
  package private(set) var differences = ValueSummary()

  package init() {}

  package mutating func add(_ one: Double, _ other: Double) {
    x.add(one)
    y.add(other)
    differences.add(one - other)
  }

  package var count: Int { x.count }
  /// Whether all differences are equal, but for rounding: decimals such as 0.3 - 0.1 and 0.5 - 0.3
  /// differ in their last digits only.
  package var hasEqualDifferences: Bool {
    guard let first = differences.first, let least = differences.moments.min,
      let most = differences.moments.max
    else { return true }
    return first - least <= rounding && most - first <= rounding
  }
  /// How far rounding may have moved a value of either group.
  var rounding: Double { max(x.rounding, y.rounding) }
}
