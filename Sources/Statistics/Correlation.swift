import CGSL

/// How two lists of values go together, with p for "not at all".
package struct Correlation: Hashable, Sendable {
  package let estimate: Double
  package let p: Double
  private let count: Int

  /// Linear: Pearson's r; p by t with n - 2 degrees of freedom. Nil for fewer than three pairs
  /// or without spread.
  /// - Precondition: as many `x` as `y`.
  package static func pearson(_ x: [Double], _ y: [Double]) -> Correlation? {
    precondition(x.count == y.count)
    let (a, b) = (Moments(of: x), Moments(of: y))
    let squares = (a.sumOfSquaredDeviations * b.sumOfSquaredDeviations).squareRoot()
    guard x.count > 2, squares > 0, let meanX = a.mean, let meanY = b.mean else { return nil }
    let cross = zip(x, y).reduce(0) { $0 + ($1.0 - meanX) * ($1.1 - meanY) }
    let r = min(1, max(-1, cross / squares))
    let df = Double(x.count - 2)
    let t = r * (df / max(1 - r * r, .leastNormalMagnitude)).squareRoot()
    return Correlation(
      estimate: r, p: StudentT(degreesOfFreedom: df).twoSidedP(t), count: x.count)
  }

  /// Monotone: Pearson's r of the ranks.
  package static func spearman(_ x: [Double], _ y: [Double]) -> Correlation? {
    pearson(Ranks(x).ranks, Ranks(y).ranks)
  }

  /// Monotone, by concordant pairs: tau-b; p by the normal law with tie-corrected variance.
  ///
  /// Source: Kendall (1945), doi:10.1093/biomet/33.3.239.
  /// - Complexity: quadratic in the number of pairs.
  package static func kendall(_ x: [Double], _ y: [Double]) -> Correlation? {
    precondition(x.count == y.count)
    guard x.count > 1 else { return nil }
    var score = 0
    for i in x.indices {
      for j in 0..<i {
        let product = sign(x[i] - x[j]) * sign(y[i] - y[j])
        score += product
      }
    }
    let n = Double(x.count)
    let (tiesX, tiesY) = (TieSums(x), TieSums(y))
    let pairs = n * (n - 1) / 2
    let scale = ((pairs - tiesX.pairs) * (pairs - tiesY.pairs)).squareRoot()
    guard scale > 0 else { return nil }
    let plain = n * (n - 1) * (2 * n + 5) - tiesX.weighted - tiesY.weighted
    let double = 4 * tiesX.pairs * tiesY.pairs / (2 * n * (n - 1))
    let triple = n > 2 ? tiesX.triples * tiesY.triples / (9 * n * (n - 1) * (n - 2)) : 0
    let sd = (plain / 18 + double + triple).squareRoot()
    return Correlation(
      estimate: Double(score) / scale, p: min(1, 2 * Normal.above(abs(Double(score)) / sd)),
      count: x.count)
  }

  /// Fisher's interval tanh(atanh r -+ z / sqrt(n - 3)) of Pearson's r for normal pairs; nil for
  /// fewer than four.
  package func fisherInterval(level: Double) -> Interval? {
    guard count > 3 else { return nil }
    let center = atanh(estimate)
    let half = Normal.twoSided(level: level) / Double(count - 3).squareRoot()
    return Interval(
      lower: tanh(center - half), upper: tanh(center + half), level: level, method: .fisherZ)
  }

  private static func sign(_ value: Double) -> Int { value > 0 ? 1 : value < 0 ? -1 : 0 }

  /// Sums over groups of t equal values.
  private struct TieSums {
    var pairs = 0.0  // t (t - 1) / 2
    var weighted = 0.0  // t (t - 1) (2 t + 5)
    var triples = 0.0  // t (t - 1) (t - 2)

    init(_ values: [Double]) {
      let sorted = values.sorted()
      var start = 0
      while start < sorted.count {
        var end = start + 1
        while end < sorted.count, sorted[end] == sorted[start] { end += 1 }
        let t = Double(end - start)
        pairs += t * (t - 1) / 2
        weighted += t * (t - 1) * (2 * t + 5)
        triples += t * (t - 1) * (t - 2)
        start = end
      }
    }
  }
}
