import SpreadEngine
import SpreadModel
import TestSupport
import Testing

@Suite struct TwinTests {
  @Test("the engine, its portable passes and its slow twin agree on everything, for every rule")
  func agreement() {
    let each = TestDepth.choose(quick: 60, deep: 1_000)
    var compared = 0
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      for round in 0..<each {
        let number = index * 100_000 + round
        let scenario = RandomScenarios.scenario(
          number, combination.rule, combination.boundary)
        let engine = Simulator(scenario)
        let portable = Simulator(scenario, portable: true)
        var twin = SlowTwin(scenario)
        for replicate in 0..<3 {
          let key = RunKey(seed: 7, point: nil, replicate: replicate)
          let fast = engine.run(key, recordMap: true)
          #expect(portable.run(key, recordMap: true) == fast)
          let slow = twin.run(key, recordMap: true)
          compared += 1
          guard fast == slow else {
            Issue.record("\(scenario), replicate \(replicate): \(fast) is not \(slow)")
            return
          }
        }
      }
    }
    #expect(compared == RandomScenarios.combinations.count * each * 3)
  }
}
