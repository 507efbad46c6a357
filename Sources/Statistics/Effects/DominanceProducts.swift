/// The sum of sign(x_i - y_j) sign(x_j - y_i) over all i and j, counted without listing them.
package enum DominanceProducts {
  /// - Precondition: as many `x` as `y`.
  /// - Complexity: n log n.
  package static func sum(_ x: [Double], _ y: [Double]) -> Int {
    // For i in the order of x: among the j with y_j below x_i, how many x_j lie above y_i, less
    // how many lie below it; those with y_j above x_i count with the other sign.
    let rising = x.sorted()
    let byX = x.indices.sorted { x[$0] < x[$1] }
    let byY = y.indices.sorted { y[$0] < y[$1] }
    let below = y.map { place(of: $0, in: rising) { $0 < $1 } }
    let notAbove = y.map { place(of: $0, in: rising) { $0 <= $1 } }
    let rank = x.map { place(of: $0, in: rising) { $0 < $1 } }
    var seen = RankCounts(count: x.count)
    var total = 0
    var next = 0
    var start = 0
    func excess(_ i: Int, _ seen: RankCounts) -> Int {
      seen.total - seen.count(below: notAbove[i]) - seen.count(below: below[i])
    }
    while start < byX.count {
      let value = x[byX[start]]
      let end = byX[start...].firstIndex { x[$0] > value } ?? byX.count
      func take(while isTaken: (Double) -> Bool) {
        while next < byY.count, isTaken(y[byY[next]]) {
          seen.add(rank: rank[byY[next]])
          next += 1
        }
      }
      take { $0 < value }
      for i in byX[start..<end] { total += excess(i, seen) }
      take { $0 <= value }
      for i in byX[start..<end] {
        let all = x.count - notAbove[i] - below[i]
        total -= all - excess(i, seen)
      }
      start = end
    }
    return total
  }

  /// How many of the sorted values stand in the relation to `value`, which the first of them do.
  private static func place(
    of value: Double, in sorted: [Double], _ holds: (Double, Double) -> Bool
  ) -> Int {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if holds(sorted[middle], value) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// How many items below a rank were added: sums over powers of two of ranks (Fenwick 1994,
  /// doi:10.1002/spe.4380240306).
  private struct RankCounts {
    private var sums: [Int]
    private(set) var total = 0

    init(count: Int) { sums = [Int](repeating: 0, count: count + 1) }

    mutating func add(rank: Int) {
      total += 1
      var place = rank + 1
      while place < sums.count {
        sums[place] += 1
        place += place & -place
      }
    }

    func count(below rank: Int) -> Int {
      var (sum, place) = (0, rank)
      while place > 0 {
        sum += sums[place]
        place -= place & -place
      }
      return sum
    }
  }
}
