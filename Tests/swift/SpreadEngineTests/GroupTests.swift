import SlowReference
import SpreadEngine
import SpreadModel
import TestSupport
import Testing

/// People of groups, and who is vaccinated first.
@Suite struct GroupTests {
  @Test("give the reference's runs over random groups, orders of vaccination and contacts", .slow)
  func reference() {
    for round in 0..<TestDepth.choose(quick: 700, deep: 10_000) {
      let key = RunKey(seed: 41, point: nil, replicate: round)
      guard expectReference(RandomScenarios.groups(round), key) else { return }
    }
  }

  private static let roundings: [(shares: [Double], people: Int, sizes: [Int])] = [
    ([0.5, 0.5], 5, [3, 2]), ([0.3, 0.3, 0.4], 4, [1, 1, 2]), ([0.1, 0.2, 0.7], 10, [1, 2, 7]),
    ([0.7, 0.1, 0.2], 15, [11, 1, 3]), ([0.15, 0.15, 0.7], 10, [2, 1, 7]),
    ([1, 1, 1], 2, [1, 1, 0]), ([1], 7, [7]), ([0, 1], 3, [0, 3]),
    ([0.29, 0.71], 1_000_000_000, [290_000_000, 710_000_000]),
  ]

  @Test("sizes are rounded by largest remainders, of equal ones the earlier, rounding errors aside")
  func sizes() {
    for (shares, people, sizes) in Self.roundings {
      let names = shares.indices.map { "g\($0)" }
      let groups = Groups(
        names: names, membership: .shares(shares, inOrder: true), multiply: [])
      #expect(groups.sizes(people: people) == sizes)
    }
  }

  @Test("people of any number are dealt to many groups and to empty ones, and are vaccinated")
  func dealing() {
    for (index, people) in [1, 2, 63, 64, 65, 300, 5_000].enumerated() {
      for count in [2, 3, 40, Groups.most] {
        let shares = (0..<count).map { Double($0 * 7 % 5) }
        var scenario = Scenario(
          grid: Grid(people: people, columns: people, boundary: .bounded),
          rule: SpreadRule(
            neighborhood: .vonNeumann, pool: .healthy, draw: .each, update: .synchronous),
          infectionFactor: 1, infectionProbability: 0,
          introductions: [Introduction(step: 1, place: .randomShare(1))], maxSteps: 1)
        scenario.groups = Groups(
          names: shares.indices.map { "g\($0)" }, membership: .shares(shares, inOrder: false),
          multiply: shares.map { _ in shares.map { _ in 1 } })
        // Only those who were vaccinated are never infected.
        scenario.immuneShare = [0.3, 0, 1, 0.5][index % 4]
        _ = expectReference(scenario, RunKey(seed: 43, point: nil, replicate: index))
      }
    }
  }

  @Test("cases worked out by hand", arguments: VaccinationCase.all)
  func byHand(_ one: VaccinationCase) {
    let engine = Simulator(one.scenario)
    #expect(one.holds { engine.run($0, recordMap: true) }, "\(one.name)")
  }

  @Test("a larger share has the people of a smaller one, and orders have the same numbers")
  func common() {
    #expect(VaccinationCase.areCommon { Simulator($0).run($1, recordMap: true) })
  }
}
