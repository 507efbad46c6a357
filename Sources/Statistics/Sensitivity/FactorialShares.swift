/// Variance shares from a full factorial table: the same indices as Sobol's, for factors whose
/// levels are all equally likely.
///
/// V = variance of the cell means; first = variance of the means by one factor / V, pair = of
/// the means by two factors / V less both firsts, total = 1 - variance of the means by all other
/// factors / V. The scatter of replicates inflates each variance by (number of means - 1) / cells
/// times the error variance of a cell mean, which is subtracted.
/// Source: docs/statistics.md, "Sensitivity"; Archer, Saltelli, Sobol' (1997),
/// doi:10.1080/00949659708811825.
package struct FactorialShares: Sendable {
  /// One share with its interval (jackknife over replicates; nil for fewer than three).
  package struct Share: Hashable, Sendable {
    package let estimate: Double
    package let interval: Interval?
  }

  package let first: [Share]
  package let total: [Share]
  /// For factors i < j.
  package let pairs: [(i: Int, j: Int, share: Share)]

  /// How the replicates of different cells are correlated.
  package enum Replicates: Sendable {
    /// Replicate r of every cell used the same random numbers: what they share is no error.
    case common
    case independent
  }

  /// - Parameters:
  ///   - levels: the number of levels of each factor.
  ///   - cells: the values of each cell, cells in row-major order (the last factor changes
  ///     fastest).
  /// - Returns: nil if a cell has no value, or if the cell means do not vary beyond their error.
  /// - Precondition: as many cells as the product of `levels`.
  package init?(
    levels: [Int], cells: [[Double]], replicates: Replicates, level: Double = 0.95
  ) {
    precondition(cells.count == levels.reduce(1, *))
    // Intervals need the same replicates everywhere: the ones that every cell has.
    guard let common = cells.map(\.count).min(), common > 0 else { return nil }
    let table = Table(levels: levels, cells: cells.map { Array($0.prefix(common)) })
    guard let all = table.shares(without: nil, replicates) else { return nil }
    let partial: [[Double]] =
      common > 2 ? (0..<common).compactMap { table.shares(without: $0, replicates) } : []
    let shares = all.indices.map { place in
      let estimate = all[place]
      guard partial.count == common, common > 2 else {
        return Share(estimate: estimate, interval: nil)
      }
      let n = Double(common)
      let spread = Moments(of: partial.map { $0[place] }).sumOfSquaredDeviations
      let error = ((n - 1) / n * spread).squareRoot()
      let t = StudentT(degreesOfFreedom: n - 1).twoSided(level: level)
      return Share(
        estimate: estimate,
        interval: Interval(center: estimate, halfWidth: t * error, method: .t))
    }
    let k = levels.count
    first = Array(shares.prefix(k))
    total = Array(shares[k..<2 * k])
    pairs = zip(Table.pairs(of: k), shares.dropFirst(2 * k)).map { ($0.0, $0.1, $1) }
  }

  /// Cell values with the sums needed to leave one replicate out quickly.
  private struct Table {
    let levels: [Int]
    let cells: [[Double]]
    let sums: [Double]
    /// groups[s][c]: the group of cell c when only the factors of subset s are looked at.
    let groups: [[Int]]
    let groupCounts: [Int]

    static func pairs(of k: Int) -> [(Int, Int)] {
      (0..<k).flatMap { i in (i + 1..<max(k, i + 1)).map { (i, $0) } }
    }

    init(levels: [Int], cells: [[Double]]) {
      self.levels = levels
      self.cells = cells
      sums = cells.map { $0.reduce(0, +) }
      let k = levels.count
      let factors = Array(0..<k)
      let subsets =
        factors.map { [$0] } + factors.map { left in factors.filter { $0 != left } }
        + Self.pairs(of: k).map { [$0.0, $0.1] }
      groupCounts = subsets.map { $0.reduce(1) { $0 * levels[$1] } }
      groups = subsets.map { subset in
        cells.indices.map { cell in
          var (rest, coordinates) = (cell, [Int](repeating: 0, count: k))
          for factor in factors.reversed() {
            coordinates[factor] = rest % levels[factor]
            rest /= levels[factor]
          }
          return subset.reduce(0) { $0 * levels[$1] + coordinates[$1] }
        }
      }
    }

    /// First, total and pair shares, with one replicate left out; nil without real variance.
    func shares(without left: Int?, _ replicates: Replicates) -> [Double]? {
      let n = (cells.first?.count ?? 0) - (left == nil ? 0 : 1)
      let means = cells.indices.map { cell in
        (sums[cell] - (left.map { cells[cell][$0] } ?? 0)) / Double(n)
      }
      let error = errorVariance(of: means, count: n, without: left, replicates)
      let m = Double(cells.count)
      let raw = Moments(of: means).sumOfSquaredDeviations / m
      let whole = raw - error * (m - 1) / m
      // A table that is all error has no shares.
      guard whole > 1e-12 * raw, whole > 0 else { return nil }
      let closed = groups.indices.map { subset in
        variance(of: means, subset) - error * Double(groupCounts[subset] - 1) / m
      }
      let k = levels.count
      let first = closed.prefix(k).map { $0 / whole }
      let total = closed[k..<2 * k].map { 1 - $0 / whole }
      let pairs = zip(Self.pairs(of: k), closed.dropFirst(2 * k)).map {
        $1 / whole - first[$0.0] - first[$0.1]
      }
      return first + total + pairs
    }

    /// Variance of the group means of one subset of factors; all groups have the same size.
    private func variance(of means: [Double], _ subset: Int) -> Double {
      let count = groupCounts[subset]
      var sums = [Double](repeating: 0, count: count)
      for (cell, group) in groups[subset].enumerated() { sums[group] += means[cell] }
      let size = Double(means.count / count)
      return Moments(of: sums.map { $0 / size }).sumOfSquaredDeviations / Double(count)
    }

    /// Error variance of a cell mean, without what all cells share; 0 for one replicate.
    private func errorVariance(
      of means: [Double], count n: Int, without left: Int?, _ replicates: Replicates
    ) -> Double {
      guard n > 1, cells.count > 1 else { return 0 }
      let kept = (cells.first ?? []).indices.filter { $0 != left }
      let grand = means.reduce(0, +) / Double(means.count)
      var sum = 0.0
      for replicate in kept {
        let column = cells.reduce(0) { $0 + $1[replicate] } / Double(cells.count)
        let shared = replicates == .common ? column - grand : 0
        for (cell, values) in cells.enumerated() {
          let rest = values[replicate] - means[cell] - shared
          sum += rest * rest
        }
      }
      let freedom =
        replicates == .common
        ? Double((cells.count - 1) * (n - 1)) : Double(cells.count * (n - 1))
      return sum / freedom / Double(n)
    }
  }
}
