import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Small probabilities, where sources act at random steps only: the law must stay the model's.
@Suite(.deep) struct RareFormTests {
  @Test(
    "few and many candidates, every draw: the law of the model's own words",
    arguments: SpreadRule.Draw.allCases)
  func law(draw: SpreadRule.Draw) {
    for (pool, k, p) in [(SpreadRule.Pool.healthy, 3, 0.02), (.all, 2, 0.012), (.all, 1, 0.011)] {
      let scenario = Scenario(
        grid: Grid(people: 11, columns: 4, boundary: .bounded),
        rule: SpreadRule(neighborhood: .moore, pool: pool, draw: draw, update: .synchronous),
        infectionFactor: k, infectionProbability: p,
        introductions: [Introduction(step: 0, place: .people([5]))], maxSteps: 50)
      let engine = Simulator(scenario)
      var simulated: [Int: Int] = [:]
      var literal: [Int: Int] = [:]
      for number in 0..<40_000 {
        let key = RunKey(seed: 13, point: nil, replicate: number)
        simulated[Int(engine.run(key, recordMap: false).curve.last ?? 0), default: 0] += 1
        literal[
          LiteralSpread.infected(scenario, from: 5, seed: UInt64(number)), default: 0] += 1
      }
      #expect(ChiSquare.pValue(simulated, literal) > 1e-6, "\(pool) \(k) \(p)")
    }
  }
}
