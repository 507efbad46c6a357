import Glibc

/// Do several levels tend to the same values within blocks, such as replicates that share their
/// random numbers? By ranks within each block, tie-corrected.
///
/// With n blocks of k levels and R_j the sum of the ranks of level j, the statistic is
/// (k - 1) sum (R_j - n (k + 1) / 2)^2 / S, where S is the sum over all ranks of their squared
/// distance from (k + 1) / 2. p is exact, over all arrangements of the ranks within their blocks,
/// where these are few (`exactLimit`); else by chi-square with k - 1 degrees of freedom.
///
/// Kendall's W, the share of S that lies between levels, is 0 without and 1 with full agreement of
/// the blocks. It has no interval here: W is never negative, so that resampled blocks agree better
/// than new ones would, and bootstrap intervals miss a small W.
/// Source: Friedman (1937), doi:10.1080/01621459.1937.10503522; Kendall and Babington Smith (1939),
/// doi:10.1214/aoms/1177732186.
package struct Friedman: Hashable, Sendable {
  /// Blocks.
  package let count: Int
  package let statistic: Double
  package let degreesOfFreedom: Double
  package let kendallsW: Double
  package let pAsymptotic: Double
  /// Nil above the limit.
  package let pExact: Double?

  /// Blocks to the power of levels - 1 up to which p is exact: as many lists of sums are about possible.
  package static let exactLimit = 600.0

  /// - Parameter blocks: by block, then by level, all of one length.
  /// - Returns: nil for no block, or fewer than two levels. p is 1 if no block has two values.
  package init?(_ blocks: [[Double]]) {
    guard let levels = blocks.first?.count, levels > 1 else { return nil }
    precondition(blocks.allSatisfy { $0.count == levels })
    count = blocks.count
    degreesOfFreedom = Double(levels - 1)
    // Twice the distance of each rank from the mean rank, a whole number.
    let ranks = blocks.map { Self.ranks($0) }
    let sums = (0..<levels).map { level in ranks.reduce(0) { $0 + $1[level] } }
    let between = sums.reduce(0) { $0 + $1 * $1 }
    let within = ranks.joined().reduce(0) { $0 + $1 * $1 }
    guard within > 0 else {
      (statistic, kendallsW, pAsymptotic, pExact) = (0, 0, 1, 1)
      return
    }
    statistic = degreesOfFreedom * Double(between) / Double(within)
    kendallsW = Double(between) / (Double(within) * Double(blocks.count))
    pAsymptotic = ChiSquare(degreesOfFreedom: degreesOfFreedom).above(statistic)
    pExact = Self.shareAtLeast(between, ranks)
  }

  package var result: TestResult? {
    TestResult(
      statistic: statistic, degreesOfFreedom: [degreesOfFreedom], p: pExact ?? pAsymptotic)
  }

  /// Twice rank - (k + 1) / 2, with the mean rank for ties.
  private static func ranks(_ values: [Double]) -> [Int] {
    values.map { value in
      values.reduce(0) { $0 + ($1 < value ? 1 : 0) - ($1 > value ? 1 : 0) }
    }
  }

  /// The share of arrangements with a sum of squares of at least `between`; nil if there are too many.
  ///
  /// Block by block: how likely each list of sums is. Sums are kept in ascending order, as every
  /// arrangement of the next block is as likely as any other.
  private static func shareAtLeast(_ between: Int, _ ranks: [[Int]]) -> Double? {
    guard let first = ranks.first,
      pow(Double(ranks.count), Double(first.count - 1)) <= exactLimit
    else { return nil }
    var shares = [first.sorted(): 1.0]
    for block in ranks.dropFirst() {
      let arrangements = Self.arrangements(block)
      var next: [[Int]: Double] = [:]
      // In a fixed order, so that the last digit does not depend on the run.
      for (sums, share) in shares.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
        for (ranks, times) in arrangements {
          let added = zip(sums, ranks).map { $0 + $1 }.sorted()
          next[added, default: 0] += share * times
        }
      }
      shares = next
    }
    let extreme = shares.filter { $0.key.reduce(0) { $0 + $1 * $1 } >= between }
    return min(1, extreme.values.sorted().reduce(0, +))
  }

  /// The different arrangements of some ranks, each with its share of all.
  private static func arrangements(_ ranks: [Int]) -> [(ranks: [Int], share: Double)] {
    guard !ranks.isEmpty else { return [([], 1)] }
    let total = Double(ranks.count)
    return Set(ranks).sorted().flatMap { first in
      var rest = ranks
      rest.remove(at: rest.firstIndex(of: first) ?? 0)
      let share = Double(ranks.count { $0 == first }) / total
      return arrangements(rest).map { ([first] + $0.ranks, share * $0.share) }
    }
  }
}

extension ComparedValues {
  /// Of the replicates that all groups have; nil where runs are independent.
  fileprivate var blocks: Friedman? {
    guard isPaired, let first = samples.first else { return nil }
    let byReplicate = samples.map { sample in
      Dictionary(sample.map { ($0.replicate, $0.value.time) }) { one, _ in one }
    }
    return Friedman(
      first.compactMap { item in
        let block = byReplicate.compactMap { $0[item.replicate] }
        return block.count == samples.count ? block : nil
      })
  }
}

extension ComparisonTest {
  package static let friedman = ComparisonTest(
    "friedman",
    MethodWords(
      "Friedman test", "Do all levels tend to the same values within replicates, by ranks?",
      assumption: "Without a difference all orders of the levels within a replicate are alike.",
      source: "Friedman (1937), doi:10.1080/01621459.1937.10503522"),
    question: .all, pairing: .always, needs: .replicates
  ) { $0.blocks?.result }
}

extension ComparisonEffect {
  package static let kendallsW = ComparisonEffect(
    "kendalls_w",
    MethodWords(
      "Kendall\u{2019}s W", "How far replicates agree on the order of the levels, from 0 to 1.",
      assumption: "No interval: that of resampled replicates misses a small W.",
      source: "Kendall and Babington Smith (1939), doi:10.1214/aoms/1177732186"),
    question: .all, scale: .probability, unit: .none, test: .friedman, needs: .replicates
  ) { groups in groups.blocks.map { ($0.kendallsW, nil) } }
}
