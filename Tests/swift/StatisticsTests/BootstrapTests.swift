import KeyedRandom
import Statistics
import Testing

@Suite("Bootstrap intervals")
struct BootstrapTests {
  @Test("given resamples lead to the reference's numbers")
  func givenResamples() throws {
    let cases = try ReferenceFile.cases("bootstrapGivenResamples").filter {
      $0["input"]["statistic"].text == "mean"
    }
    #expect(cases.count == 1)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let level = input["level"].number
      let found = try #require(
        Bootstrap(input["x"].numbers, resamples: input["resamples"].array.map(\.ints)))
      expect(found.estimate, equals: wanted["estimate"], id)
      expect(found.biasCorrection, equals: wanted["z0"], "\(id) z0")
      expect(found.acceleration, equals: wanted["acceleration"], "\(id) a")
      let levels = try #require(found.bcaLevels(level: level))
      expect(levels.lower, equals: wanted["bcaLevels"][0], "\(id) level")
      expect(levels.upper, equals: wanted["bcaLevels"][1], "\(id) level")
      let interval = try #require(found.interval(level: level))
      expect(interval.lower, equals: wanted["bca"][0], "\(id) lower")
      expect(interval.upper, equals: wanted["bca"][1], "\(id) upper")
    }
  }

  @Test("many random resamples end within the brackets around the ideal bootstrap")
  func idealBootstrap() throws {
    let cases = try ReferenceFile.cases("bootstrapIdeal")
    #expect(cases.count == 2)
    for test in cases {
      let (id, input, wanted) = (test["id"].text, test["input"], test["expected"])
      let found = try #require(
        Bootstrap(input["x"].numbers, resamples: input["resampleCount"].int, key: 20_261_121))
      expect(found.estimate, equals: wanted["estimate"], id)
      expect(found.acceleration, equals: wanted["acceleration"], "\(id) a")
      expect(
        Moments(of: found.replicates).sd, equals: wanted["idealStandardError"], relative: 0.03,
        "\(id) se")
      let bca = try #require(found.interval(level: input["level"].number))
      for (side, value) in [bca.lower, bca.upper].enumerated() {
        let bracket = wanted["bcaBrackets"][side].numbers
        let value = try #require(value)
        #expect(bracket[0] - 1e-9 <= value && value <= bracket[1] + 1e-9, "\(id)")
      }
    }
  }

  @Test("the same key gives the same replicates, another key others")
  func keyed() throws {
    let values = (0..<30).map { Double(($0 * 37) % 101) }
    let one = try #require(Bootstrap(values, resamples: 200, key: 5))
    let same = try #require(Bootstrap(values, resamples: 200, key: 5))
    let other = try #require(Bootstrap(values, resamples: 200, key: 6))
    #expect(one.replicates == same.replicates)
    #expect(one.replicates != other.replicates)
  }

  @Test("equal values give a point, fewer than two nothing")
  func degenerate() {
    let equal = Bootstrap([3, 3, 3, 3], resamples: 100, key: 1)
    #expect(equal?.interval(level: 0.95)?.lower == 3 && equal?.interval(level: 0.95)?.upper == 3)
    #expect(Bootstrap([3], resamples: 100, key: 1) == nil)
  }
}

@Suite("Bands of mean curves")
struct CurveBandTests {
  @Test("the simultaneous band is wider than the pointwise one and narrower than Bonferroni's")
  func ordering() throws {
    var stream = RandomStream(key: 3)
    let curves = (0..<60).map { _ in (0..<20).map { _ in stream.unit() } }
    let band = try #require(CurveBand(curves, level: 0.95, key: 9))
    let distribution = StudentT(degreesOfFreedom: 59)
    let bonferroni = distribution.twoSided(level: 1 - 0.05 / 20)
    #expect(band.factor > distribution.twoSided(level: 0.95))
    // Independent steps need nearly Bonferroni's factor; 2,000 resamples leave some noise.
    #expect(band.factor < bonferroni * 1.05)
    #expect(band.factor > bonferroni * 0.9)
  }

  @Test("curves that differ by one common shift need no more than the pointwise band")
  func commonShift() throws {
    let shifts = (0..<40).map { Double($0 * 17 % 40) / 40 }
    let curves: [[Double]] = shifts.map { shift in (0..<15).map { Double($0 * $0) + shift } }
    let band = try #require(CurveBand(curves, level: 0.95, key: 9))
    let pointwise = StudentT(degreesOfFreedom: 39).twoSided(level: 0.95)
    #expect(abs(band.factor / pointwise - 1) < 0.06)
  }

  @Test("the factor has no unit, and no band is narrower than the interval of a step by itself")
  func noUnit() throws {
    var stream = RandomStream(key: 4)
    var narrow = 0
    for count in 5...12 {
      let curves = (0..<count).map { _ in [stream.unit(), stream.unit()] }
      for level in [0.5, 0.9] {
        let factors = try [1, 0x1p-40, 0x1p40].map { unit in
          try #require(CurveBand(curves.map { $0.map { unit * $0 } }, level: level, key: 1)).factor
        }
        #expect(Set(factors).count == 1, "\(count), \(level)")
      }
      // Of few curves with one step each the bootstrap has few values; often they are smaller.
      let band = try #require(CurveBand(curves.map { [$0[0]] }, level: 0.6, key: 1))
      let alone = StudentT(degreesOfFreedom: Double(count - 1)).twoSided(level: 0.6)
      #expect(band.factor >= alone, "\(count)")
      if band.factor == alone { narrow += 1 }
    }
    #expect(narrow > 2)
  }

  /// Three curves have four patterns of signs: their band covered 35 % of mean curves of 20 independent steps,
  /// and 63 % of random walks.
  @Test("of fewer than five curves there is no band, neither of a mean nor of a difference")
  func few() {
    for count in 0...7 {
      let curves = (0..<count).map { run in [1, Double(run * 7 % 10), 49] }
      let others = (0..<7).map { run in [2, Double(run * 3 % 10), 48] }
      let isBand = count > 4
      #expect((CurveBand(curves, level: 0.95, key: 2) != nil) == isBand)
      let paired = CurveComparison(paired: curves, Array(others[..<count]), level: 0.95, key: 2)
      #expect((paired?.halfWidths != nil) == isBand && (paired != nil) == (count > 1))
      let apart = CurveComparison(others, curves, level: 0.95, key: 2)
      #expect((apart?.halfWidths != nil) == isBand && (apart != nil) == (count > 1))
    }
  }

  @Test("steps on which all curves agree leave the factor alone")
  func agreedSteps() throws {
    let bent = (0..<10).map { run in [1, Double(run * 7 % 10), 49] }
    let band = try #require(CurveBand(bent, level: 0.95, key: 2))
    let alone = try #require(CurveBand(bent.map { [$0[1]] }, level: 0.95, key: 2))
    #expect(band.factor == alone.factor)
  }
}
