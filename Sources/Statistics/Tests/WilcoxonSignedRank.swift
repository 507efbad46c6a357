/// Are differences within pairs symmetric around 0? By the ranks of their sizes.
///
/// W = sum of the ranks of positive differences; zero differences are left out. The exact distribution
/// (also with ties: of all signs for the ranks as they are) up to `exactLimit` pairs; else
/// normal with continuity correction and tie-corrected variance.
/// Source: Wilcoxon (1945), doi:10.2307/3001968.
package struct WilcoxonSignedRank: Hashable, Sendable {
  package let w: Double
  /// Differences that are not 0.
  package let count: Int
  /// Both sides, of the normal distribution.
  package let asymptotic: OneSided
  package let exact: OneSided?

  /// Pairs up to which the exact distribution is computed.
  package static let exactLimit = 100

  /// Nil without pairs. p is 1 if all differences are 0.
  package init?(differences: CountedValues) {
    guard differences.count > 0 else { return nil }
    // The sizes of the positive ones, and of the negative ones.
    let rising = differences.rows
    let sizes = [
      rising.filter { $0.value > $0.rounding },
      Array(rising.filter { $0.value < -$0.rounding }.reversed()).scaled(by: -1),
    ]
    let ranks = Ranks(sizes)
    count = ranks.count
    let n = Double(count)
    w = ranks.sums[0]
    let variance = n * (n + 1) * (2 * n + 1) / 24 - ranks.tieSum / 48
    // Without any variance there is no distance either.
    let sd = max(variance, .leastNormalMagnitude).squareRoot()
    let distance = w - n * (n + 1) / 4
    asymptotic = OneSided(
      statistic: w, above: Normal.above((distance - 0.5) / sd),
      below: Normal.below((distance + 0.5) / sd))
    guard count <= Self.exactLimit else {
      exact = nil
      return
    }
    // Mean ranks are halves: count in half ranks.
    var parts: [Int] = []
    Ranks.forEachValue(of: sizes) { rank, counts in
      parts += repeatElement(Int(2 * rank), count: counts[0] + counts[1])
    }
    let distribution = Self.distribution(parts)
    let place = Int(2 * w)
    exact = OneSided(
      statistic: w, above: distribution[place...].reduce(0, +),
      below: distribution[...place].reduce(0, +))
  }

  package var sides: OneSided { exact ?? asymptotic }

  /// The distribution of the sum of `parts`, each taken with probability 1/2.
  static func distribution(_ parts: [Int]) -> [Double] {
    var distribution = [1.0]
    for part in parts {
      var next = [Double](repeating: 0, count: distribution.count + part)
      for (sum, mass) in distribution.enumerated() {
        next[sum] += mass / 2
        next[sum + part] += mass / 2
      }
      distribution = next
    }
    return distribution
  }
}

extension ComparisonTest {
  package static let wilcoxon = ComparisonTest(
    "wilcoxon",
    MethodWords(
      "Wilcoxon signed-rank test", "Are paired differences symmetric around 0, by ranks?",
      assumption: "Without a difference paired differences are symmetric.",
      source: "Wilcoxon (1945), doi:10.2307/3001968"),
    pairing: .always, needs: .counts
  ) { $0.pairs.flatMap { WilcoxonSignedRank(differences: $0.differences)?.sides.difference } }
}
