/// The shift between two groups: the median of all differences x_i - y_j, or for pairs the
/// median of all means of two differences.
///
/// The interval inverts the rank tests: its ends are order statistics of the same differences.
/// Source: Hodges and Lehmann (1963), doi:10.1214/aoms/1177704172; Hollander, Wolfe, Chicken
/// (2014), doi:10.1002/9781119196037, sections 3.2, 3.3, 4.2, 4.3.
package struct HodgesLehmann: Inference {
  package let estimate: Double
  private let sums: Pairs
  /// What is closer to 0 is 0.
  private let rounding: Double
  /// Of all sums.
  private let count: Int
  /// The number of the first sum within the interval; 0 if there are too few.
  private let rank: @Sendable (_ level: Double) -> Int
  private let shifted: @Sendable (_ value: Double) -> OneSided?

  /// Why there is none of 0 and 1: their differences are -1, 0 and 1, and so is the median of them.
  package static let ofShares =
    "the median of differences of 0 and 1 says little; \(ComparisonEffect.meanDifference.rawValue) is the "
    + "difference of their shares"

  /// Two groups; nil if one is empty.
  ///
  /// - Complexity: the number of different values per bisection step, at most 64 steps per order
  ///   statistic: the differences are never listed.
  package init?(_ x: CountedValues, _ y: CountedValues) {
    guard x.count > 0, y.count > 0 else { return nil }
    self.init(
      Pairs(rising: x.rows, falling: y.rows.scaled(by: -1), fallingCount: y.count),
      count: x.count * y.count,
      rank: { level in
        guard x.count * y.count > MannWhitney.exactLimit else {
          return Self.lowerRank(
            distribution: MannWhitney.distribution(x.count, y.count), tail: (1 - level) / 2)
        }
        let (n1, n2) = (Double(x.count), Double(y.count))
        let sd = (n1 * n2 * (n1 + n2 + 1) / 12).squareRoot()
        return Int(saturating: (n1 * n2 / 2 - Normal.twoSided(level: level) * sd).rounded())
      },
      shifted: { MannWhitney(x.shifted(by: -$0), y)?.sides })
  }

  /// Differences x - y within pairs; nil without any.
  package init?(differences: CountedValues) {
    guard differences.count > 0 else { return nil }
    let halves = differences.rows.scaled(by: 0.5)
    let n = Double(differences.count)
    let total = n * (n + 1) / 2
    self.init(
      Pairs(
        rising: halves, falling: halves.reversed(), fallingCount: differences.count,
        isSymmetric: true),
      count: Int(total), rounding: differences.rows.reduce(0) { max($0, $1.rounding) },
      rank: { level in
        guard differences.count > WilcoxonSignedRank.exactLimit else {
          return Self.lowerRank(
            distribution: WilcoxonSignedRank.distribution(Array(1...differences.count)),
            tail: (1 - level) / 2)
        }
        let sd = (n * (n + 1) * (2 * n + 1) / 24).squareRoot()
        return Int(saturating: (total / 2 - Normal.twoSided(level: level) * sd).rounded())
      },
      shifted: { WilcoxonSignedRank(differences: differences.shifted(by: -$0))?.sides })
  }

  private init(
    _ sums: Pairs, count: Int, rounding: Double = 0, rank: @escaping @Sendable (Double) -> Int,
    shifted: @escaping @Sendable (Double) -> OneSided?
  ) {
    (self.sums, self.count, self.rounding) = (sums, count, rounding)
    (self.rank, self.shifted) = (rank, shifted)
    let middle = 0.5 * sums.smallest((count + 1) / 2) + 0.5 * sums.smallest(count / 2 + 1)
    estimate = abs(middle) <= rounding ? 0 : middle
  }

  private func end(_ rank: Int) -> Double {
    let sum = sums.smallest(rank)
    return abs(sum) <= rounding ? 0 : sum
  }

  /// A side is open if there are too few values to bound it at this level.
  package func interval(level: Double) -> Interval? {
    let rank = rank(level)
    return Interval(
      lower: rank >= 1 ? end(rank) : nil, upper: rank >= 1 ? end(count + 1 - rank) : nil,
      method: .rankInversion)
  }

  /// By the rank test of the values moved by `value`.
  package func p(against value: Double) -> OneSided? { shifted(value) }

  /// The largest C with P(statistic <= C - 1) <= `tail`; 0 if there is none.
  private static func lowerRank(distribution: [Double], tail: Double) -> Int {
    var sum = 0.0
    for (value, mass) in distribution.enumerated() {
      sum += mass
      if sum > tail { return value }
    }
    return distribution.count
  }

  /// All sums a + b of two lists, or of one list with itself and i <= j, without listing them.
  private struct Pairs: Sendable {
    let rising: [CountedValues.Row]
    /// In descending order, so that both lists can be walked once per count.
    let falling: [CountedValues.Row]
    /// Of all values of `falling`, equal ones included.
    let fallingCount: Int
    var isSymmetric = false

    /// How many sums are at most `limit`. Rounded sums are monotone in both terms, so walking
    /// the border between smaller and larger ones visits each list once.
    func count(atMost limit: Double) -> Int {
      var total = 0
      var doubles = 0
      var left = fallingCount
      var place = 0
      for row in rising {
        while place < falling.count, row.value + falling[place].value > limit {
          left -= falling[place].count
          place += 1
        }
        if left == 0 { break }
        total += row.count * left
        if row.value + row.value <= limit { doubles += row.count }
      }
      // i < j was counted twice, i = j once.
      return isSymmetric ? (total + doubles) / 2 : total
    }

    /// The `rank`-th smallest sum, from 1: bisection over all doubles.
    func smallest(_ rank: Int) -> Double {
      guard let firstA = rising.first?.value, let lastA = rising.last?.value,
        let firstB = falling.last?.value, let lastB = falling.first?.value
      else { return .nan }
      let sums = Self.order(firstA + firstB)..<Self.order(lastA + lastB)
      return Self.double(sums.bisected { count(atMost: Self.double($0)) >= rank })
    }

    /// Integers in the order of the doubles; half the range is enough for the difference.
    private static func order(_ value: Double) -> Int128 {
      let bits = Int64(bitPattern: value.bitPattern)  // of -0 that of 0 follows
      return Int128(bits >= 0 ? bits : Int64.min - bits)
    }

    private static func double(_ order: Int128) -> Double {
      let bits = Int64(order)
      return Double(bitPattern: UInt64(bitPattern: bits >= 0 ? bits : Int64.min - bits))
    }
  }
}

extension ComparisonEffect {
  package static let hodgesLehmann = ComparisonEffect(
    "hodges_lehmann",
    MethodWords(
      "Hodges-Lehmann shift",
      "Median of the differences between values of the levels.",
      assumption: "Interval: both distributions have one shape, or differences are symmetric.",
      source: "Hodges and Lehmann (1963), doi:10.1214/aoms/1177704172"),
    scale: .difference, unit: .response, test: .mannWhitney, needs: .counts
  ) { groups in
    if groups.isOfShares { return nil }
    return groups.pairs.map { HodgesLehmann(differences: $0.differences) }
      ?? groups.two { HodgesLehmann($0.counts, $1.counts) }
  }
}
