/// The values of pairs, in the forms that the tests and effects of a comparison look at.
package struct PairValues: Sendable {
  package private(set) var summary = PairSummary()
  /// x - y.
  package private(set) var differences = CountedValues()
  private var first: (x: [Double], y: [Double]) = ([], [])
  private let needs: RequiredData

  package init(_ needs: RequiredData) { self.needs = needs }

  package mutating func add(_ x: Double, _ y: Double) {
    summary.add(x, y)
    if needs.contains(.counts) { differences.add(x, minus: y) }
    if needs.contains(.list), first.x.count < RequiredData.mostListed {
      first.x.append(x)
      first.y.append(y)
    }
  }

  /// Nil if there are more than are listed.
  var list: (x: [Double], y: [Double])? { first.x.count == summary.count ? first : nil }

  /// Values that take memory each.
  package var keptCount: Int { differences.distinctCount }
}
