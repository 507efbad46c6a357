import Glibc

/// Do two groups have the same distribution? By the largest distance D of their step functions.
///
/// p by counting lattice paths: exact for any ties, as the share of all arrangements of the
/// pooled values with D at least as large. Above `exactLimit` pairs by Kolmogorov's series,
/// which is conservative with ties.
/// Source: Hodges (1958), doi:10.1007/BF02589501; Schroer and Trenkler (1995),
/// doi:10.1016/0167-9473(94)00040-P.
package struct KolmogorovSmirnov: Hashable, Sendable {
  package let d: Double
  /// 2 sum (-1)^(j-1) exp(-2 j^2 D^2 n1 n2 / (n1 + n2)).
  package let pAsymptotic: Double
  /// Nil above the limit.
  package let pExact: Double?

  /// Pairs up to which paths are counted.
  package static let exactLimit = 4_000_000

  /// Nil if a group is empty.
  package init?(_ x: CountedValues, _ y: CountedValues) {
    guard x.count > 0, y.count > 0 else { return nil }
    let (n1, n2) = (x.count, y.count)
    let isExact = n1 * n2 <= Self.exactLimit
    // isEnd[k]: the k + 1 smallest values are not tied with the next one.
    var isEnd = [Bool](repeating: false, count: isExact ? n1 + n2 : 0)
    var (i, j, largest) = (0, 0, 0)
    [x.rows, y.rows].forEachValue { _, counts in
      (i, j) = (i + counts[0], j + counts[1])
      largest = max(largest, abs(i * n2 - j * n1))
      if isExact { isEnd[i + j - 1] = true }
    }
    d = Double(largest) / (Double(n1) * Double(n2))
    pAsymptotic = Self.series(d * (Double(n1) * Double(n2) / Double(n1 + n2)).squareRoot())
    pExact =
      isExact
      ? Self.shareAtLeast(largest, n1: max(n1, n2), n2: min(n1, n2), isEnd: isEnd) : nil
  }

  package var result: TestResult? {
    TestResult(statistic: d, p: pExact ?? pAsymptotic)
  }

  /// The share of arrangements that reach the integer distance `distance` = D n1 n2 somewhere.
  ///
  /// reached[j] is the share among paths to (i, j); the last value of a path to (i, j) is of the
  /// first group with probability i / (i + j). Only positive terms: no cancellation for small p.
  /// The second group is the smaller one, which takes less memory and changes nothing.
  private static func shareAtLeast(_ distance: Int, n1: Int, n2: Int, isEnd: [Bool]) -> Double {
    var reached = [Double](repeating: 0, count: n2 + 1)
    for i in 0...n1 {
      for j in 0...n2 where i + j > 0 {
        if isEnd[i + j - 1], abs(i * n2 - j * n1) >= distance {
          reached[j] = 1
        } else {
          let before = j > 0 ? reached[j - 1] : 0
          reached[j] = (Double(i) * reached[j] + Double(j) * before) / Double(i + j)
        }
      }
    }
    return reached[n2]
  }

  /// P(sup |Brownian bridge| >= x).
  static func series(_ x: Double) -> Double {
    guard x > 0.2 else { return 1 }  // 1 - p < 1e-12 there, and the series is slow
    var (sum, sign) = (0.0, 1.0)
    for j in 1...100 {
      let term = exp(-2 * Double(j * j) * x * x)
      sum += sign * term
      sign = -sign
    }
    return min(1, 2 * sum)
  }
}

extension ComparisonTest {
  package static let kolmogorovSmirnov = ComparisonTest(
    "kolmogorov_smirnov",
    MethodWords(
      "Kolmogorov-Smirnov test", "Do two levels have one distribution, by the largest distance?",
      assumption: "Runs are independent.", source: "Hodges (1958), doi:10.1007/BF02589501"),
    pairing: .never, needs: .counts
  ) { $0.two { KolmogorovSmirnov($0.counts, $1.counts)?.result } }
}
