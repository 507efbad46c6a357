import Foundation
import KeyedRandom
import Statistics
import Testing

@Suite("Comparisons")
struct ComparisonTests {
  @Test("the asymptotic signed rank p of many pairs with ties is scipy's")
  func wilcoxonLarge() throws {
    // 120 differences of ten sizes: scipy's wilcoxon(d, method="approx", correction=True).
    let tied: [Double] = (0..<120).map { place in
      let size = Double(place % 10 + 1)
      return place * 7 % 5 < 2 ? -size : size
    }
    let other = try #require(WilcoxonSignedRank(differences: tied))
    let p = try #require(other.pAsymptotic)
    #expect(other.w == 4644 && abs(p - 0.007_872_637_853_268_699) < 1e-12)
  }

  @Test("Hodges-Lehmann equals the list of all differences, also with ties")
  func hodgesLehmannReference() throws {
    var stream = RandomStream(key: 8)
    for (n1, n2) in [(1, 1), (3, 4), (12, 9), (40, 37), (150, 120)] {
      let x = (0..<n1).map { _ in Double(stream.below(40)) / 4 }
      let y = (0..<n2).map { _ in Double(stream.below(30)) / 4 - 2 }
      let found = try #require(HodgesLehmann(x, y))
      let interval = found.interval(level: 0.95)
      let all = x.flatMap { a in y.map { a - $0 } }
      #expect(found.estimate == SortedSample(all).median)
      let count = n1 * n2
      // 1 of 2 and 1 of 35 arrangements are more than 0.025: no interval for 1 and 1, 3 and 4.
      if n1 < 12 {
        #expect(interval?.lower == nil && interval?.upper == nil)
      } else {
        let lower = try #require(interval?.lower)
        let upper = try #require(interval?.upper)
        let sorted = all.sorted()
        // The interval is symmetric in ranks; of equal differences any may be meant.
        #expect(
          (0..<count / 2).contains { sorted[$0] == lower && sorted[count - 1 - $0] == upper })
        #expect(lower < found.estimate && found.estimate < upper)
      }
      let pairs = min(n1, n2)
      let paired = try #require(
        HodgesLehmann(
          paired: Array(x.prefix(pairs)), Array(y.prefix(pairs))))
      let d = (0..<pairs).map { x[$0] - y[$0] }
      let walsh = (0..<pairs).flatMap { i in (0...i).map { (d[i] + d[$0]) / 2 } }
      #expect(paired.estimate == SortedSample(walsh).median)
    }
  }

  @Test("Hodges-Lehmann's interval of many values has the ranks of the normal approximation")
  func hodgesLehmannRanks() throws {
    // All differences 1000 i - j are different. 9000 - 1.959964 sqrt(150 120 271 / 12) = 7750.38.
    let found = try #require(
      HodgesLehmann((0..<150).map { 1000 * Double($0) }, (0..<120).map(Double.init)))
    let interval = found.interval(level: 0.95)
    #expect(interval?.lower == 63950 && interval?.upper == 84931)
  }

  @Test("25 million differences are never listed")
  func hodgesLehmannLarge() throws {
    var stream = RandomStream(key: 5)
    let x = (0..<5_000).map { _ in stream.unit() + 0.25 }
    let y = (0..<5_000).map { _ in stream.unit() }
    let found = try #require(HodgesLehmann(x, y))
    #expect(abs(found.estimate - 0.25) < 0.03)
  }

  @Test("a random permutation test comes close to the exact one")
  func monteCarloPermutation() throws {
    let x = (0..<40).map { Double($0 * 13 % 17) }
    let y = (0..<35).map { Double($0 * 7 % 19) - 1 }
    let test = try #require(PermutationTest(x, y, key: 2))
    let welch = try #require(MeanDifference(welch: x, y)?.result)
    #expect(abs(test.p - welch.p) < 0.02)
    #expect(PermutationTest(x, y, key: 2) == test)
    // A count of extreme ones among 20,000, and the data themselves.
    let count = test.p * 20_001
    #expect(abs(count - count.rounded()) < 1e-9 && count >= 1)
  }

  @Test("the verdict says equivalent before different, and inconclusive without evidence")
  func verdicts() {
    func verdict(_ p: Double?, _ equivalence: Double?, within: Bool = true) -> Verdict {
      Verdict(adjustedP: p, equivalenceP: equivalence, isWithinMargin: within, alpha: 0.05)
    }
    #expect(verdict(0.001, 0.01) == .equivalent)
    #expect(verdict(0.001, 0.2) == .different)
    #expect(verdict(0.2, 0.2) == .inconclusive)
    #expect(verdict(nil, nil) == .inconclusive)
    // One comparison at p = 0.04: the interval of 90 % lies within the margin, that of 95 % not.
    #expect(verdict(0.2, 0.04, within: false) == .inconclusive)
    #expect(verdict(0.001, 0.04, within: false) == .different)
  }

  /// Of a difference and of a ratio, whose margins are -m...m and 1/m...m.
  @Test("within a margin is an interval that ends on it, and of one side only that end counts")
  func margins() throws {
    let (x, y) = ([4.0, 6, 5, 7, 8, 5], [5.0, 7, 6, 5.5, 6])
    for (x, y) in [(x, y), (y, x)] {
      let groups = [x, y].map { GroupValues([], $0) }
      let compared = ComparedValues(
        groups, pairs: nil, times: [], level: 0.9, key: 1)
      let difference = try #require(MeanDifference(welch: x, y))
      let ratio = try #require(RatioOfMeans(ValueSummary(x), ValueSummary(y)))
      for (effect, of, low) in [
        (.meanDifference, difference, { -$0 }), (.ratioOfMeans, ratio, { 1 / $0 }),
      ] as [(ComparisonEffect, any Inference, (Double) -> Double)] {
        let inference = try #require(effect.inference(of: compared))
        let ends = try #require(inference.interval(level: 0.9))
        let (lower, upper) = (low(try #require(ends.lower)), try #require(ends.upper))
        func isWithin(_ size: Double, _ better: Better?) throws -> Bool {
          let found = effect.equivalence(inference, Margin(size, better: better), level: 0.9)
          let (low, high) = (
            try #require(of.p(against: low(size))), try #require(of.p(against: size))
          )
          let wanted =
            switch better {
            case nil: low.above > high.below ? low.larger : high.smaller
            case .larger: low.larger
            case .smaller: high.smaller
            }
          #expect(found.result != nil && found.result == wanted)
          return found.isWithinMargin
        }
        for (better, end) in [(nil, max(lower, upper)), (.larger, lower), (.smaller, upper)]
          as [(Better?, Double)]
        {
          // But for rounding, as that of 1 / (1 / x).
          #expect(try isWithin(end * (1 - 1e-15), better), "\(effect.rawValue)")
          #expect(try !isWithin(end * (1 - 1e-13), better), "\(effect.rawValue)")
        }
      }
    }
    // What has no interval, or an open one, lies within no margin.
    for better in [nil, .larger, .smaller] as [Better?] {
      #expect(
        !ComparisonEffect.meanDifference.equivalence(nil, Margin(1, better: better), level: 0.9)
          .isWithinMargin)
    }
    // The last runs that are no worse by a margin are not known to be better by one.
    let same = MeanDifference(
      welch: [Double](repeating: 3, count: 100), [Double](repeating: 4, count: 100))
    #expect(same?.nonInferiority(margin: 0.9, better: .larger)?.p == 1)
    #expect(try #require(same?.nonInferiority(margin: 1.1, better: .larger)?.p) < 0.01)
  }

  @Test("up to a limit of sizes p is exact: 1 of 200,000 arrangements")
  func limits() throws {
    let rest = (0..<200_000).map { Double($0 % 7) }
    #expect(PermutationTest([99], Array(rest.dropLast()), key: 1)?.p == 5e-6)
    // One more has random ones, and the data among them.
    #expect(try #require(PermutationTest([99], rest, key: 1)?.p) > 1 / 20_002.0)
    #expect(
      MannWhitney((0..<41).map { Double(2 * $0) }, (0..<61).map { Double(2 * $0 + 1) })?.pExact
        == nil)
    // 0 and 1 in turns: D is 0 but for the last value; more values than are permuted have no other p.
    let values = (0..<20_000).map { Double($0 % 2) }
    let most = Array(values.dropLast(10_000))
    #expect(KolmogorovSmirnov(most, most)?.pPermuted == 1)
    #expect(KolmogorovSmirnov(values, most)?.pPermuted == nil)
    // Two groups without a value in common: no permutation is as extreme, and the series says more.
    let ties = (0..<100).map { Double($0 / 10) }
    let apart = try #require(KolmogorovSmirnov(ties, ties.map { $0 + 20 }))
    #expect(apart.pPermuted == 1 / 10_001.0 && apart.result?.p == apart.pAsymptotic)
    #expect(apart.pAsymptotic < 1e-20)
  }

  @Test("of random divisions the smaller group has as many values as it had, whichever it is")
  func sizes() throws {
    // Extreme are the divisions in which the one value that differs is among the three.
    let (three, many) = ([1.0, 0, 0], [Double](repeating: 0, count: 197))
    for (x, y) in [(three, many), (many, three)] {
      let p = try #require(PermutationTest(x, y, key: 4)?.p)
      #expect(abs(p - 3.0 / 200) < 3.5 * (0.015 / 20_000).squareRoot(), "\(p)")
    }
  }

  @Test("too few values leave tests undefined")
  func tooFew() {
    #expect(PermutationTest([1], [], key: 1) == nil && PermutationTest([], [1], key: 1) == nil)
    #expect(PermutationTest(paired: [], [], key: 1) == nil)
    // One value has no variance.
    for groups in [[[1, 2, 3]], [[1], [2]], [[], [1, 2]], [[1], [2, 3], [4, 6]]] as [[[Double]]] {
      #expect(WelchAnalysisOfVariance.test(groups) == nil)
    }
    #expect(ChiSquareTest.fit(counts: [0, 0], probabilities: [1, 1]) == nil)
    #expect(ChiSquareTest.fit(counts: [3, 0], probabilities: [1, 0]) == nil)
    #expect(MeanDifference(averaged: []) == nil)
    let never = [CensoredTime(time: 3, happened: false)]
    #expect(LogRank(CountedTimes(never), CountedTimes(never)) == nil)
    #expect(LogRank(CountedTimes(never), CountedTimes()) == nil)
    #expect(KolmogorovSmirnov([], [1]) == nil)
    #expect(MannWhitney([], [1]) == nil && WilcoxonSignedRank(differences: []) == nil)
  }

  @Test("chi-square of a die, by hand")
  func chiSquare() throws {
    let die = try #require(
      ChiSquareTest.fit(counts: [5, 8, 9, 8, 10, 20], probabilities: Array(repeating: 1, count: 6)))
    #expect(abs((die.statistic ?? 0) - 13.4) < 1e-12 && die.degreesOfFreedom == [5])
    let impossible = ChiSquareTest.fit(counts: [5, 5, 1], probabilities: [0.5, 0.5, 0])
    #expect(impossible?.p == 0)
  }

  @Test("p without a value is none, and is not counted")
  func missing() {
    #expect(Correction.holm.adjust([0.01, nil, 0.04]) == [0.02, nil, 0.04])
    #expect(Correction.benjaminiHochberg.adjust([nil, 0.01, 0.04]) == [nil, 0.02, 0.04])
  }
}

@Suite("Whole curves")
struct CurveComparisonTests {
  private func curves(_ count: Int, shift: Double, key: UInt64) -> [[Double]] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in
      let level = stream.unit()
      return (0..<12).map { step in
        step == 0 ? 1 : level + stream.unit() + (step == 7 ? shift : 0)
      }
    }
  }

  @Test("another key has other signs and divisions")
  func keyed() throws {
    let (a, b) = (curves(30, shift: 0.1, key: 1), curves(30, shift: 0, key: 2))
    let found = [1, 2].flatMap { (key: UInt64) in
      return [
        CurveComparison(a, b, level: 0.9, draws: 499, key: key),
        CurveComparison(paired: a, b, level: 0.9, draws: 499, key: key),
      ]
    }
    #expect(Set(found.map { $0?.factor }).count == 4 && Set(found.map { $0?.p }).count == 4)
  }

  @Test("a bump at one step is found, and the band excludes 0 there only")
  func bump() throws {
    let found = try #require(
      CurveComparison(
        curves(60, shift: 0.8, key: 1), curves(50, shift: 0, key: 2), level: 0.95, key: 3))
    #expect(found.p < 0.01 && found.step == 7)
    let halfWidths = try #require(found.halfWidths)
    #expect(found.difference[7] - halfWidths[7] > 0)
    let outside = found.difference.indices.filter {
      abs(found.difference[$0]) > halfWidths[$0]
    }
    #expect(outside == [7])
  }

  @Test(
    "equal distributions are distinguished in about alpha of many comparisons, paired and unpaired")
  func level() throws {
    var (unpaired, paired) = (0, 0)
    let trials = 400
    for trial in 0..<trials {
      let a = curves(12, shift: 0, key: UInt64(1_000 + trial))
      let b = curves(9, shift: 0, key: UInt64(5_000 + trial))
      let key = UInt64(trial)
      let one = CurveComparison(a, b, level: 0.95, draws: 199, key: key)
      let two = CurveComparison(
        paired: Array(a.prefix(9)), b, level: 0.95, draws: 199, key: key)
      if (one?.p ?? 1) <= 0.05 { unpaired += 1 }
      if (two?.p ?? 1) <= 0.05 { paired += 1 }
    }
    // Binomial(400, 0.05): mean 20, sd 4.4; within 4 sd.
    #expect(abs(unpaired - 20) <= 18 && abs(paired - 20) <= 18)
  }

  /// By all 56 divisions, and all 256 signs of the distances from each group's mean.
  @Test("of few curves p and band are those of Welch's t, whose largest of all steps is listed")
  func listed() throws {
    let (a, b) = ([[9.0, 9], [0, 9], [5, 3]], [[9.0, 6], [6, 0], [0, 6], [9, 4], [9, 5]])
    func moments(_ x: [Double]) -> (mean: Double, error: Double) {
      let (n, mean) = (Double(x.count), x.reduce(0, +) / Double(x.count))
      return (mean, x.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / (n - 1) / n)
    }
    func largest(_ a: [[Double]], _ b: [[Double]]) -> Double {
      (0...1).map { step in
        let (x, y) = (moments(a.map { $0[step] }), moments(b.map { $0[step] }))
        let t = abs(x.mean - y.mean) / (x.error + y.error).squareRoot()
        return t.isNaN ? 0 : t
      }.max() ?? 0
    }
    func deviations(_ curves: [[Double]]) -> [[Double]] {
      let means = (0...1).map { step in moments(curves.map { $0[step] }).mean }
      return curves.map { zip($0, means).map { $0 - $1 } }
    }
    let (curves, rest, bound) = (a + b, deviations(a) + deviations(b), largest(a, b))
    var (divisions, signs): ([Double], [Double]) = ([], [])
    for bits in 0..<256 {
      func has(_ place: Int) -> Bool { bits >> place & 1 == 1 }
      let flipped = rest.indices.map { place in rest[place].map { has(place) ? -$0 : $0 } }
      signs.append(largest(Array(flipped[..<3]), Array(flipped[3...])))
      guard bits.nonzeroBitCount == 3 else { continue }
      divisions.append(
        largest(
          curves.indices.filter(has).map { curves[$0] },
          curves.indices.filter { !has($0) }.map { curves[$0] }))
    }
    let found = try #require(
      CurveComparison(a, b, level: 0.863, draws: 20_000, key: 6))
    #expect(abs(found.maximumT - bound) < 1e-12)
    let share = Double(divisions.count { $0 >= bound * (1 - 1e-9) }) / 56
    // Five standard errors of the draws; 218 to 223 of the signs in order have one value.
    #expect(abs(found.p - share) < 5 * (share * (1 - share) / 20_000).squareRoot(), "\(found.p)")
    #expect(abs(found.factor - signs.sorted()[220]) < 1e-9, "\(found.factor)")
  }

  @Test("deviations that are equal but for rounding are no two constants")
  func rounded() throws {
    // Of 16 patterns of signs two make both groups one constant, and two make them different ones.
    func factor(_ a: Double, _ b: Double, apart: Double, unit: Double) throws -> Double {
      let groups = [a, b].map { [[$0 / unit], [($0 + apart) / unit]] }
      return try #require(
        CurveComparison(
          groups[0], groups[1], level: 0.8, draws: 999, key: 2)
      ).factor
    }
    for (a, b, apart) in [(1.0, 103.0, 3.0), (1, 27, 6), (3, 4, 1), (7, 51, 2), (1, 1_003, 3)] {
      let whole = try factor(a, b, apart: apart, unit: 1)
      let tenths = try factor(a, b, apart: apart, unit: 10)
      #expect(whole.isFinite && abs(tenths / whole - 1) < 1e-9, "\(a), \(b): \(tenths)")
    }
  }

  @Test("two different constants are a difference that needs no spread")
  func constants() throws {
    let found = try #require(
      CurveComparison(
        Array(repeating: [1, 2, 4], count: 20), Array(repeating: [1, 3, 4], count: 20),
        level: 0.95, draws: 499, key: 4))
    #expect(found.maximumT == .infinity && found.step == 1)
    #expect(abs(found.p - 0.002) < 1e-12)
    #expect(found.result?.statistic == nil && found.result?.p == found.p)
    // One constant group, at the least value of the other.
    let half = CurveComparison([[0], [0], [0]], [[0], [1], [2]], level: 0.95, key: 4)
    #expect(half?.step == 0 && abs((half?.maximumT ?? 0) - 3.0.squareRoot()) < 1e-12)
  }
}
