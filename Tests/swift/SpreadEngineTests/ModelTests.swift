import SlowReference
import SpreadEngine
import SpreadModel
import Testing

/// Small facts of the model, by hand.
@Suite struct ModelTests {
  @Test(
    "the center is row (rows-1)/2, column (columns-1)/2, rounded down",
    arguments: [
      // people, columns, center
      (16, 4, 5), (9, 3, 4), (6, 2, 2), (8, 4, 1), (20, 4, 9), (1, 1, 0), (7, 7, 3), (5, 4, 1),
      // Nobody stands there: the last person.
      (3, 10, 2),
    ])
  func center(_ people: Int, _ columns: Int, _ center: Int) {
    #expect(Grid(people: people, columns: columns, boundary: .bounded).center == center)
  }

  @Test("a share of people is rounded as the decimal that it is, halves up")
  func shares() {
    for people in [1, 50, 90, 99, 150, 1_000, 12_345_678] {
      for percent in 0...100 {
        let wanted = (2 * percent * people + 100) / 200
        #expect(
          Grid.people(ofShare: Double(percent) / 100, of: people) == wanted,
          "\(percent) % of \(people)")
      }
    }
  }

  @Test("a list with an unknown response is none")
  func unknownResponse() {
    #expect(
      ResponseList(definitions: ["steps", "final_share"])?.names == ["steps", "final_share"])
    #expect(ResponseList(definitions: ["steps", "nonsense"]) == nil)
  }

  @Test("sources that wait for thousands of steps act when the reference says")
  func longWaits() {
    let scenario = Scenario(
      grid: Grid(people: 4, columns: 2, boundary: .bounded),
      rule: SpreadRule(
        neighborhood: .vonNeumann, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 1, infectionProbability: 2e-4, maxSteps: 40_000)
    let engine = Simulator(scenario)
    var reference = ReferenceSimulator(scenario)
    for replicate in 0..<6 {
      let key = RunKey(seed: 8, point: nil, replicate: replicate)
      let result = engine.run(key, recordMap: true)
      expectSame(result, reference.run(key, recordMap: true), "\(replicate)")
      #expect(result.steps > 1_024)
    }
  }
}
