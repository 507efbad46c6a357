import KeyedRandom
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// The exact distributions of small grids, enumerated (docs/validation.md, "The model's own tests").
@Suite(.deep) struct ExactDistributionTests {
  /// One of each combination of rule and boundary, on four or eight neighbors.
  static let cases = RandomScenarios.combinations
    .filter { $0.rule.neighborhood != .hexagonal }
    .enumerated().map { number, item in scenario(number, item.rule, item.boundary) }

  private static func scenario(_ number: Int, _ rule: SpreadRule, _ boundary: Boundary) -> Scenario
  {
    var stream = RandomStream(key: 31, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let columns = pick([3, 3, 4])
    let rows = columns == 3 ? 3 : 2
    let missing = boundary == .bounded ? pick([0, 1, 2]) : 0
    let people = rows * columns - missing
    return Scenario(
      grid: Grid(people: people, columns: columns, boundary: boundary), rule: rule,
      infectionFactor: pick([1, 2, 2, 3, 4]),
      infectionProbability: pick([0.02, 0.35, 0.5, 0.8, 1]),
      introductions: [
        Introduction(
          step: 0, place: pick([.people([Int(stream.below(UInt64(people)))]), .random(2)]))
      ], maxSteps: 8)
  }

  /// 10^-6 for all checks together that a right engine fails one; a case has fewer than 100.
  private static let level = 1e-6 / Double(100 * cases.count)

  @Test("the engine obeys the exact distribution of every small case", arguments: cases.indices)
  func engineObeys(_ number: Int) {
    let scenario = Self.cases[number]
    let engine = Simulator(scenario)
    let failed = InfectionChain(scenario).distribution(steps: scenario.maxSteps)
      .failures(runs: 20_000, level: Self.level) {
        engine.run(RunKey(seed: 31, point: nil, replicate: $0), recordMap: true)
      }
    #expect(failed.isEmpty, "\(scenario)")
  }
}
