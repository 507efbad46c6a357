import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// Who infected whom, kept of whole runs. Source: docs/model.md, "Who infected whom".
@Suite("Transmissions") struct TransmissionTests {
  @Test(
    "recording changes nothing else, and lists what the reference implementation lists, for every rule"
  )
  func rules() {
    for (index, combination) in RandomScenarios.combinations.enumerated() {
      for round in 0..<TestDepth.choose(quick: 20, deep: 1_000) {
        let scenario = RandomScenarios.scenario(
          index * 1_000 + round, combination.rule, combination.boundary)
        let key = RunKey(seed: 61, point: nil, replicate: round)
        guard expectReference(scenario, key, describesCourse: round.isMultiple(of: 4)) else {
          return
        }
      }
    }
  }

  /// Three people in a row; those at the ends are infected and contact everybody around them.
  private func row(_ update: SpreadRule.Update, then introductions: [Introduction] = []) -> Scenario
  {
    Scenario(
      grid: Grid(people: 3, columns: 3, boundary: .bounded),
      rule: SpreadRule(neighborhood: .vonNeumann, pool: .all, draw: .exact, update: update),
      infectionFactor: 4, infectionProbability: 1,
      introductions: [Introduction(step: 0, place: .people([2, 0]))] + introductions)
  }

  /// How often each person infected the one in the middle.
  private func sources(_ scenario: Scenario, runs: Int) throws -> [Int32: Int] {
    let engine = Simulator(scenario)
    var counts: [Int32: Int] = [:]
    for replicate in 0..<runs {
      let result = engine.run(
        RunKey(seed: 63, point: nil, replicate: replicate), recordMap: false,
        recordTransmissions: true)
      let list = try #require(result.transmissions)
      #expect(list.counts == [2, 1])
      #expect(list.people == [0, 2, 1])
      #expect(list.sources.prefix(2) == [-1, -1])
      counts[list.sources[2], default: 0] += 1
    }
    return counts
  }

  @Test("of two sources in one step each infected half of the time, of two in turn the first did")
  func attribution() throws {
    let runs = 4_000
    let counts = try sources(row(.synchronous), runs: runs)
    // The standard deviation of a binomial number is half the root; five of them.
    #expect(abs(Double(counts[0] ?? 0) - 2_000) < 5 * Double(runs).squareRoot() / 2)
    #expect((counts[0] ?? 0) + (counts[2] ?? 0) == runs)
    #expect(try sources(row(.sequential), runs: 100) == [0: 100])
  }

  @Test(
    "a step lists people by number, whoever infected them, and who came from outside has no source")
  func order() throws {
    // 0 1 2 3 4 5: person 2 infects 1 and 3 in step 1, in which 5 and 0 come from outside.
    let scenario = Scenario(
      grid: Grid(people: 6, columns: 6, boundary: .bounded),
      rule: SpreadRule(neighborhood: .moore, pool: .healthy, draw: .exact, update: .synchronous),
      infectionFactor: 8, infectionProbability: 1,
      introductions: [
        Introduction(step: 0, place: .people([2])),
        Introduction(step: 1, place: .people([5, 0, 3])),
      ])
    let result = Simulator(scenario).run(
      RunKey(seed: 1, point: nil, replicate: 0), recordMap: false, recordTransmissions: true)
    var rows: [String] = []
    try #require(result.transmissions).forEachInfection { step, person, source in
      rows.append("\(step) \(person) \(source.map(String.init) ?? "-")")
    }
    let last = rows.removeLast()
    #expect(rows == ["0 2 -", "1 0 -", "1 1 2", "1 3 2", "1 5 -"])
    #expect(last == "2 4 3" || last == "2 4 5")
  }
}
