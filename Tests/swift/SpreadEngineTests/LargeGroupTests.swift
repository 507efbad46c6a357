import KeyedRandom
import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Groups whose lists are long and whose start state is not kept whole: what small grids never see.
@Suite(.slow) struct LargeGroupTests {
  /// A scenario with people on all sides: many sources from the first step on.
  private func scenario(
    _ number: Int, _ rule: SpreadRule, _ boundary: Boundary, people: Int, maxSteps: Int
  ) -> Scenario {
    var stream = RandomStream(key: 40, UInt64(number))
    func pick<Value>(_ values: [Value]) -> Value {
      values[Int(stream.below(UInt64(values.count)))]
    }
    let square = Grid.squareColumns(people: people)
    let columns = pick([square, square / 2, 2 * square, 17])
    var rows = (people + columns - 1) / columns
    if rule.neighborhood == .hexagonal { rows += rows % 2 }
    return Scenario(
      grid: Grid(
        people: boundary == .torus ? rows * columns : people, columns: columns, boundary: boundary),
      rule: rule, infectionFactor: pick([1, 2, 3, 3, 5, 8]),
      infectionProbability: pick([0.004, 0.02, 0.3, 0.5, 0.9, 1]),
      introductions: [
        Introduction(step: 0, place: .center), Introduction(step: 0, place: .randomShare(0.08)),
        Introduction(step: 2, place: .random(people / 50)),
      ], maxSteps: maxSteps, shapeShare: pick([0.1, 0.2, 0.6]))
  }

  private func expectAgreement(_ scenario: Scenario, withReference: Bool) {
    let key = RunKey(seed: 15, point: nil, replicate: scenario.grid.people)
    let fast = Simulator(scenario).run(key, recordMap: true)
    #expect(fast.steps > 1)
    for vectors in SIMDLevel.available where vectors != .chosen {
      let other = Simulator(scenario, vectors: vectors).run(key, recordMap: true)
      expectSame(other, fast, "\(vectors): \(scenario)")
    }
    if withReference {
      var reference = ReferenceSimulator(scenario)
      expectSame(reference.run(key, recordMap: true), fast, "reference: \(scenario)")
    }
  }

  @Test("vectors, portable passes and the reference agree on 3,000 to 40,000 people")
  func agreement() {
    let others = [5_003, 9_990, 20_011, 40_000]
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      // In the quick tier the reference, which looks at everybody in every step, takes the smallest only.
      let sizes = [3_000] + TestDepth.choose(quick: [others[index % 4]], deep: others)
      for (place, people) in sizes.enumerated() {
        let withReference = TestDepth.choose(quick: place == 0, deep: true)
        let maxSteps = TestDepth.choose(quick: withReference ? 2 : 100, deep: 12)
        expectAgreement(
          scenario(
            10 * index + place, combination.rule, combination.boundary, people: people,
            maxSteps: maxSteps), withReference: withReference)
      }
    }
  }

  /// Grids of more than 2^20 people: the sums of shapes no longer fit into single words, and rows are
  /// taken in parts where they are long.
  static let hugeGrids = [
    (Grid(people: 1_050_000, columns: 262_500, boundary: .bounded), 0.3),
    (Grid(people: 1_100_003, columns: 1_049, boundary: .bounded), 0.6),
    (Grid(people: 1_048_700, columns: 1_048_700, boundary: .bounded), 1),
    (Grid(people: 1_025 * 1_024, columns: 1_025, boundary: .torus), 0.01),
  ]

  @Test(
    "so they do above 2^20 people, synchronous and sequential",
    arguments: hugeGrids.prefix(TestDepth.choose(quick: 1, deep: hugeGrids.count)))
  func huge(grid: Grid, p: Double) {
    let ends = [0, grid.people - 1, grid.columns - 1, grid.people - grid.columns]
    let rules = [(SpreadRule.Update.sequential, SpreadRule.Draw.scan), (.synchronous, .exact)]
    for (update, draw) in rules.prefix(TestDepth.choose(quick: 1, deep: rules.count)) {
      expectAgreement(
        Scenario(
          grid: grid,
          rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: draw, update: update),
          infectionFactor: 3, infectionProbability: p,
          introductions: [
            Introduction(step: 0, place: .people(ends)), Introduction(step: 0, place: .random(300)),
          ], maxSteps: TestDepth.choose(quick: 2, deep: 12), shapeShare: 3e-4),
        withReference: true)
    }
  }

  @Test("two ends of a long row have their variance, though its sums need more than 63 bits", .deep)
  func longRow() throws {
    let (people, each) = (8_000_000, 400_000)
    let ends = Array(0..<each) + Array(people - each..<people)
    let scenario = Scenario(
      grid: Grid(people: people, columns: people, boundary: .bounded),
      rule: SpreadRule.builtIn[0].rule, infectionFactor: 1, infectionProbability: 1,
      introductions: [Introduction(step: 0, place: .people(ends))], maxSteps: 0, shapeShare: 0.1)
    let (distance, n) = (Double(people - each) / 2, Double(each))
    // The square of the distance from the middle, and that of each end around its own.
    let variance = distance * distance + (n * n - 1) / 12
    let shape = try #require(
      Simulator(scenario).run(RunKey(seed: 1, point: nil, replicate: 0), recordMap: false).shape)
    let roundness = 2 * Double.pi * variance / (2 * n)
    #expect(abs(shape.roundness / roundness - 1) < 1e-12)
    #expect(abs(shape.driftX) < 1e-6 && shape.anisotropy4 == 1)
  }
}
