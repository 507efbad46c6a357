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
    "a result whose numbers are none is no result", arguments: [Double.nan, .infinity, -0.1, 2])
  func refused(p: Double) {
    #expect(TestResult(statistic: 1, p: p) == nil)
    #expect(TestResult(statistic: .nan, p: 0.5) == nil)
    #expect(TestResult(statistic: .infinity, p: 0) == nil)
    #expect(TestResult(statistic: 1, degreesOfFreedom: [2, .nan], p: 0.5) == nil)
    #expect(TestResult(statistic: nil, p: 0)?.p == 0)
  }
}
