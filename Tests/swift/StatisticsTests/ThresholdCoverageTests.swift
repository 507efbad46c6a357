import Foundation
import KeyedRandom
import Statistics
import TestSupport
import Testing

/// Synthetic searches whose crossing is known: 2,000 of each.
@Suite("Intervals of threshold searches cover the truth", .deep) struct ThresholdCoverageTests {
  private static let searches = 2_000

  struct Case: CustomStringConvertible, Sendable {
    let name: String
    let rule: ThresholdSearchSettings
    let crossing: Double
    /// Of an outbreak that dies out at once; nil: none does.
    var diedOut: Double?
    /// Of one run at a level.
    let value: @Sendable (Double, inout RandomStream) -> Double
    var description: String { name }
  }

  private static func rule(
    _ from: Double, _ to: Double, _ target: Double, _ halfWidth: Double, isLog: Bool = false,
    isEvent: Bool = true
  ) -> ThresholdSearchSettings {
    ThresholdSearchSettings(
      from: from, to: to, isLog: isLog, target: target, halfWidth: halfWidth, most: 400_000,
      isEvent: isEvent)
  }

  private static func event(_ mean: Double, _ stream: inout RandomStream) -> Double {
    stream.unit() < mean ? 1 : 0
  }

  private static let cases: [Case] = [
    Case(name: "logit at one half", rule: rule(0, 1, 0.5, 0.01), crossing: 0.3) {
      event(1 / (1 + exp(14 * (0.3 - $0))), &$1)
    },
    Case(name: "logit at 0.9, wide", rule: rule(0, 1, 0.9, 0.04), crossing: 0.3 + log(9) / 14) {
      event(1 / (1 + exp(14 * (0.3 - $0))), &$1)
    },
    Case(name: "cloglog at 0.1", rule: rule(0.01, 2, 0.1, 0.01), crossing: log(1 / 0.9) / 2) {
      event(1 - exp(-2 * $0), &$1)
    },
    Case(
      name: "falling hyperbola", rule: rule(0.05, 1, 2.5, 0.01, isEvent: false), crossing: 0.4
    ) { level, stream in
      // Steps to the first success.
      (log(1 - stream.unit()) / log(max(1e-12, 1 - level))).rounded(.up)
    },
    Case(
      name: "share of five", rule: rule(0.01, 1, 0.4, 0.01, isLog: true, isEvent: false),
      crossing: 0.4
    ) { level, stream in
      Double((0..<5).count { _ in stream.unit() < level }) / 5
    },
    // Without `diedOut`, about 60 % of these intervals hold the crossing.
    Case(
      name: "one of 200 outbreaks dies out", rule: rule(0.3, 1, 0.8, 0.002, isEvent: false),
      crossing: 0.8 / 0.995, diedOut: 0
    ) { level, stream in
      stream.unit() < 0.005 ? 0 : level + 0.02 * (stream.unit() - 0.5)
    },
  ]

  @Test("within 3.5 standard errors of their level", arguments: cases)
  func coverage(of one: Case) throws {
    var covered = 0
    var found = 0
    var runs = 0
    for number in 0..<Self.searches {
      var stream = RandomStream(key: 1_802, UInt64(number))
      let (search, _) = ThresholdSearchTests.search(one.rule, diedOut: one.diedOut) {
        one.value($0, &stream)
      }
      runs += search.runs
      guard search.outcome == .narrowEnough, let estimate = search.estimate,
        let lower = estimate.lower, let upper = estimate.upper
      else { continue }
      found += 1
      #expect((upper - lower) / 2 <= one.rule.halfWidth)
      if lower <= one.crossing, one.crossing <= upper { covered += 1 }
    }
    let share = Double(covered) / Double(found)
    let error = (0.95 * 0.05 / Double(found)).squareRoot()
    print("\(one.name): \(share), \(runs / Self.searches) runs, \(Self.searches - found) open")
    #expect(found >= Self.searches * 99 / 100)
    // Few outbreaks die out: their number is skewed.
    let skew = one.diedOut == nil ? 0 : 0.015
    #expect(abs(share - 0.95) < 3.5 * error + skew, "\(share)")
  }
}
