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

  /// How often each set of people is immune at the start, of 2,000 runs.
  private func vaccinated(
    _ count: Int, of table: NeighborTable, by order: ImmuneOrder
  ) -> [Set<Int>: Double] {
    var scenario = Scenario(
      grid: Grid(people: table.people, columns: table.people, boundary: .bounded),
      rule: SpreadRule.builtIn[0].rule)
    scenario.introductions = []
    scenario.contacts = .edges(table)
    scenario.immuneOrder = order
    scenario.immuneShare = Double(count) / Double(table.people)
    let engine = Simulator(scenario)
    let runs = 2_000
    return (0..<runs).reduce(into: [:]) { shares, replicate in
      engine.begin(RunKey(seed: 42, point: nil, replicate: replicate))
      let immune = (0..<table.people).filter { engine.state(of: $0) == .immune }
      shares[Set(immune), default: 0] += 1 / Double(runs)
    }
  }

  private func expect(
    _ found: [Set<Int>: Double], _ exact: [Set<Int>: Double],
    at place: SourceLocation = #_sourceLocation
  ) {
    #expect(Set(found.keys) == Set(exact.keys), sourceLocation: place)
    for (people, share) in exact {
      // Five standard errors.
      let error = 5 * (share * (1 - share) / 2_000).squareRoot()
      let distance = abs(found[people, default: 0] - share)
      #expect(distance <= error + 1e-9, "\(people)", sourceLocation: place)
    }
  }

  @Test("by degree: the center of a star; the larger of two cliques, then anybody of the smaller")
  func degree() {
    let star = NeighborTable(people: 5, from: [3, 3, 3, 3], to: [0, 1, 2, 4], isDirected: false)
    expect(vaccinated(1, of: star, by: .degree), [[3]: 1])
    let two = NeighborTable(
      people: 7, from: [0, 0, 1, 3, 3, 3, 4, 4, 5], to: [1, 2, 2, 4, 5, 6, 5, 6, 6],
      isDirected: false)
    expect(vaccinated(4, of: two, by: .degree), [[3, 4, 5, 6]: 1])
    expect(
      vaccinated(5, of: two, by: .degree),
      [[0, 3, 4, 5, 6]: 1 / 3.0, [1, 3, 4, 5, 6]: 1 / 3.0, [2, 3, 4, 5, 6]: 1 / 3.0])
  }

  @Test("by acquaintance: on a star and a directed chain by enumeration")
  func acquaintance() {
    // Leaves name the center; the center, first in a quarter of all orders, names a leaf.
    let star = NeighborTable(people: 4, from: [0, 0, 0], to: [1, 2, 3], isDirected: false)
    expect(
      vaccinated(1, of: star, by: .acquaintance),
      [[0]: 3 / 4.0, [1]: 1 / 12.0, [2]: 1 / 12.0, [3]: 1 / 12.0])
    expect(
      vaccinated(2, of: star, by: .acquaintance),
      [[0, 1]: 1 / 3.0, [0, 2]: 1 / 3.0, [0, 3]: 1 / 3.0])
    // 0 names 1, 1 names 2, and 2, who infects nobody, names nobody.
    let chain = NeighborTable(people: 3, from: [0, 1], to: [1, 2], isDirected: true)
    expect(vaccinated(1, of: chain, by: .acquaintance), [[1]: 0.5, [2]: 0.5])
    expect(vaccinated(2, of: chain, by: .acquaintance), [[1, 2]: 1])
  }
}
