import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Cases without chance: with p = 1 and a cap no smaller than the neighborhood, exactly those
/// within graph distance t of the start are infected after step t.
@Suite struct DeterministicTests {
  struct Balls: Decodable, Sendable {
    let counts: [UInt32]
    /// First step with this percentage infected.
    let stepsTo: [String: Int]
    let peakNewInfections: Int
    let peakStep: Int
  }

  @Test("the reference balls grow as stated, a million people included, in both engines")
  func balls() throws {
    let cases = try ReferenceCase<Balls>.load("deterministic.json")
    #expect(cases.count == 12)
    for item in cases {
      let scenario = try item.scenario()
      let key = RunKey(seed: 5, point: 1, replicate: 0)
      var results = [Simulator(scenario).run(key, recordMap: false)]
      if item.people < 1_000 {
        var reference = ReferenceSimulator(scenario)
        results.append(reference.run(key))
      }
      for result in results {
        #expect(result.curve == item.expected.counts, "\(item.id)")
        #expect(result.stopReason == .allInfected)
        let values = ResponseList.all.values(
          of: result, on: Grid(people: item.people, columns: item.people, boundary: .bounded))
        func value(_ name: String) -> Int? {
          Response(rawValue: name).flatMap(ResponseList.all.place).flatMap { values[$0] }
            .map { Int($0) }
        }
        #expect(value("step_to_10pct") == item.expected.stepsTo["10"])
        #expect(value("step_to_50pct") == item.expected.stepsTo["50"])
        #expect(value("step_to_90pct") == item.expected.stepsTo["90"])
        #expect(value("step_to_all") == item.expected.stepsTo["100"])
        #expect(value("peak_new") == item.expected.peakNewInfections)
        #expect(value("peak_step") == item.expected.peakStep)
      }
    }
  }

  @Test("every person's step is their graph distance, on every grid up to 60 people")
  func graphDistance() {
    let most = TestDepth.choose(quick: 24, deep: 60)
    for neighborhood in SpreadRule.Neighborhood.ofSquares {
      for people in 1...most {
        for columns in 1...8 {
          let grid = Grid(people: people, columns: columns, boundary: .bounded)
          for start in 0..<people {
            let scenario = Scenario(
              grid: grid,
              rule: SpreadRule(
                neighborhood: neighborhood, pool: .healthy, draw: .exact, update: .synchronous),
              infectionFactor: 8, infectionProbability: 1,
              introductions: [Introduction(step: 0, place: .people([start]))])
            let map = Simulator(scenario).run(
              RunKey(seed: 1, point: nil, replicate: 0), recordMap: true
            ).infectionSteps
            let distances = (0..<people).map { person -> Int32 in
              let rows = abs(person / columns - start / columns)
              let across = abs(person % columns - start % columns)
              return switch neighborhood {
              case .moore: Int32(max(rows, across))
              case .vonNeumann: Int32(rows + across)
              case .hexagonal, .within: preconditionFailure("NeighborhoodTests has them")
              }
            }
            #expect(map == distances, "\(people) people, \(columns) columns, from \(start)")
          }
        }
      }
    }
  }
}
