import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

/// Intervals of ratios over studies whose truth is known: 95 % within three Monte Carlo errors.
@Suite("Intervals of ratios of means and risks, and of bounded curves, cover 95 %", .deep)
struct EffectCoverageTests {
  private func check(
    _ what: String, key: UInt64, _ truth: Double, _ interval: (inout RandomStream) -> Interval?
  ) {
    let share = Simulation.share(key: key) { interval(&$0)?.contains(truth) ?? false }
    Simulation.report(what, share)
    #expect(abs(share - 0.95) <= 3 * Simulation.error(0.95), "\(what): \(share)")
  }

  @Test func ratiosOfMeans() {
    check("ratio of means, normal, 12 and 30", key: 411, 1.2) { stream in
      let x = ValueDistribution.normal.sample(12, &stream).map { 9 + $0 }
      let y = ValueDistribution.normal.sample(30, &stream).map { 10 + 2 * ($0 - 3) }
      return RatioOfMeans(ValueSummary(x), ValueSummary(y))?.interval(level: 0.95)
    }
    check("ratio of means, 2 x 60 lognormal", key: 412, 1) { stream in
      RatioOfMeans(
        ValueSummary(ValueDistribution.lognormal.sample(60, &stream)),
        ValueSummary(ValueDistribution.lognormal.sample(60, &stream)))?.interval(level: 0.95)
    }
    check("ratio of means, 15 pairs", key: 413, 0.5) { stream in
      var pairs = PairSummary()
      for _ in 0..<15 {
        let shared = ValueDistribution.normal.draw(&stream)
        pairs.add(2 + shared + ValueDistribution.normal.draw(&stream) - 3, 7 + 3 * shared - 6)
      }
      return RatioOfMeans(pairs)?.interval(level: 0.95)
    }
  }

  @Test func riskRatios() {
    // Of one pair of shares the coverage of counts moves up and down with them.
    let share = Simulation.share(key: 421) { stream in
      let (p, q) = (0.1 + 0.8 * stream.unit(), 0.1 + 0.8 * stream.unit())
      let (n, m) = (40 + Int(stream.below(100)), 40 + Int(stream.below(100)))
      let a = (0..<n).count { _ in stream.unit() < p }
      let b = (0..<m).count { _ in stream.unit() < q }
      return RiskRatio(events: a, of: n, and: b, of: m).interval(level: 0.95)?
        .contains(p / q) ?? false
    }
    Simulation.report("risk ratio of shares of 0.1 to 0.9", share)
    #expect(abs(share - 0.95) <= 3 * Simulation.error(0.95), "\(share)")
    for (key, p, q, n, m) in [(UInt64(422), 0.9, 0.6, 120, 80), (423, 0.03, 0.05, 300, 300)] {
      check("risk ratio \(p) of \(n), \(q) of \(m)", key: key, p / q) { stream in
        let a = (0..<n).count { _ in stream.unit() < p }
        let b = (0..<m).count { _ in stream.unit() < q }
        return RiskRatio(events: a, of: n, and: b, of: m).interval(level: 0.95)
      }
    }
    for (key, p, q, n) in [
      (UInt64(431), 0.3, 0.45, 80), (432, 0.9, 0.6, 60), (433, 0.05, 0.08, 400),
    ] {
      check("risk ratio \(p), \(q) of \(n) pairs", key: key, p / q) { stream in
        var counts = (both: 0, first: 0, second: 0)
        for _ in 0..<n {
          let shared = stream.unit()
          let isCommon = stream.unit() < 0.6
          let (a, b) = (shared < p, (isCommon ? shared : stream.unit()) < q)
          if a && b {
            counts.both += 1
          } else if a {
            counts.first += 1
          } else if b {
            counts.second += 1
          }
        }
        return RiskRatio(
          both: counts.both, first: counts.first, second: counts.second, pairs: n
        ).interval(level: 0.95)
      }
    }
  }

  /// Ten doses of 300 runs; of common numbers replicate r of each dose has the same draw.
  @Test("floor, plateau, slope and dose", arguments: [false, true])
  func bounds(common: Bool) {
    let (floor, plateau) = (0.1, 0.8)
    // Profiles take their time.
    let studies = 200
    let doses = (0..<10).map { Double($0) }
    let means = doses.map { floor + (plateau - floor) * ResponseLink.logit.mean(1.2 * ($0 - 4)) }
    let truth = [floor, plateau, 1.2, 4 + ResponseLink.logit.predictor(0.4 / 0.7) / 1.2]
    var covered = truth.map { _ in 0 }
    for study in 0..<studies {
      var stream = RandomStream(key: 441, UInt64(study))
      let values = (0..<300).map { _ in
        let shared = stream.unit()
        return means.map { (common ? shared : stream.unit()) < $0 ? 1.0 : 0 }
      }
      let byDose = doses.indices.map { dose in values.map { $0[dose] } }
      var correlation = DoseCorrelation(count: doses.count)
      correlation.add(byDose)
      let levels = zip(doses, byDose).map {
        DoseLevel(dose: $0, responded: $1.reduce(0, +), of: 300)
      }
      let fit = DoseResponseFit(
        .logit, DoseData(.events, levels, correlation: common ? correlation : nil),
        fitting: .init(floor: true, plateau: true), level: 0.95)
      let sets = [
        fit.set(of: .floor), fit.set(of: .plateau), fit.slopeSet, fit.doseSet(at: 0.5),
      ]
      for place in sets.indices where sets[place].contains(truth[place]) { covered[place] += 1 }
    }
    for (what, count) in zip(["floor", "plateau", "slope", "dose 0.5"], covered) {
      let share = Double(count) / Double(studies)
      print("coverage: \(what) of a bounded curve, common \(common): \(share)")
      let slack = 3 * (0.95 * 0.05 / Double(studies)).squareRoot()
      #expect(abs(share - 0.95) <= slack, "\(what): \(share)")
    }
  }
}
