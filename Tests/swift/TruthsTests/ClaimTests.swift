import Foundation
import KeyedRandom
import SlowReference
import Testing

import Truths

/// Every form of expectation passes just inside its critical value and fails just beyond it; the critical
/// values are worked out here.
@Suite struct ClaimTests {
  private static let level = 1e-6
  private static let inside = 0.99
  private static let beyond = 1.01

  @Test(
    "means: by the error of the runs and of the reference, or the tolerance; the worst of several",
    arguments: [
      (1, nil, 0), (1, nil, 0.3), (1, 60, 0.05), (4, nil, 0), (9, 200, 0.005), (2, nil, 0.8),
    ] as [(Int, Int?, Double)])
  func means(components: Int, referenceRuns: Int?, tolerance: Double) {
    let runs = 400
    let values = (0..<components).map { Double($0) * 3 + 1 }
    let expected = Expected.means(values, tolerance: tolerance, referenceRuns: referenceRuns)
    // Deviations of 1 and -1 in turn.
    let variance = Double(runs) / Double(runs - 1)
    let share = 1 / Double(runs) + (referenceRuns.map { 1 / Double($0) } ?? 0)
    let error = (variance * share).squareRoot()
    let critical = max(
      tolerance, MadeUpRuns.twoSided(Self.level / Double(components)) * error)
    for wrong in 0..<components {
      for sign in [1.0, -1] {
        for (factor, passes) in [(Self.inside, true), (Self.beyond, false)] {
          let shift = sign * factor * critical
          let made = MadeUpRuns(expected, runs: runs, level: Self.level) { _, run in
            values.indices.map { place in
              values[place] + (place == wrong ? shift : 0) + (run % 2 == 0 ? 1 : -1)
            }
          }
          let found = made.result
          #expect(made.passes == passes, "component \(wrong) off by \(shift)")
          // Within the tolerance all agree alike.
          if components > 1, abs(shift) <= tolerance { continue }
          #expect(abs((found.estimate ?? 0) - values[wrong] - shift) < 1e-9)
          let half = MadeUpRuns.twoSided(0.05) * (variance / Double(runs)).squareRoot()
          #expect(abs((found.interval?.lowerBound ?? 0) - values[wrong] - shift + half) < 1e-9)
          #expect(abs((found.interval?.upperBound ?? 0) - values[wrong] - shift - half) < 1e-9)
          #expect(abs((found.z ?? 0) - shift / error) < 1e-6)
          #expect(abs((found.accepted?.upperBound ?? 0) - values[wrong] - critical) < 1e-6)
        }
      }
    }
  }

  @Test(
    "the score of a distribution is positive where it disagrees, negative where it agrees too well")
  func scores() throws {
    func score(_ share: Int) throws -> Double {
      try #require(
        MadeUpRuns(.distribution([0.5, 0.5]), runs: 1_000, level: Self.level) { _, run in
          [run % 10 < share ? 0 : 1]
        }.result.z)
    }
    #expect(try score(8) > 6 && score(2) > 6 && score(5) < -6)
  }

  @Test("a distribution: where its chi-square test does, and at one run of an impossible outcome")
  func distribution() {
    let probabilities = [0.125, 0.375, 0, 0.375, 0.125]
    let (runs, possible) = (8_000, [0, 1, 3, 4])
    func passes(_ counts: [Int]) -> Bool {
      let outcomes = counts.enumerated().flatMap { Array(repeating: $0.offset, count: $0.element) }
      return MadeUpRuns(.distribution(probabilities), runs: runs, level: Self.level) { _, run in
        [Double(outcomes[run])]
      }.passes
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
      #expect(!passes(counts), "\(moved) of \(runs) moved from \(from) to \(to)")
      counts[from] += 1
      counts[to] -= 1
      #expect(passes(counts), "\(moved - 1) of \(runs) moved from \(from) to \(to)")
    }
    #expect(!passes([1_000, 2_999, 1, 3_000, 1_000]))
  }

  @Test("outcomes of which fewer than 20 are expected are joined to others")
  func joined() {
    // 45 of the last are far too many, but not together with those before.
    for (chance, passes) in [(0.02, false), (0.019, true)] {
      let made = MadeUpRuns(
        .distribution([0.5, 0.5 - chance, chance]), runs: 1_000, level: Self.level
      ) { _, run in [run < 480 ? 0 : run < 955 ? 1 : 2] }
      #expect(made.passes == passes, "\(chance)")
    }
  }

  @Test(
    "a function of means: within the tolerance, or by the jackknife error of 20 blocks; never both",
    arguments: [0.05, 0.2])
  func function(tolerance: Double) {
    let value = 1.0
    let expected = Expected.function(MeanFunction([1, -1]), value, tolerance: tolerance)
    // Blocks deviate by 0.1 and -0.1 in turn: for a mean the jackknife gives its standard error.
    let error = 0.1 / 19.0.squareRoot()
    let critical = max(tolerance, MadeUpRuns.twoSided(Self.level) * error)
    for sign in [1.0, -1] {
      for (factor, passes) in [(Self.inside, true), (Self.beyond, false)] {
        let shift = sign * factor * critical
        let made = MadeUpRuns(expected, arms: 2, runs: 400, level: Self.level) { arm, run in
          arm == 1 ? [2] : [2 + value + shift + (run % 20 % 2 == 0 ? 0.1 : -0.1)]
        }
        #expect(made.passes == passes, "off by \(shift)")
        let half = MadeUpRuns.twoSided(0.05) * error
        #expect(abs((made.result.interval?.lowerBound ?? 0) - value - shift + half) < 1e-9)
        #expect(abs((made.result.interval?.upperBound ?? 0) - value - shift - half) < 1e-9)
        #expect(abs((made.result.z ?? 0) - shift / error) < 1e-6)
        #expect(abs((made.result.accepted?.lowerBound ?? 0) - value + critical) < 1e-6)
      }
    }
  }

  @Test("a function is a sum, a ratio, or the exponent of a power")
  func functions() {
    #expect(MeanFunction([2, -1])([3, 4]) == 2)
    #expect(MeanFunction.quotient([4, 3]) == 0.75)
    // A square law.
    #expect(abs(MeanFunction.exponent(over: 3)([5, 45]) - 2) < 1e-12)
  }

  @Test("without chance: one run of a thousand that differs is enough", arguments: [0, 501, 999])
  func exceptions(odd: Int) {
    for wrongArm in 0..<3 {
      let kept = MadeUpRuns(.always([1, 5]), arms: 3, runs: 1_000, level: Self.level) { _, _ in
        [1, 5]
      }
      let broken = MadeUpRuns(.always([1, 5]), arms: 3, runs: 1_000, level: Self.level) {
        arm, run in
        [1, arm == wrongArm && run == odd ? 4 : 5]
      }
      #expect(kept.passes && !broken.passes)
    }
  }

  @Test("other means: by the z scores of all numbers")
  func differs() {
    let runs = 4_000
    // Of the unit steps in turn to the four sides and a shift to one, half of the steps vary in its direction;
    // the chance of its z score is doubled twice, for both sides and both components.
    let critical = -normalQuantile(Self.level / 4) * (0.5 / Double(runs - 1)).squareRoot()
    for (factor, isSeen) in [(Self.inside, false), (Self.beyond, true)] {
      for (east, south) in [(1.0, 0.0), (0, -1)] {
        let made = MadeUpRuns(.differs([0, 0]), runs: runs, level: Self.level) { _, run in
          let side = [(1.0, 0.0), (-1, 0), (0, 1), (0, -1)][run % 4]
          return [side.0 + east * factor * critical, side.1 + south * factor * critical]
        }
        #expect(made.passes == isSeen, "\(factor) of the critical shift")
      }
    }
  }

  @Test("infinitely many standard errors are no number of them")
  func withoutError() {
    for shift in [-1.0, 0, 1] {
      let found = MadeUpRuns(.means([1]), runs: 9, level: Self.level) { _, _ in [1 + shift] }.result
      #expect((found.z?.isFinite ?? false) == (shift == 0) && found.p == (shift == 0 ? 1 : 0))
    }
  }

  @Test("what was observed of no run, or is no number, fails")
  func missing() {
    for expected in [
      Expected.means([1]), .function(.mean, 1, tolerance: 9), .differs([1]), .means([0, 0]),
      .distribution([0.5, 0.5]), .always([1, 1]),
    ] {
      let made = MadeUpRuns(expected, runs: 40, level: Self.level) { _, run in
        run == 7 ? [.nan, .nan] : [1, 1]
      }
      #expect(!made.passes, "\(expected)")
    }
  }
}
