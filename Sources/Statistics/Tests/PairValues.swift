/// The values of pairs, in the forms that the tests and effects of a comparison look at.
package struct PairValues: Sendable {
  package private(set) var summary = PairSummary()
  /// x - y.
  package private(set) var differences = CountedValues()
  package private(set) var counts = CountedPairs()
  private var first: (x: [Double], y: [Double]) = ([], [])
  private let needs: RequiredData

  package init(_ needs: RequiredData) { self.needs = needs }

  package mutating func add(_ x: Double, _ y: Double) {
    summary.add(x, y)
    if needs.contains(.counts) { differences.add(x - y) }
    if needs.contains(.pairs) { counts.add(x, y) }
    if needs.contains(.list), first.x.count < RequiredData.mostListed {
      first.x.append(x)
      first.y.append(y)
    }
  }

  /// Nil if there are more than are listed.
  var list: (x: [Double], y: [Double])? { first.x.count == summary.count ? first : nil }

  /// Values that take memory each; a pair is two.
  package var keptCount: Int { differences.distinctCount + 2 * counts.distinctCount }
}
