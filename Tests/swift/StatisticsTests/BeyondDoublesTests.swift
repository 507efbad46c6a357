import Statistics
import Testing

@Suite("Values whose sums no double holds") struct BeyondDoublesTests {
  @Test("a sum of squares that no double can hold decides nothing")
  func beyond() {
    // Differences of these are infinite.
    let x = [1.5e308, -1.5e308, 1.2e308]
    let y = [-1.5e308, 1.5e308, 1.1e308, -1e308]
    #expect(
      MeanDifference(welch: x, y)?.result == nil
        && MeanDifference(paired: x, Array(y.prefix(3)))?.result == nil)
    #expect(WelchAnalysisOfVariance.test([x, y]) == nil)
    #expect(PermutationTest(x, y, key: 1)?.result == nil)
    // Here the sum is small, and those of other signs and labels are infinite.
    let (one, zero) = ([1e308, 1e308, -1e308, -1e308], [0.0, 0, 0, 0])
    #expect(PermutationTest(paired: one, zero, key: 1) == nil)
    #expect(PermutationTest(zero, one, key: 1) == nil)
  }

  @Test(
    "where no double holds the squares there is no error, so no test and no interval of width 0")
  func squares() {
    for unit in [1e200, 1e-300, Double.leastNonzeroMagnitude] {
      let (x, y) = ([1, 2, 3].map { $0 * unit }, [4, 5, 7].map { $0 * unit })
      #expect(Moments(of: x).mean != nil && Moments(of: x).variance == nil, "\(unit)")
      #expect(MeanDifference(welch: x, y)?.result == nil, "\(unit)")
      #expect(MeanDifference(paired: x, y)?.result == nil, "\(unit)")
      #expect(Moments(of: x).meanInterval(level: 0.95) == nil, "\(unit)")
    }
    for equal in [1e200, Double.leastNonzeroMagnitude] {
      #expect(Moments(of: [equal, equal]).variance == 0)
    }
  }

  @Test("of what is no number every distribution says that it is none")
  func undefined() {
    let nan = Double.nan
    func t(_ degrees: Double) -> StudentT { StudentT(degreesOfFreedom: degrees) }
    func chi(_ degrees: Double) -> ChiSquare { ChiSquare(degreesOfFreedom: degrees) }
    var found: [Double] = [
      Normal.below(nan), Normal.above(nan), Normal.quantile(nan), Normal.quantile(-0.1),
      Normal.quantile(1.1), Normal.twoSided(level: nan), Normal.twoSided(level: 1.5),
      Binomial(trials: 5, probability: nan).below(2),
      Binomial(trials: 5, probability: nan).atLeast(2),
      FisherF(3, 4).above(nan),
    ]
    for degrees in [nan, 0, -1, .infinity, 3] {
      // The last is a right one: nan is what is asked.
      let asked = degrees == 3 ? nan : 0.3
      found += [
        t(degrees).below(asked), t(degrees).above(asked),
        t(degrees).upperQuantile(asked), t(degrees).twoSided(level: asked),
        chi(degrees).above(asked), chi(degrees).quantile(asked), FisherF(degrees, 4).above(asked),
        FisherF(4, degrees).above(asked),
      ]
    }
    found += [
      t(3).upperQuantile(-0.1), t(3).upperQuantile(1.1), t(3).twoSided(level: 1.5),
      chi(3).quantile(-0.1), chi(3).quantile(1.1),
    ]
    #expect(found.allSatisfy { $0.isNaN }, "\(found)")
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
}
