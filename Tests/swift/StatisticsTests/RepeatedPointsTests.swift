import Statistics
import Testing

@Suite("Repeated points") struct RepeatedPointsTests {
  private static let t = [1.0, 4, 1, 2, 4, 3, 2, 4, 5]
  private static let y = [1.2, 15.7, 0.8, 4.4, 16.6, 9.1, 3.9, 16.1, 24.7]
  private static let weights = [1.0, 2, 0.5, 1, 4, 1, 3, 0.25, 2]

  @Test("taken together they give the same fit as one by one", arguments: [false, true])
  func sameFit(isWeighted: Bool) throws {
    var points = RepeatedPoints(isWeighted: isWeighted)
    for place in Self.t.indices {
      points.add(Self.t[place], Self.y[place], weight: isWeighted ? Self.weights[place] : 1)
    }
    #expect(points.places.map(\.x) == [1, 4, 2, 3, 5])
    for model in [GrowthModel.power, .quadratic, .exponential] {
      let single = GrowthFit(
        model, t: Self.t, y: Self.y, weights: isWeighted ? Self.weights : nil)
      let joined = GrowthFit(model, to: points)
      try #require(single.fit.converged && joined.fit.converged)
      for (one, other) in zip(joined.fit.parameters, single.fit.parameters) {
        let (value, error) = (try #require(other.estimate), try #require(other.standardError))
        #expect(abs((one.estimate ?? .nan) - value) < 1e-7 * error)
        #expect(abs((one.standardError ?? .nan) / error - 1) < 1e-7)
      }
      let (a, b) = (try #require(joined.fit.quality), try #require(single.fit.quality))
      #expect(a.pointCount == b.pointCount && a.degreesOfFreedom == b.degreesOfFreedom)
      for (one, other) in [(a.rss, b.rss), (a.tss, b.tss)] { #expect(abs(one / other - 1) < 1e-9) }
      for (one, other) in [(a.r2, b.r2), (a.aicc, b.aicc), (a.bic, b.bic)] {
        #expect(abs((one ?? .nan) - (other ?? .nan)) < 1e-9)
      }
    }
  }

  @Test("places that never repeat are fitted as a list of points")
  func distinct() {
    var points = RepeatedPoints(isWeighted: false)
    for place in 0..<6 {
      points.add(Double(place), Double(place * place) + 0.1 * Double(place % 2))
    }
    let t = (0..<6).map(Double.init)
    let y = t.enumerated().map { $1 * $1 + 0.1 * Double($0 % 2) }
    #expect(GrowthFit(.quadratic, to: points) == GrowthFit(.quadratic, t: t, y: y))
  }

  @Test("a weight that is none is said, also beside right ones of its place")
  func wrongWeights() {
    for wrong in [0, -1, Double.infinity] {
      var points = RepeatedPoints(isWeighted: true)
      for place in 0..<8 { points.add(Double(place / 2), Double(place), weight: 1) }
      points.add(1, 2, weight: wrong)
      #expect(GrowthFit(.quadratic, to: points).fit.status == .badWeight)
    }
  }

  @Test("moments of weighted values, by hand and far from 0")
  func moments() {
    for offset in [0, 1e9] {
      var moments = WeightedMoments()
      for (value, weight) in [(1.0, 2.0), (4, 1), (7, 1)] {
        moments.add(offset + value, weight: weight)
      }
      // (2 + 4 + 7) / 4 = 3.25; 2 * 2.25^2 + 0.75^2 + 3.75^2 = 24.75
      #expect(moments.mean == offset + 3.25 && moments.weight == 4 && moments.count == 3)
      #expect(abs(moments.squares - 24.75) < 1e-12)
      #expect(abs(moments.logWeights - 0.693_147_180_559_945_3) < 1e-15)
    }
  }
}
