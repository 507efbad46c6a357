/// The sum of sign(x_i - y_j) sign(x_j - y_i) over all i and j, counted without listing them.
package enum DominanceProducts {
  /// - Complexity: n log n for n different pairs.
  package static func sum(_ pairs: CountedPairs) -> Int {
    // For i in the order of x: among the j with y_j below x_i, how many x_j lie above y_i, less
    // how many lie below it; those with y_j above x_i count with the other sign.
    let rows = pairs.rows
    let rising = RisingValues(pairs.x)
    let byY = rows.indices.sorted { rows[$0].y < rows[$1].y }
    let below = rows.map { rising.place(below: $0.y) }
    let notAbove = rows.map { rising.place(notAbove: $0.y) }
    var seen = PlaceCounts(places: rising.values.count)
    var total = 0
    var next = 0
    var start = 0
    func excess(_ i: Int) -> Int {
      seen.total - seen.count(before: notAbove[i]) - seen.count(before: below[i])
    }
    while start < rows.count {
      let value = rows[start].x
      let end = rows[start...].firstIndex { $0.x > value } ?? rows.count
      func take(while isTaken: (Double) -> Bool) {
        while next < byY.count, isTaken(rows[byY[next]].y) {
          let row = rows[byY[next]]
          seen.add(row.count, at: rising.place(below: row.x))
          next += 1
        }
      }
      take { $0 < value }
      for i in start..<end { total += rows[i].count * excess(i) }
      take { $0 <= value }
      for i in start..<end {
        let all = pairs.count - rising.before[notAbove[i]] - rising.before[below[i]]
        total -= rows[i].count * (all - excess(i))
      }
      start = end
    }
    return total
  }

  /// How many items before an index were added: sums over powers of two of indices (Fenwick 1994,
  /// doi:10.1002/spe.4380240306).
  private struct PlaceCounts {
    private var sums: [Int]
    private(set) var total = 0

    init(places: Int) { sums = [Int](repeating: 0, count: places + 1) }

    mutating func add(_ count: Int, at place: Int) {
      total += count
      var place = place + 1
      while place < sums.count {
        sums[place] += count
        place += place & -place
      }
    }

    func count(before place: Int) -> Int {
      var (sum, place) = (0, place)
      while place > 0 {
        sum += sums[place]
        place -= place & -place
      }
      return sum
    }
  }
}
