import Foundation
import Testing

import Truths

/// Runs that nobody simulated: what is observed of each is a function of its arm and number. So it
/// is known how far an expectation is off, and whether it must fail.
struct MadeUpRuns {
  private let judge: Judge
  let result: Judge.Result

  init(
    _ expected: Expected, arms: Int = 1, runs: Int, level: Double,
    _ values: (_ arm: Int, _ run: Int) -> [Double]
  ) {
    judge = Judge(
      expected: expected,
      observations: (0..<arms).map { arm in (0..<runs).map { values(arm, $0) } }, level: level)
    result = judge.result
    #expect((0...1).contains(result.p))
    if let accepted = result.accepted, let estimate = result.estimate {
      #expect(accepted.contains(estimate) == passes, "\(result)")
    }
  }

  var passes: Bool { result.p >= judge.level }

  /// The z that a normal exceeds, on one of both sides, with this chance.
  static func twoSided(_ chance: Double) -> Double {
    var (low, high) = (0.0, 40.0)
    for _ in 0..<100 {
      let middle = (low + high) / 2
      if erfc(middle / 2.0.squareRoot()) > chance { low = middle } else { high = middle }
    }
    return low
  }
}
