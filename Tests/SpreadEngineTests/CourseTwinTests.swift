import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite("A course of the disease: the engine and the slow twin")
struct CourseTwinTests {
  @Test("give the same runs over random courses, with vectors and without")
  func courses() { compare(RandomScenarios.course) }

  @Test("give the same runs where something changes")
  func changes() { compare(RandomScenarios.changing) }

  private func compare(_ scenario: (Int) -> Scenario) {
    for round in 0..<TestDepth.choose(quick: 1_200, deep: 40_000) {
      let scenario = scenario(round)
      let key = RunKey(seed: 16, point: nil, replicate: round)
      let describes = round.isMultiple(of: 3)
      var twin = SlowTwin(scenario)
      let expected = twin.run(key, recordMap: true, describesCourse: describes)
      for portable in [false, true] {
        let engine = Simulator(scenario, portable: portable, describesCourse: describes)
        let result = engine.run(key, recordMap: true)
        #expect(result == expected, "\(scenario)")
        if result != expected { return }
        #expect(engine.run(key, recordMap: true) == expected, "the second time: \(scenario)")
      }
    }
  }
}
