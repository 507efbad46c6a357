import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// What common random numbers save when two points are compared replicate by replicate.
@Suite struct CommonNumbersTests {
  struct Pair: CustomTestStringConvertible, Sendable {
    let name: String
    /// Var(paired difference) / Var(independent difference) to stay below.
    let goal: Double
    let first: Scenario
    let second: Scenario
    var testDescription: String { name }
  }

  private static func scenario(
    _ draw: SpreadRule.Draw = .exact, k: Int = 3, p: Double = 0.5
  ) -> Scenario {
    Scenario(
      grid: Grid(people: 144, columns: 12, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: draw, update: .synchronous),
      infectionFactor: k, infectionProbability: p)
  }

  static let pairs = [
    Pair(name: "p 0.50 and 0.55", goal: 0.30, first: scenario(), second: scenario(p: 0.55)),
    Pair(name: "k 2 and 3", goal: 0.65, first: scenario(k: 2), second: scenario()),
    Pair(
      name: "exact and at_least_one", goal: 0.75, first: scenario(), second: scenario(.atLeastOne)),
    Pair(
      name: "k 2 and 3 at p = 1", goal: 0.80, first: scenario(k: 2, p: 1),
      second: scenario(p: 1)),
    Pair(
      name: "exact and at_least_one at p = 1", goal: 0.90, first: scenario(p: 1),
      second: scenario(.atLeastOne, p: 1)),
  ]

  @Test("differences of steps to all vary far less with common numbers", arguments: pairs)
  func ratio(pair: Pair) {
    let runs = TestDepth.choose(quick: 20_000, deep: 100_000)
    let engines = [Simulator(pair.first), Simulator(pair.second)]
    func variance(_ values: [Double]) -> Double {
      let mean = values.reduce(0, +) / Double(values.count)
      return values.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(values.count)
    }
    let steps = engines.map { engine in
      (0..<runs).map {
        Double(engine.run(RunKey(seed: 12, point: nil, replicate: $0), recordMap: false).steps)
      }
    }
    let paired = variance(zip(steps[0], steps[1]).map { $0 - $1 })
    let ratio = paired / (variance(steps[0]) + variance(steps[1]))
    #expect(ratio <= pair.goal)
  }
}
