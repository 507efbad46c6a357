import Foundation
import KeyedRandom
import SlowReference
import Testing
import Truths

/// Every kind of claim holds just inside its critical value and fails just beyond it; the critical
/// values are worked out here.
@Suite struct ClaimTests {
  private static let level = 1e-6
  private static let inside = 0.99
  private static let beyond = 1.01

  @Test(
    "means: by the error of the runs and of the reference beyond its rounding, the worst of several",
    arguments: [
      (1, nil, 0), (1, nil, 0.3), (1, 60, 0.05), (4, nil, 0), (9, 200, 0.005),
    ] as [(Int, Int?, Double)])
  func means(components: Int, referenceRuns: Int?, rounding: Double) {
    let runs = 400
    let expected = (0..<components).map { Double($0) * 3 + 1 }
    let truth = MadeUpRuns.truth(
      .means(expected, referenceRuns: referenceRuns, rounding: rounding))
    // Deviations of 1 and -1 in turn.
    let variance = Double(runs) / Double(runs - 1)
    let share = 1 / Double(runs) + (referenceRuns.map { 1 / Double($0) } ?? 0)
    let critical =
      MadeUpRuns.twoSided(Self.level / Double(components)) * (variance * share).squareRoot()
    for wrong in 0..<components {
      for sign in [1.0, -1] {
        for (factor, verdict) in [(Self.inside, Finding.Verdict.passes), (Self.beyond, .fails)] {
          let shift = sign * (rounding + factor * critical)
          let finding = MadeUpRuns.finding(truth, runs: runs, level: Self.level) { _, run in
            expected.indices.map { place in
              expected[place] + (place == wrong ? shift : 0) + (run % 2 == 0 ? 1 : -1)
            }
          }
          #expect(finding.verdict == verdict, "component \(wrong) off by \(shift)")
          #expect(abs((finding.estimate ?? 0) - expected[wrong] - shift) < 1e-9)
          let half = MadeUpRuns.twoSided(0.05) * (variance / Double(runs)).squareRoot()
          #expect(abs((finding.low ?? 0) - expected[wrong] - shift + half) < 1e-9)
          #expect(abs((finding.high ?? 0) - expected[wrong] - shift - half) < 1e-9)
          let z = sign * factor * critical / (variance * share).squareRoot()
          #expect(abs((finding.z ?? 0) - z) < 1e-6)
        }
      }
    }
  }

  @Test(
    "the score of a distribution is positive where it disagrees, negative where it agrees too well")
  func scores() throws {
    let truth = MadeUpRuns.truth(.distribution([0.5, 0.5]))
    func score(_ share: Int) throws -> Double {
      try #require(
        MadeUpRuns.finding(truth, runs: 1_000, level: Self.level) { _, run in
          [run % 10 < share ? 0 : 1]
        }.z)
    }
    #expect(try score(8) > 6 && score(2) > 6 && score(5) < -6)
  }

  @Test("a distribution: where its chi-square test does, and at one run of an impossible outcome")
  func distribution() {
    let probabilities = [0.125, 0.375, 0, 0.375, 0.125]
    let truth = MadeUpRuns.truth(.distribution(probabilities))
    let (runs, possible) = (8_000, [0, 1, 3, 4])
    func verdict(_ counts: [Int]) -> Finding.Verdict {
      let outcomes = counts.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
      return MadeUpRuns.finding(truth, runs: runs, level: Self.level) { _, run in
        [Double(outcomes[run])]
      }.verdict
    }
    for (from, to) in [(0, 1), (1, 3), (4, 0), (3, 4)] {
      var counts = probabilities.map { Int($0 * Double(runs)) }
      var moved = 0
      var p: Double {
        ChiSquare.pValue(
          observed: possible.map { counts[$0] }, probabilities: possible.map { probabilities[$0] })
      }
      while p >= Self.level {
        counts[from] -= 1
        counts[to] += 1
        moved += 1
      }
      #expect(verdict(counts) == .fails, "\(moved) of \(runs) moved from \(from) to \(to)")
      counts[from] += 1
      counts[to] -= 1
      #expect(verdict(counts) == .passes, "\(moved - 1) of \(runs) moved from \(from) to \(to)")
    }
    #expect(verdict([1_000, 2_999, 1, 3_000, 1_000]) == .fails)
  }

  @Test("outcomes of which fewer than 20 are expected are joined to others")
  func joined() {
    // 45 of the last are far too many, but not together with those before.
    for (chance, verdict) in [(0.02, Finding.Verdict.fails), (0.019, .passes)] {
      let truth = MadeUpRuns.truth(.distribution([0.5, 0.5 - chance, chance]))
      let finding = MadeUpRuns.finding(truth, runs: 1_000, level: Self.level) { _, run in
        [run < 480 ? 0 : run < 955 ? 1 : 2]
      }
      #expect(finding.verdict == verdict, "\(chance)")
    }
  }

  @Test("an estimate: by the jackknife error of 20 blocks beyond its tolerance")
  func estimate() {
    let (expected, tolerance) = (1.0, 0.2)
    let truth = MadeUpRuns.truth(
      .estimate(expected: expected, tolerance: tolerance) { $0[0][0] - $0[1][0] }, arms: 2)
    // Blocks deviate by 0.1 and -0.1 in turn: for a mean the jackknife gives its standard error.
    let error = 0.1 / 19.0.squareRoot()
    let critical = MadeUpRuns.twoSided(Self.level) * error
    for sign in [1.0, -1] {
      for (factor, verdict) in [(Self.inside, Finding.Verdict.passes), (Self.beyond, .fails)] {
        let shift = sign * (tolerance + factor * critical)
        let finding = MadeUpRuns.finding(truth, runs: 400, level: Self.level) { arm, run in
          arm == 1 ? [2] : [2 + expected + shift + (run % 20 % 2 == 0 ? 0.1 : -0.1)]
        }
        #expect(finding.verdict == verdict, "off by \(shift)")
        let half = MadeUpRuns.twoSided(0.05) * error
        #expect(abs((finding.low ?? 0) - expected - shift + half) < 1e-9)
        #expect(abs((finding.high ?? 0) - expected - shift - half) < 1e-9)
        #expect(abs((finding.z ?? 0) - shift / error) < 1e-6)
      }
    }
  }

  @Test("without chance: one run of a thousand that differs is enough", arguments: [0, 501, 999])
  func exceptions(odd: Int) {
    let always = MadeUpRuns.truth(.always, arms: 3)
    for wrongArm in 0..<3 {
      let kept = MadeUpRuns.finding(always, runs: 1_000, level: Self.level) { _, _ in [1] }
      let broken = MadeUpRuns.finding(always, runs: 1_000, level: Self.level) { arm, run in
        [arm == wrongArm && run == odd ? 0 : 1]
      }
      #expect(kept.verdict == .passes && broken.verdict == .fails)
    }
  }

  @Test("a drift, and none: by the z scores of both components", arguments: [true, false])
  func drift(isZero: Bool) {
    let runs = 4_000
    let truth = MadeUpRuns.truth(.drift(isZero: isZero))
    // Of the unit steps in turn to the four sides and a shift to one, half of the steps vary in its direction;
    // the chance of its z score is doubled twice, for both sides and both components.
    let critical = -normalQuantile(Self.level / 4) * (0.5 / Double(runs - 1)).squareRoot()
    for (factor, isSeen) in [(Self.inside, false), (Self.beyond, true)] {
      for (east, south) in [(1.0, 0.0), (0, -1)] {
        let finding = MadeUpRuns.finding(truth, runs: runs, level: Self.level) { _, run in
          let side = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)][run % 4]
          return [side.0 + east * factor * critical, side.1 + south * factor * critical]
        }
        #expect(
          (finding.verdict == .passes) == (isSeen != isZero), "\(factor) of the critical shift")
        #expect(abs((finding.estimate ?? 0) - factor * critical) < 1e-9)
      }
    }
  }

  @Test("infinitely many standard errors are no number of them")
  func withoutError() {
    for shift in [-1.0, 0, 1] {
      let finding = MadeUpRuns.finding(MadeUpRuns.truth(.means([1])), runs: 9, level: Self.level) {
        _, _ in [1 + shift]
      }
      #expect(finding.z == (shift == 0 ? 0 : nil) && finding.p == (shift == 0 ? 1 : 0))
    }
  }

  @Test("what was observed of no run, or is no number, fails")
  func missing() {
    for claim in [
      Truth.Claim.means([1]), .estimate(expected: 1, tolerance: 9) { $0[0][0] },
      .drift(isZero: true), .distribution([0.5, 0.5]), .always,
    ] {
      let finding = MadeUpRuns.finding(MadeUpRuns.truth(claim), runs: 40, level: Self.level) {
        _, run in run == 7 ? [.nan, .nan] : [1, 1]
      }
      #expect(finding.verdict == .fails, "\(claim)")
    }
  }
}
