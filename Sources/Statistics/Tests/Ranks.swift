/// Ranks from 1 with the mean rank for ties.
package struct Ranks: Hashable, Sendable {
  /// The rank of each value, in the order of the values.
  package let ranks: [Double]
  /// Sum of t^3 - t over groups of t equal values; 0 without ties.
  package let tieSum: Double
  package var hasTies: Bool { tieSum > 0 }

  package init(_ values: [Double]) {
    let order = values.indices.sorted { values[$0] < values[$1] }
    var ranks = values
    var ties = 0.0
    var start = 0
    while start < order.count {
      var end = start + 1
      while end < order.count, values[order[end]] == values[order[start]] { end += 1 }
      for place in start..<end { ranks[order[place]] = Double(start + 1 + end) / 2 }
      let size = Double(end - start)
      ties += size * size * size - size
      start = end
    }
    self.ranks = ranks
    tieSum = ties
  }
}
