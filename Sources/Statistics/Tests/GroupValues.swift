/// The values of a group, in the forms that the tests and effects of a comparison look at.
package struct GroupValues: Sendable {
  package private(set) var summary = ValueSummary()
  package private(set) var counts = CountedValues()
  private var first: [Double] = []
  private let needs: ValueNeeds

  package init(_ needs: ValueNeeds) { self.needs = needs }

  package mutating func add(_ value: Double) {
    summary.add(value)
    if !needs.isDisjoint(with: [.counts, .pairs]) { counts.add(value) }
    if needs.contains(.list), first.count < ValueNeeds.mostListed { first.append(value) }
  }

  /// The same values, where how often each came was counted elsewhere.
  package func counted(_ counts: CountedValues) -> GroupValues {
    var values = self
    values.counts = counts
    return values
  }

  /// Nil if there are more than are listed.
  var list: [Double]? { first.count == summary.count ? first : nil }

  /// Values that take memory each.
  package var keptCount: Int { counts.distinctCount }
}
