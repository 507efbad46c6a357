/// The values of a group, in the forms that the tests and effects of a comparison look at.
package struct GroupValues: Sendable {
  package private(set) var summary = ValueSummary()
  package private(set) var counts = CountedValues()
  private var first: [Double] = []
  private let needs: RequiredData

  package init(_ needs: RequiredData) { self.needs = needs }

  /// All values at once, in the order in which they came.
  package init(_ needs: RequiredData, _ values: [Double]) {
    self.init(needs)
    summary = ValueSummary(values)
    if needs.contains(.counts) { counts = CountedValues(values) }
    if needs.contains(.list) { first = Array(values.prefix(RequiredData.mostListed)) }
  }

  package mutating func add(_ value: Double) {
    summary.add(value)
    if needs.contains(.counts) { counts.add(value) }
    if needs.contains(.list), first.count < RequiredData.mostListed { first.append(value) }
  }

  /// Nil if there are more than are listed.
  var list: [Double]? { first.count == summary.count ? first : nil }

  /// Values that take memory each.
  package var keptCount: Int { counts.distinctCount }
}
