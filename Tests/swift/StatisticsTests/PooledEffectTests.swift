import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Effects pooled over other factors, and their interaction")
struct PooledEffectTests {
  @Test(
    "agree with the reference of repeated measures: F, Greenhouse and Geisser, paired t of means")
  func reference() throws {
    let cases = try ReferenceFile.cases("repeatedMeasures", in: "comparisons.json")
    #expect(cases.count == 2)
    for test in cases {
      let id = test["id"].text
      // By block, then by level of A, then of B: B are the combinations.
      let blocks = test["input"]["y"].array.map { $0.array.map(\.numbers) }
      let (levels, combinations) = (blocks[0].count, blocks[0][0].count)
      var cells = try #require(
        RepeatedMeasuresInteraction(combinations: combinations, levels: levels))
      for block in blocks {
        cells.add((0..<combinations * levels).map { block[$0 % levels][$0 / levels] })
      }
      let wanted = test["expected"]["A:B"]
      let found = try #require(cells.interaction)
      expect(found.statistic, equals: wanted["F"], relative: 1e-8, "\(id) F")
      expect(found.p, equals: wanted["pGreenhouseGeisser"], relative: 1e-8, "\(id) p")
      let epsilon = found.degreesOfFreedom[0] / Double((levels - 1) * (combinations - 1))
      #expect(abs(epsilon - wanted["greenhouseGeisser"].number) < 1e-8, "\(id)")
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
        expect(interval.lower, equals: row["low"], relative: 1e-8, "\(id)")
        expect(interval.upper, equals: row["high"], relative: 1e-8, "\(id)")
      }
    }
  }

  @Test(
    "of two combinations and two levels the interaction is Welch's t of the difference of differences"
  )
  func twoByTwo() throws {
    let cells: [[[Double]]] = [[[1, 2, 4], [3, 3.5, 5, 9]], [[2, 2.5], [7, 8, 12]]]
    let found = try #require(FactorInteraction.test(cells.map { $0.map(ValueSummary.init) }))
    // By hand: means 7/3, 41/8, 9/4, 9; squared errors var/n.
    let difference = (7.0 / 3 - 41.0 / 8) - (9.0 / 4 - 9)
    let parts: [(error: Double, count: Double)] = cells.joined().map { values in
      let (n, mean) = (Double(values.count), values.reduce(0, +) / Double(values.count))
      return (values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1) / n, n)
    }
    let total = parts.reduce(0) { $0 + $1.error }
    let freedom = total * total / parts.reduce(0) { $0 + $1.error * $1.error / ($1.count - 1) }
    #expect(abs((found.statistic ?? 0) - difference * difference / total) < 1e-12)
    #expect(abs(found.degreesOfFreedom[0] - 1) < 1e-12)
    #expect(abs(found.degreesOfFreedom[1] - freedom) < 1e-9)
    let t = StudentT(degreesOfFreedom: freedom).twoSidedP(difference / total.squareRoot())
    #expect(abs(found.p - t) < 1e-12)
  }

  @Test("of two combinations and two levels within runs it is the paired t of that difference")
  func twoByTwoOfRuns() throws {
    // Also of two runs, and of very small differences and values.
    for (key, count, offset, scale) in (0..<40).map({ ($0, 9, 0.0, 1.0) })
      + [(40, 2, 0, 1), (41, 9, 0.5, 0x1p-30), (42, 9, 0, 1e-20)]
    {
      var stream = RandomStream(key: UInt64(key))
      var cells = try #require(RepeatedMeasuresInteraction(combinations: 2, levels: 2))
      let runs = (0..<count).map { _ in
        (0..<4).map { _ in
          let unit = stream.unit()
          return offset > 0 ? offset + scale * (unit * 0x1p20).rounded() * 0x1p-20 : scale * unit
        }
      }
      for run in runs { cells.add(run) }
      let (found, t) = (
        try #require(cells.interaction),
        try #require(MeanDifference(paired: runs.map { $0[1] - $0[0] }, runs.map { $0[3] - $0[2] }))
      )
      // There is no more than one degree of freedom, whatever the sums round to.
      #expect(found.degreesOfFreedom[0] <= 1 && found.degreesOfFreedom[0] > 1 - 1e-12)
      #expect(abs(found.p - (try #require(t.result?.p))) < 1e-12)
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

  @Test("what is the same in all runs needs no F")
  func constant() throws {
    func interaction(_ values: [Double], runs: Int, unit: Double = 1) throws -> TestResult? {
      var cells = try #require(RepeatedMeasuresInteraction(combinations: 2, levels: 2))
      for run in 0..<runs { cells.add(values.map { unit * ($0 + 0.1 * Double(run)) }) }
      return cells.interaction
    }
    // The second level is 2 more in both combinations; or 2 more in one and 3 in the other.
    for unit in [0x1p-80, 1, 0x1p80] {
      #expect(try interaction([1, 3, 5, 7], runs: 9, unit: unit)?.p == 1)
      #expect(try interaction([1, 3, 5, 8], runs: 9, unit: unit)?.p == exp2(-8))
    }
    #expect(try interaction([1, 3, 5, 8], runs: 1) == nil)
    let same = ValueSummary([2, 2, 2])
    #expect(FactorInteraction.test([[same, same], [same, same]]) == nil)
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

  /// Cells of 3 combinations and 3 levels whose scatter differs, without interaction; and with common
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

  @Test(
    "intervals cover the mean difference, and no interaction is found where there is none", .deep,
    arguments: [true, false])
  func coverage(isCommon: Bool) {
    let (runs, studies) = (40, 10_000)
    var (covered, rejected) = (0, 0)
    for study in 0..<studies {
      var stream = RandomStream(key: 181, UInt64(study), isCommon ? 1 : 0)
      var together = RepeatedMeasuresInteraction(combinations: 3, levels: 3)
      var pairs = PairSummary()
      var cells = [[ValueSummary]](
        repeating: [ValueSummary](repeating: ValueSummary(), count: 3), count: 3)
      for _ in 0..<runs {
        let values = Self.run(isCommon, &stream)
        together?.add(values)
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
      let test = isCommon ? together?.interaction : FactorInteraction.test(cells)
      if let p = test?.p, p <= 0.05 { rejected += 1 }
    }
    let error = (0.95 * 0.05 / Double(studies)).squareRoot()
    let (share, wrong) = (Double(covered) / Double(studies), Double(rejected) / Double(studies))
    print("coverage: pooled, common \(isCommon): \(share), \(wrong) wrong")
    #expect(abs(share - 0.95) < 3.5 * error, "\(share)")
    // Box's degrees of freedom are on the safe side.
    #expect(wrong < 0.05 + 3.5 * error, "\(wrong)")
    #expect(wrong > 0.025 - 3.5 * error, "\(wrong)")
  }

  @Test("an interaction that is there is found", arguments: [true, false])
  func power(isCommon: Bool) {
    var stream = RandomStream(key: 182, isCommon ? 1 : 0)
    var together = RepeatedMeasuresInteraction(combinations: 3, levels: 3)
    var cells = [[ValueSummary]](
      repeating: [ValueSummary](repeating: ValueSummary(), count: 3), count: 3)
    for _ in 0..<200 {
      var values = Self.run(isCommon, &stream)
      values[8] += 3
      together?.add(values)
      for (cell, value) in values.enumerated() { cells[cell / 3][cell % 3].add(value) }
    }
    let test = isCommon ? together?.interaction : FactorInteraction.test(cells)
    #expect((test?.p ?? 1) < 1e-3)
  }
}
