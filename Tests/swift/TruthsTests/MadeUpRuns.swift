import Foundation
import SpreadModel
import Testing
import Truths
import WorkStealing

/// Runs that nobody simulated: what is observed of each is a function of its arm and number. So it
/// is known how far a claim is off, and whether it must fail.
enum MadeUpRuns {
  /// Judges a truth's claim on them.
  static func finding(
    _ truth: Truth, runs: Int, level: Double,
    _ values: @escaping @Sendable (_ arm: Int, _ run: Int) -> [Double]
  ) -> Finding {
    var truth = truth
    truth.runs = runs
    for arm in truth.arms.indices { truth.arms[arm].maxSteps = arm }
    truth.observe = { arm, result in values(arm.maxSteps, Int(result.curve[0])) }
    let runner = TruthRunner(pool: WorkPool(workers: 1)) { _ in
      { key, _ in
        RunResult(
          stopReason: .maxSteps, curve: [UInt32(key.replicate)], shape: nil, infectionSteps: nil)
      }
    }
    let finding = runner.finding(truth, level: level)
    #expect((0...1).contains(finding.p) && finding.runs == runs * truth.arms.count)
    return finding
  }

  /// A truth with this claim, about nothing.
  static func truth(_ claim: Truth.Claim, arms: Int = 1) -> Truth {
    let nobody = Scenario(
      grid: Grid(people: 1, columns: 1, boundary: .bounded), rule: SpreadRule.builtIn[0].rule,
      infectionFactor: 0, infectionProbability: 0)
    return Truth(
      "made_up", "nothing", source: "nobody", arms: Array(repeating: nobody, count: arms), runs: 1,
      claim: claim
    ) { _, _ in [] }
  }

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
