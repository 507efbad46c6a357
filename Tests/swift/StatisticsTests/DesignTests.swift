import Foundation
import Statistics
import Testing

@Suite("Designs")
struct DesignTests {
  @Test(
    "quasi-random sequences give GSL's points; in odd bases up to the rounding of sums of powers")
  func quasiRandom() throws {
    let cases = try ReferenceFile("qrng.json").root["cases"].array
    #expect(cases.count == 8)
    for test in cases {
      let sequence = try #require(QuasiRandomSequence(rawValue: test["generator"].text))
      let dimension = test["dimension"].int
      let points = try sequence.points(count: 1_000, dimension: dimension)
      let wanted = test["points"]
      for (found, wanted) in matched(
        Array(points.prefix(wanted.array.count)), wanted, "\(sequence)")
      {
        #expect(
          isClose(found, wanted.numbers, sequence), "\(sequence) in \(dimension) dimensions")
      }
      #expect(isClose(points[999], test["point1000"].numbers, sequence))
      #expect(try sequence.points(count: 1, dimension: dimension, skipping: 999) == [points[999]])
    }
  }

  /// Base 2 is exact; in other bases builds of GSL may round each term differently.
  private func isClose(
    _ found: [Double], _ wanted: [Double], _ sequence: QuasiRandomSequence
  ) -> Bool {
    let slack = sequence == .sobol ? 0 : 1e-14
    return found.count == wanted.count && zip(found, wanted).allSatisfy { abs($0 - $1) <= slack }
  }

  @Test("shifted Sobol' points are the whole sequence, its digits xor one word per dimension")
  func shiftedSobol() throws {
    let cases = try ReferenceFile("qrng.json").root["cases"].array.filter {
      $0["generator"].text == "sobol"
    }
    #expect(cases.count > 2)
    for test in cases {
      let dimension = test["dimension"].int
      let points = try ShiftedSobol.points(count: 1_001, dimension: dimension, key: 8)
      let digits = points.map { $0.map { UInt64($0 * 0x1p53) } }
      // The reference begins behind the first point, which is 0 in all coordinates.
      let zero = [[Double](repeating: 0, count: dimension)]
      for (place, wanted) in (zero + test["points"].array.map(\.numbers)).enumerated() {
        let found = zip(digits[place], digits[0]).map { Double($0 ^ $1) * 0x1p-53 }
        #expect(found == wanted, "\(dimension) dimensions, point \(place)")
      }
      let last = zip(digits[1_000], digits[0]).map { Double($0 ^ $1) * 0x1p-53 }
      #expect(last == test["point1000"].numbers)
      #expect(points.allSatisfy { $0.allSatisfy { (0..<1).contains($0) } })
      #expect(Set(digits[0]).count == dimension)
      #expect(try ShiftedSobol.points(count: 1, dimension: dimension, key: 8) == [points[0]])
    }
    #expect(try ShiftedSobol.points(count: 0, dimension: 2, key: 8).isEmpty)
    #expect(throws: DesignError.self) {
      try ShiftedSobol.points(count: 2, dimension: 41, key: 8)
    }
  }

  @Test(
    "a dimension GSL does not have is refused in words", arguments: QuasiRandomSequence.allCases)
  func dimensionLimits(sequence: QuasiRandomSequence) throws {
    let largest = sequence.largestDimension
    #expect(try sequence.points(count: 2, dimension: largest)[1].count == largest)
    for dimension in [0, largest + 1] {
      let error = #expect(throws: DesignError.self) {
        try sequence.points(count: 1, dimension: dimension)
      }
      #expect(error?.description.contains("1 to \(largest) dimensions, not \(dimension)") ?? false)
    }
    for (dimension, count) in [(0, 4), (21, 4), (2, 0)] {
      #expect(throws: DesignError.self) {
        try SaltelliDesign(dimension: dimension, baseCount: count, withPairs: false, key: 5)
      }
    }
    let most = try SaltelliDesign(dimension: 20, baseCount: 1, withPairs: true, key: 5)
    #expect(try most.points().count == 42 && most.pointCount == 42)
  }

  @Test("a Latin hypercube has one point in every slice of every factor")
  func latinHypercube() {
    let points = LatinHypercube.points(count: 37, dimension: 5, key: 99)
    for column in 0..<5 {
      let slices = points.map { Int($0[column] * 37) }
      #expect(slices.sorted() == Array(0..<37))
      #expect(slices != Array(0..<37))
      let before = points.map { Int($0[(column + 4) % 5] * 37) }
      #expect(slices != before, "factors move on their own")
    }
    // Within their slices they lie anywhere: 185 uniform numbers have a mean of 0.5 ± 0.021.
    let places = points.flatMap { $0.map { ($0 * 37).truncatingRemainder(dividingBy: 1) } }
    let mean = places.reduce(0, +) / 185
    #expect(abs(mean - 0.5) < 3.5 * 0.021 && (places.max() ?? 0) > 0.95)
    #expect(points == LatinHypercube.points(count: 37, dimension: 5, key: 99))
    let wider = LatinHypercube.points(count: 37, dimension: 6, key: 99)
    #expect(points == wider.map { Array($0.prefix(5)) })
  }

  @Test("runs for a half-width, a share and a difference meet their promise and not one run less")
  func sampleSizes() throws {
    let n = try #require(SampleSize.forHalfWidth(0.5, sd: 3, level: 0.95))
    func half(_ n: Int) -> Double {
      StudentT(degreesOfFreedom: Double(n - 1)).twoSided(level: 0.95) * 3
        / Double(n).squareRoot()
    }
    #expect(half(n) <= 0.5 && half(n - 1) > 0.5)
    #expect(n == 141)  // (1.96 * 3 / 0.5)^2 = 138.3, and t a little more
    let z = Normal.twoSided(level: 0.95)
    /// Half the distance of the roots p of (share - p)^2 = z^2 p (1 - p) / n.
    func wilson(_ share: Double, _ n: Int) -> Double {
      let (square, linear) = (1 + z * z / Double(n), 2 * share + z * z / Double(n))
      return (linear * linear - 4 * square * share * share).squareRoot() / (2 * square)
    }
    for (share, half) in [(0.02, 0.01), (0.5, 0.03), (0, 0.01), (1, 0.2)] {
      let trials = try #require(SampleSize.forShare(share, halfWidth: half, level: 0.95))
      #expect(wilson(share, trials) <= half && wilson(share, trials - 1) > half, "\(share)")
    }
    // Cohen's table: d = 0.5, power 0.8 needs 64 per group; 34 pairs.
    #expect(SampleSize.forDifference(0.5, sd: 1, paired: false, power: 0.8) == 64)
    #expect(SampleSize.forDifference(-0.5, sd: 1, paired: true, power: 0.8) == 34)
    #expect(SampleSize.forHalfWidth(1e-9, sd: 1, level: 0.95) == nil)
    #expect(SampleSize.forHalfWidth(1, sd: 0, level: 0.95) == 2)
    #expect(SampleSize.forDifference(1, sd: 0, paired: false) == 2)
    // The definition, by scipy's t distribution.
    for (difference, paired, alpha, power, n) in [
      (1.0, true, 0.05, 0.8, 10), (2, true, 0.05, 0.8, 5), (2, false, 0.05, 0.8, 6),
      (1.5, true, 0.01, 0.9, 10), (1.5, false, 0.01, 0.9, 15), (3, true, 0.05, 0.9, 4),
      (3, false, 0.05, 0.9, 4), (100, true, 0.05, 0.9, 2),
    ] {
      #expect(
        SampleSize.forDifference(difference, sd: 1, paired: paired, alpha: alpha, power: power)
          == n)
    }
    // Less power than alpha / 2 is had without any run.
    #expect(SampleSize.forDifference(1, sd: 1, paired: false, alpha: 0.5, power: 0.2) == nil)
    // 1 - 0.05^(1/n) <= 0.01 from n = 299 on; a value of 20 counts twenty times.
    #expect(SampleSize.forEqualValues(1, halfWidth: 0.01, level: 0.95) == 299)
    #expect(SampleSize.forEqualValues(0, halfWidth: 0.01, level: 0.95) == 299)
    #expect(SampleSize.forEqualValues(-20, halfWidth: 0.2, level: 0.95) == 299)
    // 1 - 0.05^(1/n) is between its values for n - 1 and n.
    for (n, wanted) in [(1, 1), (2, 2), (SampleSize.largest, 1_000_000_000), (1_000_000_001, nil)] {
      let half = -expm1(log(0.05) / (Double(n) - 0.5))
      #expect(SampleSize.forEqualValues(1, halfWidth: half, level: 0.95) == wanted, "\(n)")
    }
    #expect(SampleSize.upperBound(sd: 1, pilotCount: 1) == nil)
    // chi-square(1) at 0.2 is 0.0641848.
    #expect(abs(try #require(SampleSize.upperBound(sd: 1, pilotCount: 2)) - 3.9471539) < 1e-6)
    // chi-square(29) at 0.2 is 22.475.
    let bound = try #require(SampleSize.upperBound(sd: 1, pilotCount: 30))
    #expect(abs(bound - 1.1359) < 1e-4)
  }

  @Test(
    "a difference of shares is planned from the share, also of a pilot whose runs all agree",
    arguments: [
      // √(0.05 · 0.95); Wilson's interval of 0 of 50 ends at 0.0139686, and m is 0.05 above.
      (0, 0.1, 0.2179449472, 0.2446970620), (50, 0.1, 0.2179449472, 0.2446970620),
      (0, -0.1, 0.2179449472, 0.2446970620), (15, 0.1, 0.4769696007, 0.4912799324),
      (25, 0.1, 0.5, 0.5), (3, 1.0, 0.5, 0.5),
    ])
  func shares(hits: Int, difference: Double, own: Double, safe: Double) throws {
    for (isSafe, expected) in [(false, own), (true, safe)] {
      let sd = SampleSize.sdOfShares(
        hits: hits, trials: 50, difference: difference, isSafe: isSafe)
      #expect(abs(try #require(sd) - expected) < 1e-9, "\(isSafe)")
    }
    let none = SampleSize.sdOfShares(hits: hits, trials: 50, difference: 1.01, isSafe: true)
    #expect(none == nil)
  }

  @Test(
    "of pairs too: by the pairs that differ at least, and those that may differ the other way",
    arguments: [
      // √0.1; √(0.1 + 2 · 0.0139686).
      (0, 0, 0.0, 0.3162277660, 0.3576832088), (5, 12, 0.5, 0.5477225575, 0.6188403757),
      (12, 5, 0.5, 0.5477225575, 0.6188403757),
      // The pilot's own, and no more than all pairs.
      (0, 25, 0.505, 0.505, 0.505), (25, 25, 1.01, 1.0, 1.0),
    ])
  func pairedShares(above: Int, below: Int, sd: Double, own: Double, safe: Double) throws {
    for (isSafe, expected) in [(false, own), (true, safe)] {
      let planned = SampleSize.sdOfPairedShares(
        above: above, below: below, pairs: 50, sd: sd, difference: 0.1, isSafe: isSafe)
      #expect(abs(try #require(planned) - expected) < 1e-9, "\(isSafe)")
    }
    let none = SampleSize.sdOfPairedShares(
      above: above, below: below, pairs: 50, sd: sd, difference: 1.01, isSafe: true)
    #expect(none == nil)
  }
}
