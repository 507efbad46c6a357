import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Scenarios at the edges: nobody to meet, nobody to infect, more asked for than there is.
@Suite(.slow) struct EdgeScenarioTests {
  private static let count = TestDepth.choose(quick: 3_200, deep: 64_000)

  @Test("the engine and the slow reference implementation agree, with vectors and without")
  func agreement() {
    for number in 0..<Self.count {
      let key = RunKey(seed: 61, point: nil, replicate: number)
      guard expectReference(RandomScenarios.edge(number), key) else { return }
    }
  }

  @Test("runs asked for together are those made one by one")
  func together() {
    let keys = (0..<3).map { RunKey(seed: 62, point: nil, replicate: $0) }
    for number in 0..<Self.count / 4 {
      let scenario = RandomScenarios.edge(number)
      let engine = Simulator(scenario)
      let alone = keys.map { engine.run($0, recordMap: false) }
      guard expectSame(engine.runs(keys), alone, "\(number): \(scenario)") else { return }
    }
  }

  @Test("what a run is expected to be is positive, finite, and no longer than it may take")
  func expected() {
    let makers = [
      RandomScenarios.edge, RandomScenarios.course, RandomScenarios.changing,
      RandomScenarios.contacts,
    ]
    for number in 0..<Self.count {
      for make in makers {
        let scenario = make(number)
        let run = ExpectedRun(scenario)
        let isSound =
          scenario.expectedWork > 0 && scenario.expectedWork.isFinite
          && run.steps >= 1 && run.steps <= max(1, Double(scenario.maxSteps))
          && run.infections >= 0 && run.infections.isFinite && run.actions >= 0
          && run.actions.isFinite
        #expect(isSound, "\(number): \(run), \(scenario)")
        if !isSound { return }
      }
    }
  }
}
