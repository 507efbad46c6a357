import KeyedRandom
import Statistics
import Testing

/// The unit of a response is the user's: its size changes no test, as far as doubles go.
@Suite("Values as small as 1e-170 and as large as 1e200")
struct ExtremeValueTests {
  private static let x = sample(17, key: 1), y = sample(23, key: 2).map { $0 + 0.4 }
  /// Powers of two, which change no digit, near 1e-170, 1e-300, 1e200 and 1e300.
  static let exponents = [-565, -997, 664, 997]

  private static func sample(_ count: Int, key: UInt64) -> [Double] {
    var stream = RandomStream(key: key)
    return (0..<count).map { _ in stream.unit() + 1 }
  }

  private static func scaled(_ values: [Double], _ exponent: Int) -> [Double] {
    values.map { Double(sign: .plus, exponent: exponent, significand: $0) }
  }

  /// What does not depend on the unit: p and statistics of all tests, effects without a unit, and
  /// what has the unit, divided by it.
  private static func facts(_ exponent: Int) -> [Double?] {
    let (x, y) = (scaled(x, exponent), scaled(y, exponent))
    let pairs = Array(y.prefix(x.count))
    let unit = Double(sign: .plus, exponent: exponent, significand: 1)
    func difference(_ found: MeanDifference?) -> [Double?] {
      let interval = found?.interval(level: 0.95)
      let result = found?.result
      return [found?.estimate, found?.standardError, interval?.lower, interval?.upper]
        .map { $0.map { $0 / unit } } + [found?.degreesOfFreedom, result?.statistic, result?.p]
        + [found?.equivalence(margin: 0.5 * unit)?.p]
    }
    let anova = AnalysisOfVariance([x, y, pairs])
    let moments = Moments(of: x)
    var merged = Moments(of: Array(y.prefix(5)))
    merged.merge(Moments(of: Array(y.dropFirst(5))))
    return difference(MeanDifference(welch: x, y)) + difference(MeanDifference(pooled: x, y))
      + difference(MeanDifference(paired: x, pairs))
      + [moments.sd, moments.norm, moments.meanInterval(level: 0.9)?.lower, merged.sd].map {
        $0.map { $0 / unit }
      }
      + [
        anova?.classic?.statistic, anova?.classic?.p, anova?.welch?.statistic, anova?.welch?.p,
        StandardizedDifference(x, y)?.interval(level: 0.95).lower,
        StandardizedDifference(paired: x, pairs)?.interval(level: 0.95).lower,
        CliffsDelta(x, y)?.variance, PermutationTest(x, y, key: 1)?.p,
        PermutationTest(paired: x, pairs, key: 1)?.p,
        MannWhitney(x, y)?.result?.p, WilcoxonSignedRank(x, pairs)?.result?.p,
      ]
  }

  @Test("change nothing but the unit", arguments: exponents)
  func unit(exponent: Int) {
    let plain = Self.facts(0)
    #expect(plain.allSatisfy { $0?.isFinite ?? false })
    #expect(Self.facts(exponent) == plain)
  }

  @Test("a sum of squares that no double can hold decides nothing")
  func beyond() {
    // Differences of these are infinite.
    let x = [1.5e308, -1.5e308, 1.2e308]
    let y = [-1.5e308, 1.5e308, 1.1e308, -1e308]
    #expect(
      MeanDifference(welch: x, y)?.result == nil
        && MeanDifference(paired: x, Array(y.prefix(3)))?.result == nil)
    #expect(AnalysisOfVariance([x, y])?.classic == nil)
    #expect(PermutationTest(x, y, key: 1)?.result == nil)
    // Here the sum is small, and those of other signs and labels are infinite.
    let (one, zero) = ([1e308, 1e308, -1e308, -1e308], [0.0, 0, 0, 0])
    #expect(PermutationTest(paired: one, zero, key: 1) == nil)
    #expect(PermutationTest(zero, one, key: 1) == nil)
    #expect(StandardizedDifference(x, y)?.interval(level: 0.95).contains(0) ?? true)
  }

  @Test(
    "a result whose numbers are none is no result", arguments: [Double.nan, .infinity, -0.1, 2])
  func refused(p: Double) {
    #expect(TestResult(statistic: 1, p: p) == nil)
    #expect(TestResult(statistic: .nan, p: 0.5) == nil)
    #expect(TestResult(statistic: .infinity, p: 0) == nil)
    #expect(TestResult(statistic: 1, degreesOfFreedom: [2, .nan], p: 0.5) == nil)
    #expect(TestResult(statistic: nil, p: 0)?.p == 0)
  }

  @Test("parts merged in any order have the moments of the whole, whatever their units")
  func merge() throws {
    let parts = [
      [1e-180], [1e-180, 3e-180], [1e-180], [2e-160], [5e-10, 7e-10, 6e-10], [4e150, 9e150],
    ]
    for order in [
      [0, 1], [1, 0], [0, 2, 1], [0, 1, 2, 3, 4, 5], [5, 4, 3, 2, 1, 0], [4, 1, 5, 3],
    ] {
      let whole = Moments(of: order.flatMap { parts[$0] })
      var merged = Moments()
      for place in order { merged.merge(Moments(of: parts[place])) }
      let (sd, wanted) = (try #require(merged.sd), try #require(whole.sd))
      #expect(abs(sd - wanted) < 1e-12 * wanted)
      #expect(merged.count == whole.count && merged.min == whole.min)
    }
  }
}
