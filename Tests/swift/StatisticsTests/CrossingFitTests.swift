import Statistics
import Testing

@Suite("The crossing of three levels") struct CrossingFitTests {
  /// `values` of one level, as often as needed.
  private func moments(_ values: [Double], times: Int) -> OutbreakSample {
    OutbreakSample(of: (0..<times).flatMap { _ in values })
  }

  private func fit(
    _ places: [Double], _ seen: [OutbreakSample], target: Double = 0, isEvent: Bool = false
  ) -> CrossingFit {
    CrossingFit(
      places: places, seen: seen, target: target, isEvent: isEvent, confidence: 0.95)
  }

  /// Means -1, 0.2, 1.6 at 0, 1, 2: the parabola -1 + 1.1 u + 0.1 u^2, by hand.
  @Test("is where the parabola through their means is the target")
  func root() throws {
    let seen = [-1.0, 0.2, 1.6].map { moments([$0 - 0.1, $0 + 0.1], times: 50) }
    let found = fit([0, 1, 2], seen)
    let crossing = try #require(found.crossing)
    #expect(abs(-1 + 1.1 * crossing + 0.1 * crossing * crossing) < 1e-12)
    #expect(abs(found.slope - (1.1 + 0.2 * crossing)) < 1e-12)
    // Two values 0.2 apart, 100 of them.
    #expect(abs(found.sd - (0.01 * 100.0 / 99).squareRoot()) < 1e-12)
  }

  /// At an end the offset is Student's t of its standard errors: here all by the middle level, where
  /// the crossing is, so that the ends solve u^2 = t^2 v (weights)^2 / n, looked at numerically.
  @Test("its interval holds the places whose mean is not distinguished from the target")
  func interval() throws {
    let seen = [-1.0, 0, 1].map { moments([$0 - 1, $0 + 1], times: 100) }
    let found = fit([-1, 0, 1], seen)
    let (lower, upper) = (try #require(found.lower), try #require(found.upper))
    #expect(found.crossing == 0 && abs(lower + upper) < 1e-9)
    let variance = 200.0 / 199 / 200
    let t = StudentT(degreesOfFreedom: 199).twoSided(level: 0.95)
    func weight(_ u: Double) -> Double {
      let (a, b, c) = (u * (u - 1) / 2, 1 - u * u, u * (u + 1) / 2)
      return a * a + b * b + c * c
    }
    #expect(abs(upper * upper - t * t * variance * weight(upper)) < 1e-9)
  }

  @Test("an interval that reaches an outer level is open there")
  func open() {
    let seen = [-0.1, 0, 0.1].map { moments([$0 - 1, $0 + 1], times: 4) }
    let found = fit([-1, 0, 1], seen)
    #expect(found.crossing != nil && found.lower == nil && found.upper == nil)
  }

  @Test("there is none where the means are on one side")
  func none() {
    let seen = [0.5, 0.6, 0.7].map { moments([$0 - 0.1, $0 + 0.1], times: 4) }
    #expect(fit([0, 1, 2], seen).crossing == nil)
    #expect(fit([0, 1, 2], seen).lower == nil)
  }

  @Test("without scatter it lies between two levels, and no more is known")
  func exact() {
    let seen = [-1.0, -1, 1].map { moments([$0], times: 9) }
    let found = fit([0, 1, 2], seen)
    #expect(found.lower == 1 && found.upper == 2)
    let met = fit([0, 1, 2], [-1.0, 0, 1].map { moments([$0], times: 9) })
    #expect(met.crossing == 1 && met.lower == 1 && met.upper == 1)
  }

  /// Of 30 times nothing the variance is 1/32 of 31/32, not 0.
  @Test("events that were all alike do not count as exact")
  func events() throws {
    let seen = [moments([0], times: 30), moments([0, 1], times: 15), moments([1], times: 30)]
    let found = fit([0, 1, 2], seen, target: 0.5, isEvent: true)
    #expect(found.crossing == 1)
    #expect(abs(found.sd - 0.5) < 1e-12)
    let (lower, upper) = (try #require(found.lower), try #require(found.upper))
    #expect(lower < 0.75 && upper > 1.25)
    // The mean is u / 2, and at the ends (u / 2 - 1/2)^2 = t^2 sum w_i^2 v_i.
    let t = StudentT(degreesOfFreedom: 29).twoSided(level: 0.95)
    for u in [lower, upper] {
      let weights = [(u - 1) * (u - 2) / 2, u * (2 - u), u * (u - 1) / 2]
      let variances = [31.0 / 1_024 / 30, 0.25 / 30, 31.0 / 1_024 / 30]
      let variance = zip(weights, variances).reduce(0) { $0 + $1.0 * $1.0 * $1.1 }
      #expect(abs((u / 2 - 0.5) * (u / 2 - 0.5) - t * t * variance) < 1e-9)
    }
  }
}
