import SpreadEngine
import SpreadModel
import Testing

/// First results for a seed. If one of these moves, every stored study does: it needs a new
/// `results_version` and a line under "Results change" in the changelog.
@Suite struct PinnedTests {
  @Test("a run's word is a function of seed, point and replicate alone")
  func runWords() {
    let words = [
      RunKey(seed: 0, point: nil, replicate: 0), RunKey(seed: 1, point: nil, replicate: 0),
      RunKey(seed: 1, point: nil, replicate: 1), RunKey(seed: 1, point: 0, replicate: 1),
    ].map(\.word)
    #expect(
      words == [
        15_846_865_863_522_985_350, 3_148_474_484_763_913_039, 12_862_503_621_032_797_007,
        15_904_953_554_795_825_781,
      ])
  }

  @Test("the first curve of every built-in rule", arguments: SpreadRule.builtIn.map(\.name))
  func curves(name: String) throws {
    let rule = try #require(SpreadRule.builtIn(named: name))
    var found: [[UInt32]] = []
    for p in [0.01, 0.5, 1] {
      let scenario = Scenario(
        grid: Grid(people: 50, columns: 7, boundary: .bounded), rule: rule, infectionFactor: 2,
        infectionProbability: p, maxSteps: p < 0.1 ? 40 : 7)
      let key = RunKey(seed: 20_261_121, point: nil, replicate: 0)
      let curve = Simulator(scenario).run(key, recordMap: false).curve
      found.append(p < 0.1 ? [curve[20], curve[curve.count - 1]] : curve)
    }
    #expect(found == Self.expected[name])
  }

  static let expected: [String: [[UInt32]]] = [
    "subset": [[1, 1], [1, 3, 4, 6, 9, 13, 16, 17], [1, 3, 6, 10, 15, 20, 23, 28]],
    "exact": [[2, 5], [1, 3, 5, 10, 17, 28, 41, 46], [1, 3, 8, 20, 36, 47, 50]],
    "at_least_one": [[1, 1], [1, 3, 4, 8, 15, 23, 30, 39], [1, 3, 7, 14, 26, 40, 50]],
    "virus_app": [[9, 14], [1, 3, 9, 17, 25, 39, 48, 49], [1, 3, 9, 25, 41, 49, 50]],
    "capped": [[9, 14], [1, 3, 8, 16, 27, 42, 48, 49], [1, 3, 8, 20, 36, 47, 50]],
    "push": [[2, 2], [1, 3, 4, 5, 9, 11, 16, 16], [1, 3, 7, 10, 18, 26, 36, 44]],
    "each_contact": [[7, 8], [1, 5, 14, 32, 44, 49, 49, 50], [1, 9, 25, 49, 50]],
    "mixing": [[2, 2], [1, 1, 1, 1, 1, 3, 5, 8], [1, 1, 2, 6, 15, 27, 38, 46]],
  ]

  @Test("people introduced at random")
  func introductions() {
    let engine = Simulator(
      Scenario(
        grid: Grid(people: 1_000, columns: 40, boundary: .bounded),
        rule: SpreadRule.builtIn[0].rule, infectionFactor: 2, infectionProbability: 1,
        introductions: [Introduction(step: 0, place: .random(5))]))
    engine.begin(RunKey(seed: 20_261_121, point: nil, replicate: 0))
    #expect(engine.newlyInfected == [177, 307, 413, 634, 954])
  }
}
