import Statistics
import Testing

@Suite("Values with weights") struct WeightedSampleTests {
  /// 1, 2, 4 with weights 0.5, 0.3, 0.2, given in another order and another sum.
  private let sample = WeightedSample([4, 1, 2], weights: [2, 5, 3])

  @Test("mean, standard deviation and effective size by hand")
  func moments() throws {
    // 0.5 + 0.6 + 0.8; sum of squares 0.5 x 0.81 + 0.3 x 0.01 + 0.2 x 4.41 = 1.29, over 1 - 0.38.
    #expect(abs(sample.mean - 1.9) < 1e-15)
    #expect(abs(try #require(sample.sd) - (1.29 / 0.62).squareRoot()) < 1e-14)
    #expect(abs(sample.effectiveSize - 1 / 0.38) < 1e-14)
  }

  @Test("equal weights give the ordinary standard deviation")
  func equalWeights() throws {
    let sample = WeightedSample([1, 2, 3, 4], weights: [1, 1, 1, 1])
    #expect(abs(try #require(sample.sd) - (5.0 / 3).squareRoot()) < 1e-14)
    #expect(sample.effectiveSize == 4)
  }

  @Test("one value with all weight has no standard deviation")
  func single() { #expect(WeightedSample([3, 5], weights: [1, 0]).sd == nil) }

  @Test(
    "a quantile is the first value that has the share below or at it",
    arguments: [(0.0, 1.0), (0.5, 1.0), (0.500001, 2.0), (0.8, 2.0), (0.9, 4.0), (1.0, 4.0)])
  func quantiles(share: Double, value: Double) { #expect(sample.quantile(share) == value) }

  @Test("the distance from the uniform distribution is that of the steps on both sides")
  func distance() {
    let sample = WeightedSample([0.1, 0.6], weights: [0.5, 0.5])
    // Before 0.1: 0.1; behind it 0.4; before 0.6: 0.1; behind it 0.4.
    #expect(abs(sample.distanceFromUniform - 0.4) < 1e-15)
    let late = WeightedSample([0.7, 0.9], weights: [0.5, 0.5])
    #expect(abs(late.distanceFromUniform - 0.7) < 1e-15)
  }

  @Test("a correlation with whole weights is that of values as often as they say")
  func correlation() throws {
    let (x, y, weights) = ([1.0, 2, 4, 7], [3.0, 1, 5, 4], [2.0, 1, 3, 1])
    let places = [0, 0, 1, 2, 2, 2, 3]
    func sum(_ term: (Int) -> Double) -> Double { places.reduce(0) { $0 + term($1) } }
    let (a, b) = (sum { x[$0] } / 7, sum { y[$0] } / 7)
    let squares = sum { (x[$0] - a) * (x[$0] - a) } * sum { (y[$0] - b) * (y[$0] - b) }
    let wanted = sum { (x[$0] - a) * (y[$0] - b) } / squares.squareRoot()
    #expect(abs(try #require(weightedCorrelation(x, y, weights: weights)) - wanted) < 1e-14)
    let falling = try #require(weightedCorrelation(x, x.map { 1 - 3 * $0 }, weights: weights))
    #expect(abs(falling + 1) < 1e-14)
    #expect(weightedCorrelation(x, [2, 2, 2, 2], weights: weights) == nil)
  }

  @Test("the mean of equal values is that value, and no other mean is beyond its values")
  func equalValues() {
    for count in 1...200 {
      let weights = (0..<count).map { 0.1 + Double($0 % 7) / 3 }
      for value in [1, 0.1, -3e200] {
        let sample = WeightedSample([Double](repeating: value, count: count), weights: weights)
        #expect(sample.mean == value, "\(count)")
      }
    }
  }
}
