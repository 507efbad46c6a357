import Glibc
import Statistics
import TestSupport
import Testing

/// All counts there can be, with their exact probabilities.
@Suite("Intervals of shares, over all counts", .deep) struct ShareAgreementTests {
  private static func tables(_ n: Int) -> [ShareCounts] {
    (0...n).flatMap { a in
      (0...n).map { ShareCounts(events: a, of: n, and: $0, of: n) }
        + (0...(n - a)).map { ShareCounts(both: 0, first: a, second: $0, pairs: n) }
    }
  }

  @Test("an interval leaves out no difference exactly where P is below 0.05, up to 60 runs")
  func agreement() throws {
    for n in 1...60 {
      for counts in Self.tables(n) {
        let p = try #require(RiskRatio(counts).result?.p)
        let (difference, ratio) = (
          ShareDifference(counts).interval(level: 0.95), RiskRatio(counts).interval(level: 0.95)
        )
        #expect(
          difference?.contains(0) == (p >= 0.05) && ratio?.contains(1) == (p >= 0.05), "\(counts)")
      }
    }
  }

  /// The chance of so many events of each kind, and of none in the others of n runs.
  private static func chance(of n: Int, _ kinds: [(count: Int, share: Double)]) -> Double {
    func logFactorial(_ count: Int) -> Double { lgamma(Double(count) + 1) }
    var (rest, left) = (n, 1.0)
    var sum: Double = logFactorial(n)
    for kind in kinds {
      sum += Double(kind.count) * log(kind.share)
      sum -= logFactorial(kind.count)
      rest -= kind.count
      left -= kind.share
    }
    sum += Double(rest) * log(left)
    sum -= logFactorial(rest)
    return exp(sum)
  }

  @Test(
    "over all pairs of shares they cover 94.5 % or more on average, and nowhere less than 91 %",
    arguments: [10, 50, 100])
  func coverage(n: Int) throws {
    let intervals = try (0...n).map { a in
      try (0...n).map { b in
        (
          try #require(
            ShareDifference(ShareCounts(events: a, of: n, and: b, of: n)).interval(level: 0.95)),
          a + b > n
            ? nil
            : ShareDifference(ShareCounts(both: 0, first: a, second: b, pairs: n))
              .interval(level: 0.95)
        )
      }
    }
    var covered: (groups: [Double], pairs: [Double]) = ([], [])
    let grid = stride(from: 0.025, to: 1, by: 0.05)
    for p in grid {
      for q in grid {
        var (groups, pairs) = (0.0, 0.0)
        let (ofFirst, ofSecond) = (
          (0...n).map { Self.chance(of: n, [($0, p)]) },
          (0...n).map { Self.chance(of: n, [($0, q)]) }
        )
        for a in 0...n {
          for b in 0...n {
            if intervals[a][b].0.contains(p - q) { groups += ofFirst[a] * ofSecond[b] }
            if p + q < 1, intervals[a][b].1?.contains(p - q) == true {
              pairs += Self.chance(of: n, [(a, p), (b, q)])
            }
          }
        }
        covered.groups.append(groups)
        if p + q < 1 { covered.pairs.append(pairs) }
      }
    }
    for (name, all) in [("independent", covered.groups), ("pairs", covered.pairs)] {
      let mean = all.reduce(0, +) / Double(all.count)
      let least = all.min() ?? 0
      print("coverage: differences of shares, \(name), n = \(n): \(mean), at least \(least)")
      #expect(mean >= 0.945 && least >= 0.91, "\(name): \(mean), \(least)")
    }
  }
}
