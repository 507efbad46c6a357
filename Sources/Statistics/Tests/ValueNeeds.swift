/// What a test or an effect looks at besides the summaries of groups and pairs, which are enough for
/// means.
package struct ValueNeeds: OptionSet, Hashable, Sendable {
  package let rawValue: Int

  package init(rawValue: Int) { self.rawValue = rawValue }

  /// How often each value came; of pairs each difference. Memory grows with the different ones.
  package static let counts = ValueNeeds(rawValue: 1)
  /// How often each pair of values came; of independent groups each value.
  package static let pairs = ValueNeeds(rawValue: 2)
  /// The values one by one in their order, up to `mostListed` of a group.
  package static let list = ValueNeeds(rawValue: 4)

  package static let mostListed = 1 << 18
}

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

  /// Nil if there are more than are listed.
  var list: [Double]? { first.count == summary.count ? first : nil }

  /// Values that take memory each.
  package var keptCount: Int { counts.distinctCount }
}

/// The same of pairs.
package struct PairValues: Sendable {
  package private(set) var summary = PairSummary()
  /// x - y.
  package private(set) var differences = CountedValues()
  package private(set) var counts = CountedPairs()
  private var first: (x: [Double], y: [Double]) = ([], [])
  private let needs: ValueNeeds

  package init(_ needs: ValueNeeds) { self.needs = needs }

  package mutating func add(_ x: Double, _ y: Double) {
    summary.add(x, y)
    if needs.contains(.counts) { differences.add(x - y) }
    if needs.contains(.pairs) { counts.add(x, y) }
    if needs.contains(.list), first.x.count < ValueNeeds.mostListed {
      first.x.append(x)
      first.y.append(y)
    }
  }

  /// Nil if there are more than are listed.
  var list: (x: [Double], y: [Double])? { first.x.count == summary.count ? first : nil }

  /// Values that take memory each; a pair is two.
  package var keptCount: Int { differences.distinctCount + 2 * counts.distinctCount }
}
