import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Effects pooled over other factors")
struct PooledEffectTests {
  @Test("agree with the reference: the paired t of means over the combinations")
  func reference() throws {
    let cases = try ReferenceFile.cases("pooledEffects", in: "comparisons.json")
    #expect(cases.count == 2)
    for test in cases {
      let id = test["id"].text
      // By block, then by level of A, then of B: B are the combinations.
      let blocks = test["input"]["y"].array.map { $0.array.map(\.numbers) }
      let combinations = blocks[0][0].count
      for row in test["expected"]["pooledEffectsOfA"].array {
        var pairs = PairSummary()
        for block in blocks {
          func mean(_ level: Int) -> Double {
            block[level].reduce(0, +) / Double(combinations)
          }
          pairs.add(mean(row["level"].int), mean(row["reference"].int))
        }
        let difference = try #require(MeanDifference(pairs))
        expect(difference.estimate, equals: row["difference"], relative: 1e-8, "\(id)")
        expect(difference.result?.p, equals: row["p"], relative: 1e-8, "\(id)")
        let interval = difference.interval(level: 0.95)
        expect(interval?.lower, equals: row["low"], relative: 1e-8, "\(id)")
        expect(interval?.upper, equals: row["high"], relative: 1e-8, "\(id)")
      }
    }
  }

  @Test("of independent groups the mean of the differences has the errors of all of them")
  func averaged() throws {
    let cells: [(x: [Double], y: [Double])] = [
      ([1, 2, 4], [3, 3.5, 5, 9]), ([2, 2.5], [7, 8, 12]),
    ]
    let found = try #require(
      MeanDifference(averaged: cells.map { (ValueSummary($0.x), ValueSummary($0.y)) }))
    #expect(abs(found.estimate - ((7.0 / 3 - 41.0 / 8) + (9.0 / 4 - 9)) / 2) < 1e-12)
    let welch = try cells.map { try #require(MeanDifference(welch: $0.x, $0.y)) }
    let squares = welch.map { $0.standardError * $0.standardError }
    #expect(abs(found.standardError - (squares.reduce(0, +)).squareRoot() / 2) < 1e-12)
    // Of one combination it is Welch's.
    let one = try #require(
      MeanDifference(averaged: [(ValueSummary(cells[0].x), ValueSummary(cells[0].y))]))
    #expect(abs(one.degreesOfFreedom - welch[0].degreesOfFreedom) < 1e-12)
    #expect(one.estimate == welch[0].estimate)
  }

  @Test("what is the same in all runs needs no t")
  func constant() throws {
    let same = ValueSummary([2, 2, 2])
    #expect(MeanDifference(averaged: [(same, same), (same, same)])?.result?.p == 1)
    let none = try #require(MeanDifference(averaged: [(same, ValueSummary([5, 5, 5]))]))
    #expect(none.estimate == -3)
    #expect(try #require(none.result).p < 0.2)
    #expect(MeanDifference(averaged: [(same, same), (same, ValueSummary([5, 5]))]) == nil)
    // Six of six: of whole numbers another may lie 1 off, of others none is known to lie anywhere.
    for (value, share) in [(2.0, 0.01), (2.5, 0.05)] {
      let same = ValueSummary([value, value, value])
      let p = MeanDifference(averaged: [(same, same), (same, same)])?.equivalence(margin: 0.01)?.p
      #expect(abs(try #require(p) - pow(1 - share, 6)) < 1e-12)
    }
  }

  /// Cells of 3 combinations and 3 levels whose scatter differs; and with common
  /// numbers, whose runs are alike.
  private static func run(_ isCommon: Bool, _ stream: inout RandomStream) -> [Double] {
    let shared = isCommon ? 3 * ValueDistribution.exponential.draw(&stream) : 0
    return (0..<9).map { cell in
      let (level, combination) = (Double(cell % 3), Double(cell / 3))
      let scatter = (1 + level) * (1 + 0.5 * combination)
      return shared + 2 * level + 5 * combination
        + scatter
        * (ValueDistribution.exponential.draw(&stream) - ValueDistribution.exponential.mean)
    }
  }

  @Test("intervals cover the mean difference", .deep, arguments: [true, false])
  func coverage(isCommon: Bool) {
    let (runs, studies) = (40, 10_000)
    var covered = 0
    for study in 0..<studies {
      var stream = RandomStream(key: 181, UInt64(study), isCommon ? 1 : 0)
      var pairs = PairSummary()
      var cells = [[ValueSummary]](
        repeating: [ValueSummary](repeating: ValueSummary(), count: 3), count: 3)
      for _ in 0..<runs {
        let values = Self.run(isCommon, &stream)
        pairs.add((values[2] + values[5] + values[8]) / 3, (values[0] + values[3] + values[6]) / 3)
        for (cell, value) in values.enumerated() { cells[cell / 3][cell % 3].add(value) }
      }
      let difference =
        isCommon ? MeanDifference(pairs) : MeanDifference(averaged: cells.map { ($0[2], $0[0]) })
      if let interval = difference?.interval(level: 0.95), let low = interval.lower,
        let high = interval.upper, low <= 4, 4 <= high
      {
        covered += 1
      }
    }
    let error = (0.95 * 0.05 / Double(studies)).squareRoot()
    let share = Double(covered) / Double(studies)
    print("coverage: pooled, common \(isCommon): \(share)")
    #expect(abs(share - 0.95) < 3.5 * error, "\(share)")
  }
}
