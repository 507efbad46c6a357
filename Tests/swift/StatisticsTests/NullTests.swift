import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

@Suite("Without a difference p-values are uniform and families err in at most 5 %", .deep)
struct NullTests {
  /// p-values of `test` over all studies, which must not deviate from uniform by more than
  /// chance does in one of 10,000 series, plus `slack` for an asymptotic distribution's own error.
  private func checkUniform(
    _ what: String, key: UInt64, slack: Double = 0, _ test: (inout RandomStream) -> Double?
  ) {
    var values: [Double] = []
    for study in 0..<Simulation.studies {
      var stream = RandomStream(key: key, UInt64(study))
      if let p = test(&stream) { values.append(p) }
    }
    #expect(values.count == Simulation.studies, "\(what) was undefined")
    let sorted = values.sorted()
    let n = Double(sorted.count)
    var distance = 0.0
    for (rank, p) in sorted.enumerated() {
      distance = max(distance, p - Double(rank) / n, Double(rank + 1) / n - p)
    }
    // Kolmogorov's distribution: 2.227 / sqrt(n) is exceeded with probability 1e-4.
    #expect(distance <= 2.227 / n.squareRoot() + slack, "\(what): distance \(distance)")
    let rejected = Double(values.count { $0 <= 0.05 }) / n
    print("null: \(what): distance \(distance), rejected at 5 %: \(100 * rejected) %")
    #expect(rejected <= 0.05 + 4 * Simulation.error(0.05) + slack, "\(what): \(rejected)")
  }

  @Test func means() {
    let distribution = ValueDistribution.normal
    checkUniform("welch", key: 1) { stream in
      MeanDifference(welch: distribution.sample(12, &stream), distribution.sample(30, &stream))?
        .result?.p
    }
    checkUniform("paired_t", key: 3) { stream in
      MeanDifference(paired: distribution.sample(9, &stream), distribution.sample(9, &stream))?
        .result?.p
    }
    checkUniform("welch_anova", key: 5, slack: 0.01) { stream in
      WelchAnalysisOfVariance.test(
        (1...4).map { group in
          distribution.sample(15, &stream).map { ($0 - distribution.mean) * Double(group) }
        })?.p
    }
    checkUniform("tost at the margin", key: 7, slack: 0.005) { stream in
      // At the edge of equivalence one of both tests decides and is exact.
      let x = distribution.sample(60, &stream).map { $0 + 2 }
      return MeanDifference(welch: x, distribution.sample(60, &stream))?.equivalence(margin: 2)?.p
    }
  }

  @Test func ranks() {
    let distribution = ValueDistribution.exponential
    checkUniform("mann_whitney exact", key: 11, slack: 0.005) { stream in
      MannWhitney(distribution.sample(25, &stream), distribution.sample(30, &stream))?.result?.p
    }
    checkUniform("mann_whitney asymptotic", key: 12, slack: 0.005) { stream in
      MannWhitney(distribution.sample(110, &stream), distribution.sample(120, &stream))?.result?.p
    }
    checkUniform("wilcoxon", key: 13, slack: 0.005) { stream in
      WilcoxonSignedRank(distribution.sample(40, &stream), distribution.sample(40, &stream))?
        .result?.p
    }
    checkUniform("log_rank", key: 15, slack: 0.015) { stream in
      let groups = (0..<2).map { _ in
        CountedTimes(
          (0..<60).map { _ in
            let time = distribution.draw(&stream)
            return CensoredTime(time: min(time, 1.5), happened: time <= 1.5)
          })
      }
      return LogRank(groups[0], groups[1])?.p
    }
  }

  @Test func permutations() {
    checkUniform("permutation", key: 21, slack: 0.002) { stream in
      PermutationTest(
        ValueDistribution.lognormal.sample(15, &stream),
        ValueDistribution.lognormal.sample(20, &stream),
        key: stream.next())?.p
    }
    checkUniform("paired permutation", key: 22, slack: 0.002) { stream in
      PermutationTest(
        paired: ValueDistribution.normal.sample(25, &stream),
        ValueDistribution.normal.sample(25, &stream),
        key: stream.next())?.p
    }
  }

  @Test(
    "every test errs in at most 5 % of studies without a difference, or with one as large as the margin",
    arguments: ComparisonTest.allCases, [false, true])
  func every(test: ComparisonTest, isPaired: Bool) {
    guard test.pairing == .wherePossible || (test.pairing == .always) == isPaired else { return }
    let studies = 1_000
    let groups = test.question == .all ? 3 : 2
    let margin = test.claim == .difference ? 0.0 : 0.5
    let better: Better? = test.claim == .nonInferiority ? .smaller : nil
    let errors = (0..<studies).count { study in
      var stream = RandomStream(key: 71, UInt64(study))
      var values = (0..<groups).map { _ in
        (0..<40).map { _ in
          test.data == .flags
            ? (stream.unit() < 0.4 ? 1 : 0) : ValueDistribution.normal.draw(&stream)
        }
      }
      values[0] = values[0].map { $0 + margin }
      let compared = Compared.of(
        test, values, isPaired: isPaired, margin: margin > 0 ? Margin(margin, better: better) : nil,
        key: stream.next())
      return (test.result(of: compared)?.p ?? 0) <= 0.05
    }
    // Four standard errors; large-sample tests of 40 values err by a little more.
    #expect(Double(errors) / Double(studies) <= 0.05 + 0.028 + 0.012, "\(errors) of \(studies)")
  }

  @Test("at the margin non-inferiority is found as often as its level says")
  func margins() {
    checkUniform("non-inferior means", key: 57) { stream in
      let x = ValueDistribution.normal.sample(14, &stream).map { $0 + 2 }
      return MeanDifference(welch: x, ValueDistribution.normal.sample(20, &stream))?
        .nonInferiority(margin: 2, better: .smaller)?.p
    }
    checkUniform("non-inferior ratio of means", key: 58) { stream in
      let x = ValueDistribution.normal.sample(14, &stream).map { $0 + 7 }
      let y = ValueDistribution.normal.sample(20, &stream).map { 8 + ($0 - 3) }
      return RatioOfMeans(ValueSummary(x), ValueSummary(y))?.p(against: 1.25)?.smaller?.p
    }
    checkUniform("non-inferior risk ratio", key: 60, slack: 0.05) { stream in
      let a = (0..<300).count { _ in stream.unit() < 0.6 }
      let b = (0..<300).count { _ in stream.unit() < 0.4 }
      return RiskRatio(events: a, of: 300, and: b, of: 300).p(against: 1.5)?.smaller?.p
    }
  }

  @Test("a test on coarse steps is never too eager")
  func discrete() {
    let rate = Simulation.share(key: 31) { stream in
      let x = ValueDistribution.normal.sample(12, &stream).map { $0.rounded() }
      let y = ValueDistribution.normal.sample(15, &stream).map { $0.rounded() }
      return (KolmogorovSmirnov(x, y)?.result?.p ?? 1) <= 0.05
    }
    #expect(rate <= 0.05 + 4 * Simulation.error(0.05))
    let counts = Simulation.share(key: 32) { stream in
      var counts = [Int](repeating: 0, count: 5)
      for _ in 0..<200 { counts[Int(stream.below(5))] += 1 }
      let equal = [Double](repeating: 1, count: 5)
      return (ChiSquareTest.fit(counts: counts, probabilities: equal)?.p ?? 1) <= 0.05
    }
    #expect(abs(counts - 0.05) <= 4 * Simulation.error(0.05) + 0.003)
  }

  @Test(
    "all pairs of five equal groups: at least one false alarm in at most 5 % of studies",
    arguments: [Correction.holm, .benjaminiHochberg])
  func familyWise(correction: Correction) {
    let rate = Simulation.share(key: 41) { stream in
      let groups = (0..<5).map { _ in ValueDistribution.lognormal.sample(40, &stream) }
      let p = (0..<5).flatMap { i in
        (0..<i).map { MeanDifference(welch: groups[i], groups[$0])?.result?.p }
      }
      return correction.adjust(p).contains { ($0 ?? 1) <= 0.05 }
    }
    print("family-wise error, \(correction.rawValue): \(100 * rate) %")
    #expect(rate <= 0.05 + 3 * Simulation.error(0.05))
    let single = Simulation.share(key: 42) { stream in
      let groups = (0..<5).map { _ in ValueDistribution.lognormal.sample(40, &stream) }
      return (0..<5).contains { i in
        (0..<i).contains { (MeanDifference(welch: groups[i], groups[$0])?.result?.p ?? 1) <= 0.05 }
      }
    }
    #expect(single > 0.15)  // what happens without a correction
  }
}
