/// Ranks from 1 among the values of all groups, with the mean rank for ties.
package struct Ranks: Hashable, Sendable {
  /// Of the ranks of each group.
  package let sums: [Double]
  /// Values of all groups.
  package let count: Int
  /// Sum of t^3 - t over groups of t equal values; 0 without ties.
  package let tieSum: Double
  package var hasTies: Bool { tieSum > 0 }

  package init(_ groups: [CountedValues]) { self.init(groups.map(\.rows)) }

  init(_ groups: [[CountedValues.Row]]) {
    var sums = groups.map { _ in 0.0 }
    var ties = 0.0
    var total = 0
    Self.forEachValue(of: groups) { rank, counts in
      for group in counts.indices { sums[group] += rank * Double(counts[group]) }
      let together = counts.reduce(0, +)
      total += together
      let size = Double(together)
      ties += size * size * size - size
    }
    self.sums = sums
    count = total
    tieSum = ties
  }

  /// Passes the different values by in ascending order: their rank and how often each group has it.
  static func forEachValue(of groups: [[CountedValues.Row]], _ body: (Double, [Int]) -> Void) {
    var start = 0
    groups.forEachValue { _, counts in
      let end = start + counts.reduce(0, +)
      body(Double(start + 1 + end) / 2, counts)
      start = end
    }
  }
}
