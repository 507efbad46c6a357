import KeyedRandom
import Statistics
import Testing

@Suite("Without any spread")
struct ConstantGroupsTests {
  private func constant(_ value: Double, _ count: Int) -> [Double] {
    [Double](repeating: value, count: count)
  }

  @Test("two constant groups differ as soon as permutation can tell, by hand")
  func different() throws {
    // 4 and 4 values: 2 of 70 divisions keep both groups constant; 3 and 3: 2 of 20.
    let four = try #require(MeanDifference(welch: constant(12, 4), constant(14, 4))?.result)
    #expect(abs(four.p - 2.0 / 70) < 1e-12 && four.statistic == nil)
    let three = try #require(MeanDifference(welch: constant(12, 3), constant(14, 3))?.result)
    #expect(abs(three.p - 0.1) < 1e-12)
    let many = try #require(MeanDifference(welch: constant(12, 500), constant(14, 500))?.result)
    #expect(many.p < 1e-200)
    // Pairs: 2 of 2^6 signs.
    let pairs = try #require(MeanDifference(paired: constant(12, 6), constant(14, 6))?.result)
    #expect(pairs.p == 2.0 / 64)
  }

  @Test("differences that are equal but for rounding are constant")
  func rounding() throws {
    // 0.3 - 0.1 and 0.5 - 0.3 are not the same double.
    let x = [0.3, 0.5, 0.9, 1.7]
    let y = [0.1, 0.3, 0.7, 1.5]
    let difference = try #require(MeanDifference(paired: x, y))
    #expect(difference.standardError > 0 && difference.constant != nil)
    #expect(difference.result?.p == 2.0 / 16)
    let groups = try #require(MeanDifference(welch: constant(0.1, 20), constant(0.3 - 0.2, 20)))
    #expect(groups.result?.p == 1)
    // Whole numbers differ, however large.
    let times = (0..<6).map { 1.76e18 + 256 * Double($0) }
    #expect(MeanDifference(welch: times, times.map { $0 + 2_304 })?.constant == nil)
  }

  @Test("identical values are no difference, in every test")
  func identical() {
    let x = constant(3, 40)
    let y = constant(3, 30)
    let mixed = (0..<30).map { Double($0 % 7) }
    let results: [TestResult?] = [
      MeanDifference(welch: x, y)?.result, MeanDifference(paired: mixed, mixed)?.result,
      MannWhitney(x, y)?.result,
      WilcoxonSignedRank(mixed, mixed)?.result, KolmogorovSmirnov(x, y)?.result,
      WelchAnalysisOfVariance.test([x, y, y]), PermutationTest(x, y, key: 1)?.result,
      PermutationTest(paired: mixed, mixed, key: 1)?.result,
    ]
    for (number, result) in results.enumerated() { #expect(result?.p == 1, "\(number)") }
    for test in ComparisonTest.allCases where test.claim == .difference {
      // Of groups alike, and of pairs alike.
      let values = test.data == .numbers ? mixed : mixed.map { $0 > 3 ? 1 : 0 }
      let compared = Compared.of(test, [values, values], isPaired: test.pairing == .always)
      let p = test.result(of: compared)?.p
      #expect(p.map { $0 > 0.999 } == true, "\(test.rawValue): \(p ?? .nan)")
    }
  }

  @Test(
    "values that are no binary fractions, in groups of unequal sizes, are identical all the same")
  func unequalSizes() throws {
    // The mean of 0.1, 0.1, ... is rounded: distances from it are not quite 0.
    for (n1, n2) in [(300, 200), (200, 300), (7, 3), (40, 3)] {
      let test = try #require(PermutationTest(constant(0.1, n1), constant(0.1, n2), key: 1))
      #expect(test.p == 1 && test.difference == 0)
    }
  }

  @Test("the arrangement seen is one of those counted, also between constants of unequal sizes")
  func observedCounts() throws {
    // 1 of 10 divisions, of curves and of values.
    let test = try #require(PermutationTest(constant(0.1, 2), constant(0.3, 3), key: 1))
    #expect(test.p == 0.1)
    let curves = try #require(
      CurveComparison(
        Array(repeating: [0.1, 0.2], count: 2), Array(repeating: [0.1, 0.7], count: 3),
        level: 0.95, key: 1))
    // Binomial(2000, 0.1) divisions beside the one seen: within 5 sd.
    #expect(abs(curves.p - 0.1) < 0.034)
    let paired = try #require(
      CurveComparison(
        paired: Array(repeating: [0.1, 0.2], count: 3), Array(repeating: [0.1, 0.7], count: 3),
        level: 0.95, key: 1))
    // 2 of 8 signs.
    #expect(abs(paired.p - 0.25) < 0.049)
  }

  @Test("500 of 500 equal pairs are equivalent, 2 of 2 are not")
  func equivalence() throws {
    func p(_ count: Int, margin: Double, value: (Int) -> Double) throws -> Double {
      let values = (0..<count).map(value)
      let difference = try #require(MeanDifference(paired: values, values))
      return try #require(difference.equivalence(margin: margin)?.p)
    }
    let steps = { (run: Int) in Double(20 + run % 9) }
    #expect(try p(500, margin: 0.5, value: steps) < 1e-9)
    #expect(try p(2, margin: 0.5, value: steps) > 0.9)
    // One pair in 20 that differs, however far, would show in 59 pairs: 0.95^59 < 0.05.
    #expect(try p(58, margin: 0.5, value: { _ in 12 }) > 0.05)
    #expect(try p(59, margin: 0.5, value: { _ in 12 }) < 0.05)
    // Values that spread over 8 may move the mean by 0.1 where 1 pair in 80 differs.
    #expect(abs(try p(240, margin: 0.1, value: steps) - 0.0489) < 1e-4)
    // Shares that are 0 in all runs: 1 run in 100 would be enough to leave the margin.
    #expect(try p(298, margin: 0.01, value: { _ in 0 }) > 0.05)
    #expect(try p(299, margin: 0.01, value: { _ in 0 }) < 0.05)
  }

  @Test("constant groups a little apart are equivalent, farther apart they are not")
  func constantsApart() throws {
    let near = try #require(MeanDifference(welch: constant(12, 200), constant(12.2, 300)))
    #expect(try #require(near.equivalence(margin: 0.5)?.p) < 0.001)
    let far = try #require(MeanDifference(welch: constant(12, 200), constant(14, 300)))
    #expect(far.equivalence(margin: 0.5)?.p == 1)
  }

  @Test("the interval is the point once so many values can tell, and open before")
  func interval() throws {
    let six = try #require(MeanDifference(paired: constant(5, 6), constant(3, 6)))
    #expect(six.interval(level: 0.95)?.lower == 2 && six.interval(level: 0.95)?.upper == 2)
    let five = try #require(MeanDifference(paired: constant(5, 5), constant(3, 5)))
    #expect(five.interval(level: 0.95)?.lower == nil && five.interval(level: 0.95)?.upper == nil)
    for count in 2...8 {
      let (x, y) = (constant(5, count), constant(3, count))
      for (difference, shift) in [
        (MeanDifference(paired: x, y), HodgesLehmann(paired: x, y)),
        (MeanDifference(welch: x, y), HodgesLehmann(x, y)),
      ] {
        let found = try #require(difference?.interval(level: 0.95))
        let ranks = shift?.interval(level: 0.95)
        #expect(found.lower == ranks?.lower && found.upper == ranks?.upper)
        let p = try #require(difference?.result?.p)
        #expect((p <= 0.05) == (found.lower != nil), "\(count)")
      }
    }
  }

  @Test("several constant groups, counted by hand and over all arrangements")
  func severalGroups() throws {
    // 1, 1, 2, 2, 3, 3: 3! of 6!/(2! 2! 2!) = 90 arrangements.
    let three = try #require(ConstantGroups([[1, 1], [2, 2], [3, 3]]))
    #expect(abs(three.p - 6.0 / 90) < 1e-12)
    // 1, 1, 1, 1, 2, 2: 3 ways to choose the group of 2, of 15 arrangements; 6 are the bound.
    let two = try #require(WelchAnalysisOfVariance.test([[1, 1], [2, 2], [1, 1]]))
    #expect(two.p >= 3.0 / 15 && abs(two.p - 6.0 / 15) < 1e-12)
    let many = try #require(
      WelchAnalysisOfVariance.test([constant(1, 30), constant(2, 30), constant(3, 30)]))
    #expect(many.p < 1e-30)
    #expect(ConstantGroups([[1, 1], [2, 3]]) == nil)
    #expect(ConstantGroups([[Double]]()) == nil && ConstantGroups([[1], []]) == nil)
  }

  @Test("one constant group has Welch's F of the limit, which is his t for two groups")
  func welchOfOneConstant() throws {
    let x = [1.0, 2, 4, 3.5, 2.5]
    let y = constant(4, 6)
    let z = [1.5, 3, 2, 5]
    let welch = try #require(WelchAnalysisOfVariance.test([x, y]))
    let t = try #require(MeanDifference(welch: x, y)?.result)
    #expect(abs(welch.p - t.p) < 1e-12)
    let limit = try #require(WelchAnalysisOfVariance.test([x, y, z]))
    let nearly = (0..<6).map { $0.isMultiple(of: 2) ? 4 - 1e-7 : 4 + 1e-7 }
    let near = try #require(WelchAnalysisOfVariance.test([x, nearly, z]))
    #expect(abs(limit.p - near.p) < 1e-6)
  }
}
