import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

/// Simulated studies whose truth is known: 10,000 of each, every figure printed.
enum Simulation {
  static let studies = 10_000

  /// The Monte Carlo error of a share `p` over all studies.
  static func error(_ p: Double) -> Double { (p * (1 - p) / Double(studies)).squareRoot() }

  /// The share of studies in which `covers` is true.
  static func share(key: UInt64, _ covers: (inout RandomStream) -> Bool) -> Double {
    var hits = 0
    for study in 0..<studies {
      var stream = RandomStream(key: key, UInt64(study))
      if covers(&stream) { hits += 1 }
    }
    return Double(hits) / Double(studies)
  }

  static func report(_ what: String, _ share: Double) {
    let digits = (share * 10_000).rounded() / 100
    let error = (Self.error(share) * 10_000).rounded() / 100
    print("coverage: \(what): \(digits) % +- \(error) % (\(studies) studies)")
  }
}

/// A distribution of values with a known mean.
enum ValueDistribution: String, CaseIterable, Sendable {
  case normal, exponential, lognormal

  func draw(_ stream: inout RandomStream) -> Double {
    switch self {
    case .normal: 3 + Normal.quantile(stream.unit() + 0x1p-54)
    case .exponential: -log(1 - stream.unit())
    case .lognormal: exp(0.5 * Normal.quantile(stream.unit() + 0x1p-54))
    }
  }

  func sample(_ count: Int, _ stream: inout RandomStream) -> [Double] {
    (0..<count).map { _ in draw(&stream) }
  }

  var mean: Double {
    switch self {
    case .normal: 3
    case .exponential: 1
    case .lognormal: exp(0.125)
    }
  }

  var sd: Double {
    switch self {
    case .normal, .exponential: 1
    case .lognormal: mean * (exp(0.25) - 1).squareRoot()
    }
  }

  var median: Double {
    switch self {
    case .normal: 3
    case .exponential: log(2)
    case .lognormal: 1
    }
  }
}

@Suite("Printed 95 % intervals cover 94 to 96 %", .deep)
struct CoverageTests {
  /// 94 to 96 % unless said otherwise.
  private func check(
    _ what: String, key: UInt64, within range: ClosedRange<Double> = 0.94...0.96,
    _ covers: (inout RandomStream) -> Bool
  ) {
    let share = Simulation.share(key: key, covers)
    Simulation.report(what, share)
    #expect(range.contains(share), "\(what): \(share)")
  }

  @Test("t intervals of means", arguments: ValueDistribution.allCases)
  func means(distribution: ValueDistribution) {
    // Skewed distributions need n of about 25 skewness^2 and more: 100 here for skewness 2.
    for count in distribution == .normal ? [5, 30, 200] : [200, 500] {
      check("mean, \(distribution), n = \(count)", key: 1) { stream in
        Moments(of: distribution.sample(count, &stream)).meanInterval(level: 0.95)?
          .contains(distribution.mean) ?? false
      }
    }
  }

  @Test("BCa intervals of means", arguments: ValueDistribution.allCases)
  func bootstrap(distribution: ValueDistribution) {
    let count = distribution == .normal ? 100 : 300
    check("BCa, \(distribution), n = \(count)", key: 2) { stream in
      let values = distribution.sample(count, &stream)
      return Bootstrap(values, resamples: 999, key: stream.next())?.interval(level: 0.95)?
        .contains(distribution.mean) ?? false
    }
  }

  @Test("Wilson intervals of shares", arguments: [0.5, 0.8, 0.9, 0.95, 0.98, 0.99, 0.998])
  func shares(p: Double) {
    // Counts jump: at one n the coverage may lie 2 % beside the average over n.
    check("share \(p), n = 500...2500", key: 3) { stream in
      let trials = 500 + Int(stream.below(2_001))
      let successes = (0..<trials).count { _ in stream.unit() < p }
      return Proportion(successes: successes, trials: trials).interval(level: 0.95)?.contains(p)
        ?? false
    }
  }

  @Test("order-statistic intervals of medians", arguments: ValueDistribution.allCases)
  func medians(distribution: ValueDistribution) {
    check("median, \(distribution), n = 100...1000", key: 4) { stream in
      let count = 100 + Int(stream.below(901))
      return SortedSample(distribution.sample(count, &stream)).quantileInterval(0.5, level: 0.95)?
        .contains(distribution.median) ?? false
    }
  }

  @Test("Kaplan-Meier intervals of medians, two values of five censored")
  func censoredMedians() {
    check("Kaplan-Meier median, n = 200", key: 5) { stream in
      // Censored at 1.2 or at a random time before it.
      let values = (0..<200).map { _ in
        let time = ValueDistribution.exponential.draw(&stream)
        let end = min(1.2, 4 * stream.unit())
        return CensoredTime(time: min(time, end), happened: time <= end)
      }
      return KaplanMeier(values).medianInterval(level: 0.95)?.contains(log(2)) ?? false
    }
  }

  @Test("differences of means, paired and unpaired", arguments: ValueDistribution.allCases)
  func differences(distribution: ValueDistribution) {
    check("paired difference, \(distribution), n = 40", key: 6) { stream in
      let common = distribution.sample(40, &stream)
      let x = common.map { 2 * $0 + distribution.draw(&stream) }
      let y = common.map { 2 * $0 + distribution.draw(&stream) - 0.3 }
      return MeanDifference(paired: x, y)?.interval(level: 0.95)?.contains(0.3) ?? false
    }
    check("Welch difference, \(distribution), n = 60, 90", key: 7) { stream in
      let x = distribution.sample(60, &stream)
      let y = distribution.sample(90, &stream).map { 2 * $0 }
      return MeanDifference(welch: x, y)?.interval(level: 0.95)?.contains(-distribution.mean)
        ?? false
    }
  }

  @Test("Hodges-Lehmann shifts", arguments: ValueDistribution.allCases)
  func effects(distribution: ValueDistribution) {
    check("Hodges-Lehmann, \(distribution), n = 60, 50", key: 8) { stream in
      let x = distribution.sample(60, &stream).map { $0 + 1 }
      return HodgesLehmann(x, distribution.sample(50, &stream))?.interval(level: 0.95)?
        .contains(1)
        ?? false
    }
  }

  @Test("simultaneous bands hold the whole mean curve")
  func bands() {
    check("simultaneous band, 40 curves of 15 steps", key: 11) { stream in
      let curves = (0..<40).map { _ in
        let level = stream.unit()
        return (0..<15).map { step in Double(step) + 2 * level + stream.unit() }
      }
      guard let band = CurveBand(curves, level: 0.95, resamples: 499, key: stream.next()) else {
        return false
      }
      return (0..<15).allSatisfy { step in
        let moments = Moments(of: curves.map { $0[step] })
        guard let mean = moments.mean, let error = moments.standardError else { return false }
        return abs(mean - Double(step) - 1.5) <= band.factor * error
      }
    }
  }

  @Test("parameters of a growth fit with independent errors")
  func fits() {
    let t = (0..<30).map(Double.init)
    check("logistic t0", key: 12) { stream in
      let y = t.map {
        GrowthModel.logistic.value(at: $0, [100, 0.4, 12])
          + 3 * Normal.quantile(stream.unit() + 0x1p-54)
      }
      return GrowthFit(.logistic, t: t, y: y).fit.parameters[2].interval?.contains(12) ?? false
    }
  }

  @Test("means after adaptive stopping, target 0.1 sd", arguments: ValueDistribution.allCases)
  func adaptiveMeans(distribution: ValueDistribution) {
    let target = PrecisionTarget(kind: .mean, width: .absolute(0.1 * distribution.sd))
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 5_000, batch: 50)
    check("adaptive mean, \(distribution)", key: 13) { stream in
      var judge = PrecisionJudge(plan: plan, targets: [target])
      var moments = Moments()
      while case .undecided = judge.decision {
        let value = distribution.draw(&stream)
        judge.add([value])
        moments.add(value)
      }
      return moments.meanInterval(level: 0.95)?.contains(distribution.mean) ?? false
    }
  }

  @Test(
    "shares after adaptive stopping",
    arguments: [(0.5, 0.03), (0.8, 0.03), (0.9, 0.02), (0.95, 0.015), (0.98, 0.01), (0.998, 0.002)])
  func adaptiveShares(p: Double, width: Double) {
    let target = PrecisionTarget(kind: .share, width: .absolute(width))
    let plan = PrecisionJudge.Plan(minimum: 30, maximum: 20_000, batch: 50)
    // Close to 1 a stop depends on single rare events: 93.5 % at +-0.001, 97.2 % at +-0.002.
    let range = p > 0.99 ? 0.93...0.98 : 0.94...0.96
    check("adaptive share \(p), half-width \(width)", key: 14, within: range) { stream in
      var judge = PrecisionJudge(plan: plan, targets: [target])
      var (successes, trials) = (0, 0)
      while case .undecided = judge.decision {
        let success = stream.unit() < p
        judge.add([success ? 1 : 0])
        trials += 1
        if success { successes += 1 }
      }
      return Proportion(successes: successes, trials: trials).interval(level: 0.95)?.contains(p)
        ?? false
    }
  }
}
