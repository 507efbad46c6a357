import Statistics
import Testing

@Suite("Values of outbreaks that may die out at once") struct OutbreakSampleTests {
  private let level = 0.95

  private func values(_ count: Int, died: Int = 0, of diedOut: Double = 0.1) -> [Double] {
    (0..<count).map { $0 < died ? diedOut : $0 % 2 == 0 ? 0.89 : 0.91 }
  }

  @Test("scatter at least as if three had, where none did")
  func unseen() throws {
    let sample = OutbreakSample(of: values(100), diedOut: 0.1)
    let rare = 3 * 0.8 * 0.8 / 100
    #expect(abs(try #require(sample.variance) - rare) < 1e-12)
    let t = StudentT(degreesOfFreedom: 99).twoSided(level: level)
    #expect(
      abs(try #require(sample.interval(level: level)?.halfWidth) - t * (rare / 100).squareRoot())
        < 1e-12)
    // Above the mean, and where both are large.
    let above = OutbreakSample(of: values(100).map { 10 - $0 }, diedOut: 9.9)
    #expect(abs(try #require(above.variance) - rare) < 1e-12)
  }

  @Test("as if sixteen had, where one did, on either side of the mean")
  func seen() throws {
    for (sign, shift) in [(1.0, 0.0), (-1, 1)] {
      let seen = values(100, died: 1).map { shift + sign * $0 }
      let sample = OutbreakSample(of: seen, diedOut: shift + sign * 0.1)
      let distance = abs(try #require(sample.mean) - (shift + sign * 0.1))
      let wanted = 16 * distance * distance / 100
      #expect(abs(try #require(sample.variance) - wanted) < 1e-12)
    }
  }

  @Test("as they do, where that is more, or no outbreak dies out")
  func scatter() throws {
    let half = OutbreakSample(of: values(100, died: 50), diedOut: 0.1)
    #expect(half.variance == half.moments.variance)
    let none = OutbreakSample(of: values(100))
    #expect(none.variance == none.moments.variance)
    #expect(
      none.interval(level: level)?.halfWidth == none.moments.meanInterval(level: level)?.halfWidth)
    #expect(OutbreakSample(of: [1], diedOut: 0).variance == nil)
  }

  @Test("precision is judged by that, and the number of runs foretold")
  func judged() throws {
    func decide(_ diedOut: Double?) -> PrecisionJudge.Decision {
      var judge = PrecisionJudge(
        plan: PrecisionJudge.Plan(minimum: 30, maximum: 10_000, batch: 10),
        targets: [PrecisionTarget(kind: .mean, width: .absolute(0.005))], diedOut: [diedOut])
      for value in values(29) { judge.add([value]) }
      // 1.96 sqrt(3) 0.8 / 0.005 = 543, and one batch more.
      if diedOut != nil { #expect((540...600).contains(judge.expectedCount)) }
      for value in values(9_971) { judge.add([value]) }
      return judge.decision
    }
    #expect(decide(nil) == .precise(count: 40))
    #expect(decide(0.1) == .precise(count: 560))
    #expect(
      SampleSize.forHalfWidth(
        0.005, sd: 0.01,
        rare: OutbreakSample(of: values(30), diedOut: 0.1).rareScatter(isSafe: false),
        level: level) == 545)
  }
}
