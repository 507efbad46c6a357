import Glibc
import KeyedRandom

/// Do two groups have the same distribution? By the largest distance D of their step functions.
///
/// p by Kolmogorov's series. It is too large where values are tied, as most responses are: then p is the
/// share of random permutations of the labels with D at least as large, up to `mostPermuted` values.
/// Where no permutation is as extreme, and their share says no more than that p is small, it is the
/// smaller of both.
/// Source: Hodges (1958), doi:10.1007/BF02589501; Phipson and Smyth (2010), doi:10.2202/1544-6115.1585.
package struct KolmogorovSmirnov: Hashable, Sendable {
  package let d: Double
  /// 2 sum (-1)^(j-1) exp(-2 j^2 D^2 n1 n2 / (n1 + n2)).
  package let pAsymptotic: Double
  /// Nil without ties, and above the limit.
  package let pPermuted: Double?

  /// Values of both groups up to which ties are permuted.
  package static let mostPermuted = 20_000
  package static let draws = 10_000

  /// Nil if a group is empty.
  package init?(_ x: CountedValues, _ y: CountedValues, key: UInt64) {
    guard x.count > 0, y.count > 0 else { return nil }
    let (n1, n2) = (x.count, y.count)
    var sizes: [Int] = []  // of each different value, in ascending order
    var (i, j, largest) = (0, 0, 0)
    [x.rows, y.rows].forEachValue { _, counts in
      (i, j) = (i + counts[0], j + counts[1])
      largest = max(largest, abs(i * n2 - j * n1))
      sizes.append(counts[0] + counts[1])
    }
    d = Double(largest) / (Double(n1) * Double(n2))
    pAsymptotic = Self.series(d * (Double(n1) * Double(n2) / Double(n1 + n2)).squareRoot())
    let hasTies = sizes.count < n1 + n2
    pPermuted =
      hasTies && n1 + n2 <= Self.mostPermuted
      ? Self.shareAtLeast(largest, n1, n2, sizes, RandomStream(key: key)) : nil
  }

  package var result: TestResult? {
    guard let pPermuted else { return TestResult(statistic: d, p: pAsymptotic) }
    let isSmallest = pPermuted <= 1 / Double(Self.draws + 1)
    return TestResult(statistic: d, p: isSmallest ? min(pPermuted, pAsymptotic) : pPermuted)
  }

  /// The share of permutations that reach the integer distance `distance` = D n1 n2 somewhere, the data
  /// among them.
  private static func shareAtLeast(
    _ distance: Int, _ n1: Int, _ n2: Int, _ sizes: [Int], _ stream: RandomStream
  ) -> Double {
    var stream = stream
    var extreme = 0
    for _ in 0..<draws {
      var (i, j, isExtreme) = (0, 0, false)
      for size in sizes where !isExtreme {
        for _ in 0..<size {
          if stream.below(UInt64(n1 - i + n2 - j)) < UInt64(n1 - i) { i += 1 } else { j += 1 }
        }
        isExtreme = abs(i * n2 - j * n1) >= distance
      }
      if isExtreme { extreme += 1 }
    }
    return Double(extreme + 1) / Double(draws + 1)
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
    return atMostOne(2 * sum)
  }
}

extension ComparisonTest {
  package static let kolmogorovSmirnov = ComparisonTest(
    "kolmogorov_smirnov",
    MethodWords(
      "Kolmogorov-Smirnov test", "Do two levels have one distribution?",
      assumption: "Runs are independent.", source: "Hodges (1958), doi:10.1007/BF02589501"),
    pairing: .never, needs: .counts
  ) { groups in
    groups.two { KolmogorovSmirnov($0.counts, $1.counts, key: groups.key)?.result }
  } randomNumbers: { a, b in
    a + b > KolmogorovSmirnov.mostPermuted ? 0 : Double(KolmogorovSmirnov.draws) * Double(a + b)
  }
}
